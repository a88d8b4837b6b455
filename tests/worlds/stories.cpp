#include "stories.hpp"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <optional>

#include "cluster/status.hpp"
#include "cluster/submit.hpp"
#include "results/results.hpp"
#include "support/axial_study.hpp"
#include "support/read_study.hpp"
#include "sweep/execution/batch.hpp"
#include "sweep/merge.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::worlds {
namespace fs = std::filesystem;
namespace {

// Coarse steps and few metrics: these tests concern the integrity of numbers, not their accuracy.
const std::string kBegin = test::kAxialStudy + R"(
[output]
metrics = ["velocity.error_pct", "force.peak_hil"]
[actuator]
total_delay = "1 ms"
[numerics]
step = "100 us"
)";

study::Study grid(const std::vector<study::Override>& settings = {}) {
  return test::read_study(kBegin + R"(
[[axis]]
"actuator.total_delay" = ["0.2 ms", "1 ms", "2 ms"]
[[axis]]
"approach.velocity" = ["50 mm/s", "100 mm/s", "150 mm/s", "0.2 m/s"]
)",
                          settings);
}

study::Study sampled(int samples) {
  return test::read_study(kBegin + fmt::format("[design]\ntype = \"random\"\nsamples = {}\n", samples) + R"(
[[parameter]]
path = "approach.velocity"
from = "50 mm/s"
to = "0.2 m/s"
)");
}

/// Made once and never changed: studies are independent of the seed.
const study::Study& kGrid() {
  static const study::Study study = grid();
  return study;
}
const study::Study& kTraced() {
  static const study::Study study = grid({{"output.traces", "[3]"}, {"output.sample_interval", "\"1 ms\""}});
  return study;
}
const study::Study& kSmall() {
  static const study::Study study = sampled(5);
  return study;
}
const study::Study& kLarge() {
  static const study::Study study = sampled(11);
  return study;
}

/// Bits of an undisturbed world, by file, set by the first one to finish in the calm.
std::map<std::string, Bits>& truth() {
  static std::map<std::string, Bits> bits;
  return bits;
}

/// Promises that a file is finished. In the calm its bits become the reference.
void finished(World& world, const std::string& what, const fs::path& file, bool is_part = false) {
  if (world.is_calm()) truth()[what] = is_part ? bits_of_part(file) : bits_of_result(file);
  world.promise(file, truth()[what], is_part);
}

sweep::RunOptions single_thread(const fs::path& output) {
  sweep::RunOptions options;
  options.output = output;
  options.threads = 1;
  return options;
}

/// The leftovers of a stopped run: one part, with some of the missing scenarios.
void leave_part(const study::Study& study, const fs::path& output, test::Dice& dice,
                std::optional<sweep::Shard> shard = std::nullopt) {
  const std::atomic<bool> stop{false};
  sweep::OutputFile its(study, output, shard);
  if (its.is_complete(false)) return;
  sweep::PartStore store(its, study, false);
  const auto missing = store.missing();
  if (missing.empty()) return;
  results::Range range = missing[dice.below(missing.size())];
  range.begin += dice.below(range.size());
  range.end = range.begin + 1 + dice.below(range.size());
  results::Block block(results::stored_columns(study), range);
  block.error = sweep::BatchSimulator(study).simulate(range, block, stop).value();
  store.add(block);
}

/// Nothing may remain beside the results.
std::string leftovers(World& world, const fs::path& folder) {
  for (const auto& file : world.files())
    if (file.starts_with(folder.string()) &&
        (file.find(".parts") != std::string::npos || file.ends_with(".tmp")))
      return file + " was left";
  return {};
}

void run_once(World& world, const study::Study& study, sweep::RunOptions options, const std::string& what) {
  const bool is_part = options.shard.has_value();
  if (sweep::run(study, options).completion != sweep::Completion::interrupted)
    finished(world, what, options.output, is_part);
}

