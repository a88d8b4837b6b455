#include "sweep/output/output_file.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"
#include "results/disk/provenance.hpp"
#include "results/reading/result_file.hpp"
#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"
#include "study/changes.hpp"
#include "sweep/checks/plausibility.hpp"
#include "sweep/execution/scenario.hpp"
#include "sweep/ownership/extension.hpp"

namespace hilspace::sweep {
namespace {

results::Range all_of(const study::Study& study, std::optional<Shard> shard) {
  const std::uint64_t total = study::scenario_count(study);
  return shard ? range_of(*shard, total) : results::Range{0, total};
}

}  // namespace

OutputFile::OutputFile(const study::Study& study, std::filesystem::path file, std::optional<Shard> shard)
    : study_(study), place_(std::move(file)), is_part_(shard.has_value()), range_(all_of(study, shard)) {}

bool OutputFile::is_complete(bool fresh) const {
  if (!results::files::exists(file())) return false;
  // Foreign files and other kinds are never replaced, not even with --fresh.
  results::Range found_range = range_;
  results::Identity found;
  if (is_part_) {
    const results::PartInfo part = results::inspect_part(file());
    found = part.identity;
    found_range = part.range;
  } else if (fresh) {
    results::is_virtual(file());  // throws if it is not a result; its parts may be gone
  } else {
    found = results::inspect_result(file());
  }
  if (fresh) return false;
  if (found != results::identity(study_))
    throw InputError(fmt::format("{}: is the result of {}; {}--fresh replaces it, another -o keeps it",
                                 file().string(), other_origin(found),
                                 !is_part_ && is_smaller_result(file(), study_)
                                     ? "it has the first samples of this one: run --extend takes them over; "
                                     : ""));
  if (found_range != range_)
    throw InputError(
        fmt::format("{}: is another shard, with scenarios {} to {} instead of {} to {}; --fresh "
                    "replaces it, another -o keeps it",
                    file().string(), found_range.begin, found_range.end - 1, range_.begin, range_.end - 1));
  // Its writer may have been killed before its name was safe from a power cut.
  if (const int error = results::files::sync_folder(results::files::directory_of(file())); error != 0)
    results::files::fail(file(), "is complete, but cannot be synced to its disk", error);
  return true;
}

void OutputFile::verify(const std::atomic<bool>& stop) const {
  if (is_part_) return;  // a merge reads all of it
  results::ResultReader(file()).verify([&](std::uint64_t, std::uint64_t) { return !stop; });
}

std::string OutputFile::other_origin(const results::Identity& found) const {
  const results::Identity here = results::identity(study_);
  if (found.study_sha256 == here.study_sha256)
    return fmt::format("another revision of the program (hilspace {}, revision {}; this is {}, {})",
                       found.program_version, found.revision, here.program_version, here.revision);
  const auto text = is_part_ ? results::part_study(file()) : results::inspect_traces(file()).study;
  return "another study: " + study::changes(text, study_.resolved);
}

results::Assembly OutputFile::begin(const std::filesystem::path& folder) const {
  return {study_, place_, is_part_ ? std::optional(range_) : std::nullopt, folder};
}

std::optional<metrics::Summary> OutputFile::end(results::Assembly& assembly, const std::string& start_time,
                                                const std::atomic<bool>& stop) const {
  if (!assembly.add_traces(trace_of(stop))) return std::nullopt;
  assembly.commit(facts(start_time));
  return assembly.summary();
}

std::optional<metrics::Summary> OutputFile::write(std::span<const results::PartInfo> parts,
                                                  const std::string& start_time,
                                                  const std::atomic<bool>& stop,
                                                  results::Numbers numbers) const {
  if (is_part_) return results::join_parts(study_, parts, place_, stop);
  return results::merge(study_, parts, trace_of(stop), facts(start_time), place_, stop, numbers);
}

results::RunFacts OutputFile::facts(const std::string& start_time) const {
  return {start_time, results::utc_now(),
          [this](const metrics::Summary& summary) { return warnings(summary); }};
}

const std::vector<std::string>& OutputFile::warnings(const metrics::Summary& summary) const {
  if (!warnings_) warnings_ = sweep::warnings(study_, summary);
  return *warnings_;
}

results::TraceOf OutputFile::trace_of(const std::atomic<bool>& stop) const {
  // Time histories are simulated when they are due, so they count as stored and need no room.
  return
      [this, &stop, number = std::uint64_t{0}](std::uint64_t index) mutable -> std::optional<models::Trace> {
        if (on_trace_) on_trace_(++number, study_.output.traces.size());
        auto traced = std::visit(
            [&](const auto& setup) {
              return simulate::simulate_traced(setup, study_.output.sample_interval, stop);
            },
            scenario(study_, index));
        if (stop) return std::nullopt;
        return std::move(traced.trace);
      };
}

}  // namespace hilspace::sweep
