#include "sweep/in_memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "core/count_text.hpp"
#include "core/error.hpp"
#include "results/format/design_variables.hpp"
#include "sweep/checks/disk_space.hpp"
#include "sweep/checks/plausibility.hpp"
#include "sweep/execution/schedule.hpp"
#include "sweep/execution/simulator.hpp"
#include "sweep/execution/workers.hpp"

namespace hilspace::sweep {
namespace {

/// One block being filled, one being copied, one in between.
constexpr std::size_t kBlocks = 3;

void check_memory(const study::Study& study, std::size_t columns) {
  const double needed =
      static_cast<double>(study::scenario_count(study)) * static_cast<double>(columns) * sizeof(double);
  const double there =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (needed > 0.8 * there)
    throw InputError(fmt::format(
        "{} with {} columns take {} of memory, and this machine has {}; run them into a file "
        "(hilspace run) and open that, or select metrics (output.metrics)",
        counted(study::scenario_count(study), "scenario"), columns, size_text(needed), size_text(there)));
}

/// Copies full blocks into the whole, in a thread of its own.
class Collector {
 public:
  Collector(Blocks& from, results::Block& into)
      : from_(from), thread_([this, &into] {
          while (const auto draft = from_.full.take()) {
            into.set((*draft)->block);
            from_.empty.put(*draft);
          }
        }) {}
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;
  ~Collector() { finish(); }

  void finish() {
    from_.full.close();
    if (thread_.joinable()) thread_.join();
  }

 private:
  Blocks& from_;
  std::thread thread_;
};

}  // namespace

std::optional<InMemory> run_in_memory(const study::Study& study, int threads,
                                      const std::function<void(const Progress&)>& progress,
                                      const std::atomic<bool>& stop) {
  results::check_names(study);
  const results::Range all{0, study::scenario_count(study)};
  auto columns = results::stored_columns(study);
  check_memory(study, columns.size());
  InMemory result{results::Block(std::move(columns), all), {}, {}};
  Workers workers(threads);
  Schedule schedule({all}, workers.count(), guessed_seconds(study));
  Blocks blocks(study, kBlocks);
  Reporter reporter(0, all.size(), progress);
  {
    Collector collector(blocks, result.block);
    workers.compute(
        study, schedule, blocks, [&](std::uint64_t n) { reporter.finished(n); }, stop);
    collector.finish();
  }
  if (stop) return std::nullopt;
  reporter.tell();
  for (std::size_t i = 0; i < result.block.columns().size(); ++i)
    results::include(result.summary, result.block.columns()[i], result.block.numbers(i));
  result.summary.error = result.block.error;
  result.warnings = warnings(study, result.summary);
  return result;
}

}  // namespace hilspace::sweep