/// A run, a run that wrote one part, one that was stopped at once, or one from scratch.
void disturbed_run(World& world, const study::Study& study, const fs::path& file, const std::string& what,
                   std::optional<sweep::Shard> shard = std::nullopt) {
  sweep::RunOptions options = single_thread(file);
  options.shard = shard;
  const std::atomic<bool> stop{true};
  const auto which = world.dice().below(8);
  if (which == 0) options.stop = &stop;
  if (which == 1) options.fresh = true;
  if (which >= 2 && which <= 4) {
    world.session(
        what + " part", [&] { leave_part(study, file, world.dice(), shard); }, file);
  } else {
    world.session(
        what, [&] { run_once(world, study, options, what); }, file);
  }
}

std::uint64_t sessions(World& world) { return world.is_calm() ? 3 : 1 + world.dice().below(4); }

}  // namespace

void plain_run(World& world) { run_once(world, kGrid(), single_thread("/w/r.h5"), "run"); }

void look_whether_complete(World& world) {
  const fs::path file = "/w/r.h5";
  if (sweep::OutputFile(kGrid(), file).is_complete(false)) finished(world, "run", file);
}

void tell_of_run(World& world, const study::Study& study, const std::string& what) {
  const fs::path file = "/w/r.h5";
  for (auto count = sessions(world); count > 0; --count) {
    if (world.is_calm() || world.dice().one_in(5)) {
      world.session("read", [&] {
        if (results::files::exists(file) && bits_of_result(file) != truth()[what])
          world.promise("reading", [] { return "other bits were read"; });
      });
    }
    disturbed_run(world, study, file, what);
  }
  world.calm_session([&] { run_once(world, study, single_thread(file), what); });
  world.promise("the end", [&] { return leftovers(world, "/w"); });
  world.calm_session([] {});
}

void run_story(World& world) { tell_of_run(world, kGrid(), "run"); }
void trace_story(World& world) { tell_of_run(world, kTraced(), "traced run"); }

constexpr std::uint64_t kShards = 3;
const fs::path kShardFolder = "/w/shards", kMerged = "/w/m.h5";

fs::path shard_file(std::uint64_t i) { return kShardFolder / fmt::format("{}.part.h5", i); }

void compute_shards(World& world) {
  for (std::uint64_t i = 1; i <= kShards; ++i)
    world.calm_session([&] {
      results::files::make_folder(kShardFolder);
      sweep::RunOptions options = single_thread(shard_file(i));
      options.shard = sweep::Shard{i, kShards};
      run_once(world, kGrid(), options, fmt::format("shard {}", i));
    });
}

std::map<std::string, std::string> bytes_of_shards() {
  World world(1, Kind::calm);
  compute_shards(world);
  std::map<std::string, std::string> bytes;
  world.calm_session([&] {
    for (std::uint64_t i = 1; i <= kShards; ++i)
      bytes[shard_file(i).string()] = results::files::read_text(shard_file(i));
  });
  return bytes;
}

void begin_with(World& world, const std::map<std::string, std::string>& shards) {
  for (const auto& [file, bytes] : shards) world.put(file, bytes);
  world.calm_session([&] {
    for (std::uint64_t i = 1; i <= kShards; ++i)
      world.promise(shard_file(i), truth()[fmt::format("shard {}", i)], true);
  });
}

void merge_shards(World& world, results::Numbers numbers) {
  sweep::MergeOptions options;
  options.parts = {kShardFolder};
  options.output = kMerged;
  options.numbers = numbers;
  sweep::merge(options);
  finished(world, "merge", kMerged);
}

void promise_nothing_is_left(World& world) {
  world.promise("the end", [&world] { return leftovers(world, kMerged); });
}

void shard_story(World& world) {
  const auto merge = [&] {
    merge_shards(world, world.dice().one_in(2) ? results::Numbers::in_parts : results::Numbers::copied);
  };
  world.calm_session([&] { results::files::make_folder(kShardFolder); });
  for (auto count = world.is_calm() ? 0 : 2 * sessions(world); count > 0; --count) {
    const auto i = 1 + world.dice().below(kShards);
    if (world.dice().one_in(4))
      world.session("merge", merge, kMerged);
    else
      disturbed_run(world, kGrid(), shard_file(i), fmt::format("shard {}", i), sweep::Shard{i, kShards});
  }
  compute_shards(world);
  if (world.is_calm() || world.dice().one_in(2)) world.session("merge", merge, kMerged);
  world.calm_session(merge);
  promise_nothing_is_left(world);
  world.calm_session([] {});
}

void extend_story(World& world) {
  const fs::path file = "/w/e.h5";
  const auto small = [&] { run_once(world, kSmall(), single_thread(file), "small"); };
  const auto large = [&] {
    sweep::RunOptions options = single_thread(file);
    options.extend = true;
    world.allow(file, truth()["large"]);
    run_once(world, kLarge(), options, "large");
  };
  if (!world.is_calm() && world.dice().one_in(2)) world.session("small", small, file);
  world.calm_session(small);
  for (auto count = sessions(world); count > 0; --count) {
    world.session("large", large, file);
    if (world.is_calm()) break;
  }
  world.calm_session(large);
  world.promise("the end", [&] { return leftovers(world, "/w"); });
  world.calm_session([] {});
}

void cluster_story(World& world) {
  constexpr std::uint64_t kChunks = 3;
  const fs::path output = "/w/c.h5";
  const cluster::ChunkFolder folder(output);
  int jobs = 0;
  const cluster::Slurm slurm([&](std::span<const std::string> words) -> cluster::Finished {
    if (words[0] == "scontrol") return {0, "MaxArraySize = 6\n", ""};
    if (words[0] == "squeue" || words[1] == "--version") return {0, "", ""};
    return {0, std::to_string(++jobs) + "\n", ""};
  });
  cluster::Request request;
  request.output = output;
  request.chunks = kChunks;
  request.command = "hilspace";
  const auto submit = [&] {
    if (cluster::submit(kGrid(), request, slurm).already_complete) return finished(world, "cluster", output);
    world.promise("submission",
                  [&folder]() -> std::string { return folder.submission() ? "" : "is forgotten"; });
  };
  // As in array.sh: finished chunks are skipped.
  const auto task = [&](std::uint64_t number) {
    if (folder.is_done(number)) return;
    const auto study = test::read_study(results::files::read_text(folder.study()));
    sweep::RunOptions options = single_thread(folder.chunk(number));
    options.shard = sweep::Shard{number, kChunks};
    run_once(world, study, options, fmt::format("chunk {}", number));
  };
  const auto merge = [&] {
    sweep::MergeOptions options;
    options.parts = {folder.path()};
    options.output = output;
    sweep::merge(options);
    finished(world, "cluster", output);
  };
  const auto status = [&] { cluster::status(output, slurm); };
  for (auto count = sessions(world); count > 0; --count) {
    world.session("submit", submit);
    for (std::uint64_t number = 1; number <= kChunks; ++number)
      if (results::files::exists(folder.record()) && (world.is_calm() || !world.dice().one_in(3)))
        world.session("task", [&] { task(number); });
    if (world.is_calm() || world.dice().one_in(3)) world.session("status", status);
    if (world.dice().one_in(3) && results::files::exists(folder.path()))
      world.session("cluster merge", merge, output);
    if (world.is_calm()) break;
  }
  world.calm_session(submit);
  for (std::uint64_t number = 1; number <= kChunks; ++number)
    world.calm_session([&] {
      if (!results::files::exists(output)) task(number);
    });
  if (world.is_calm()) world.session("cluster merge", merge);
  world.calm_session(merge);
  world.calm_session(status);
  world.promise("the end", [&] { return leftovers(world, "/w/c.h5.parts"); });
  world.calm_session([] {});
}

}  // namespace hilspace::worlds
