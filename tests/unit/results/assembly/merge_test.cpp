#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "support/message.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

void merge_all(const study::Study& study, const std::vector<PartInfo>& parts,
               const std::filesystem::path& file) {
  EXPECT_TRUE(merge(study, parts, sample::trace_of, sample::facts(), file, sample::kGoOn).has_value());
}

const Variable& find(const std::vector<Variable>& variables, const std::string& name) {
  const auto found = std::ranges::find(variables, name, &Variable::name);
  if (found == variables.end()) throw std::runtime_error("no " + name);
  return *found;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Merge, HowTheWorkWasCutDoesNotShowInTheBytes) {
  const sample::Directory directory;
  const auto study = sample::study();
  auto whole = sample::block({0, 24});
  whole.error = {};  // the errors come with the parts below
  for (const std::uint64_t begin : {0U, 3U, 4U, 11U, 19U})
    whole.error.include(sample::block({begin, begin + 1}).error);
  write_part(directory / "whole.part", study, whole);
  merge_all(study, {inspect_part(directory / "whole.part")}, directory / "one.h5");

  auto parts = sample::write_parts(directory, study, {3, 4, 11, 19, 24});
  std::mt19937 random(3);
  for (int trial = 0; trial < 3; ++trial) {
    std::shuffle(parts.begin(), parts.end(), random);
    merge_all(study, parts, directory / "many.h5");
    EXPECT_EQ(sample::bytes(directory / "one.h5"), sample::bytes(directory / "many.h5"));
  }

  // Via shards: parts joined to larger ones first.
  const auto by_begin = [](const PartInfo& part) { return part.range.begin; };
  std::ranges::sort(parts, {}, by_begin);
  const auto join = [&](const std::vector<PartInfo>& some, const std::string& name) {
    EXPECT_TRUE(join_parts(study, some, directory / name, sample::kGoOn).has_value());
  };
  join({parts[1], parts[0]}, "shard1.h5");
  join({parts[3], parts[4], parts[2]}, "shard2.h5");
  merge_all(study, {inspect_part(directory / "shard2.h5"), inspect_part(directory / "shard1.h5")},
            directory / "sharded.h5");
  EXPECT_EQ(sample::bytes(directory / "one.h5"), sample::bytes(directory / "sharded.h5"));
}

TEST(Merge, EveryNumberIsWhereItsIndexSays) {
  const sample::Directory directory;
  const auto study = sample::study();
  merge_all(study, sample::write_parts(directory, study, {5, 6, 17, 24}), directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  EXPECT_EQ(result.dimension_names,
            (std::vector<std::string>{"actuator.total_delay", "masses", "contact.chaser_material"}));
  EXPECT_EQ(result.shape, (std::vector<std::size_t>{3, 4, 2}));
  const auto catalogue = metrics::catalogue();
  const auto stored = [](const metrics::Metric& its) { return its.axial && !its.of_dent && !its.of_hybrid; };
  ASSERT_EQ(result.variables.size(), 4 + static_cast<std::size_t>(std::ranges::count_if(catalogue, stored)));
  for (std::uint64_t i = 0; i < 24; ++i) {
    const metrics::Row row = sample::row(i);
    EXPECT_EQ(find(result.variables, "outcome").values[i], static_cast<double>(row.outcome));
    EXPECT_EQ(find(result.variables, "end.docking").values[i], static_cast<double>(row.end_docking));
    EXPECT_EQ(find(result.variables, "end.hil").values[i], static_cast<double>(row.end_hil));
    EXPECT_EQ(find(result.variables, "numerics.step").values[i], row.step);
    for (std::size_t m = 0; m < catalogue.size(); ++m)
      if (stored(catalogue[m])) {
        EXPECT_TRUE(
            same_bits(find(result.variables, std::string(catalogue[m].name)).values[i], row.values[m]));
      }
  }
}

TEST(Merge, LargeResultsArePutTogetherPieceByPiece) {
  const sample::Directory directory;
  auto study = sample::single();
  study.output.metrics = {"force.peak_hil"};
  study.axes = {{"approach.velocity", {"approach.velocity"_id}, {std::vector<double>(500, 0.1)}},
                {"chaser.mass", {"chaser.mass"_id}, {std::vector<double>(301, 30.0)}}};
  merge_all(study, sample::write_parts(directory, study, {70001, 150500}), directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  const auto& steps = find(result.variables, "numerics.step").values;
  ASSERT_EQ(steps.size(), 150500u);
  for (std::uint64_t i = 0; i < steps.size(); ++i) ASSERT_EQ(steps[i], sample::row(i).step) << i;
}

// Each number is rounded once, wherever it is written on its way: in parts, joined ones, the result.
TEST(Merge, SinglePrecisionRoundsEachNumberOnce) {
  const sample::Directory directory;
  auto study = sample::study();
  study.output.precision = study::Precision::float32;
  const auto parts = sample::write_parts(directory, study, {5, 6, 17, 24});
  EXPECT_TRUE(
      join_parts(study, std::span(parts).first(3), directory / "shard.h5", sample::kGoOn).has_value());
  merge_all(study, {inspect_part(directory / "shard.h5"), parts[3]}, directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  const auto single = [](double number) { return static_cast<double>(static_cast<float>(number)); };
  const auto catalogue = metrics::catalogue();
  for (std::uint64_t i = 0; i < 24; ++i) {
    const metrics::Row row = sample::row(i);
    EXPECT_EQ(find(result.variables, "outcome").values[i], static_cast<double>(row.outcome));
    EXPECT_EQ(find(result.variables, "numerics.step").values[i], single(row.step));
    for (std::size_t m = 0; m < catalogue.size(); ++m)
      if (is_stored(study, catalogue[m])) {
        EXPECT_TRUE(same_bits(find(result.variables, std::string(catalogue[m].name)).values[i],
                              single(row.values[m])))
            << catalogue[m].name << " of " << i;
      }
  }
  merge_all(sample::study(), sample::write_parts(directory, sample::study(), {24}), directory / "double.h5");
  EXPECT_LT(std::filesystem::file_size(directory / "r.h5"),
            std::filesystem::file_size(directory / "double.h5"));
}

TEST(Merge, ResultDescribesItself) {
  const sample::Directory directory;
  const auto study = sample::study();
  merge_all(study, sample::write_parts(directory, study, {24}), directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  EXPECT_EQ(result.title, study.title);
  EXPECT_EQ(result.study, study.resolved);
  EXPECT_EQ(result.identity, identity(study));
  EXPECT_EQ(inspect_result(directory / "r.h5"), identity(study));
  EXPECT_FALSE(result.is_trace);

  const Variable& delay = find(result.coordinates, "actuator.total_delay");
  EXPECT_EQ(delay.units, "s");
  EXPECT_EQ(delay.values, (std::vector{0.2e-3, 0.4e-3, 1e-3}));
  EXPECT_EQ(find(result.coordinates, "target.mass").values, (std::vector{35.0, 70.0, 50.0, 35.0}));
  EXPECT_EQ(find(result.coordinates, "target.mass").dimensions, std::vector<std::string>{"masses"});
  EXPECT_EQ(find(result.coordinates, "contact.chaser_material").texts,
            (std::vector<std::string>{"polyimide", "my peek"}));
  EXPECT_EQ(find(result.coordinates, "masses").texts[1], "35 kg, 70 kg") << "a label for each of its points";
  // A parameter that no axis varies has no dimension, but is present.
  EXPECT_EQ(find(result.coordinates, "contact.restitution").values,
            std::vector{study.base["contact.restitution"_id]});
  EXPECT_TRUE(find(result.coordinates, "contact.restitution").dimensions.empty());

  EXPECT_EQ(find(result.variables, "outcome").flags.at(5), "start_overlap");
  EXPECT_EQ(find(result.variables, "outcome").dimensions, result.dimension_names);
  const auto& second = metrics::catalogue()[1];
  EXPECT_EQ(find(result.variables, std::string(second.name)).numerical_error, 1.0);
  EXPECT_EQ(find(result.variables, std::string(second.name)).numerical_error_p95, 1.0);
  EXPECT_EQ(find(result.variables, std::string(second.name)).units, second.units);
  EXPECT_TRUE(std::isnan(result.variables[4].numerical_error)) << "nothing was compared";
}

// 19 scenarios with an error of 1 here and one with an error of 100 there: 95 % of all have 1.
TEST(Merge, PercentileOfTheErrorIsThatOfAllParts) {
  const sample::Directory directory;
  const auto study = sample::study();
  const auto part = [&](Range range, double error, std::uint64_t scenarios) {
    Block block = sample::block(range, study);
    block.error = {};
    block.error.scenarios = scenarios;
    block.error.values[1] = error;
    block.error.spread[1].add(error, scenarios);
    const auto file = directory / (std::to_string(range.begin) + ".part");
    write_part(file, study, block);
    return inspect_part(file);
  };
  merge_all(study, {part({0, 20}, 1.0, 19), part({20, 24}, 100.0, 1)}, directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  const Variable& second = find(result.variables, std::string(metrics::catalogue()[1].name));
  EXPECT_EQ(second.numerical_error, 100.0);
  EXPECT_EQ(second.numerical_error_p95, 1.0);
}

TEST(Merge, WithoutAxesThereAreScalars) {
  const sample::Directory directory;
  const auto study = sample::single();
  merge_all(study, sample::write_parts(directory, study, {1}), directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  EXPECT_TRUE(result.dimension_names.empty());
  for (const Variable& fixed : result.coordinates) EXPECT_TRUE(fixed.dimensions.empty()) << fixed.name;
  EXPECT_EQ(find(result.variables, "numerics.step").values, std::vector{sample::row(0).step});
}

TEST(Merge, AnAxisOfStepsTakesThePlaceOfTheStepsUsed) {
  const sample::Directory directory;
  auto study = sample::single();
  study.axes = {{"numerics.step", {"numerics.step"_id}, {{1e-6, 2e-6}}}};
  merge_all(study, sample::write_parts(directory, study, {2}), directory / "r.h5");
  const ResultFile result = read_result(directory / "r.h5");
  EXPECT_EQ(find(result.coordinates, "numerics.step").values, (std::vector{1e-6, 2e-6}));
  EXPECT_THROW(find(result.variables, "numerics.step"), std::runtime_error);
}

TEST(Merge, TracesKeepEverySample) {
  const sample::Directory directory;
  auto study = sample::study();
  study.output.traces = {0, 17};
  merge_all(study, sample::write_parts(directory, study, {24}), directory / "r.h5");
  write_trace(directory / "t.h5", study, 17, sample::trace(), sample::row(17));

  const ResultFile result = read_result(directory / "r.h5");
  ASSERT_EQ(result.traces.size(), 4u);
  EXPECT_EQ(result.traces[3].path, "traces/17/hil");
  EXPECT_EQ(result.traces[3].samples, 5u);
  EXPECT_EQ(result.traces[3].begin, -0.001);
  EXPECT_EQ(result.traces[3].end, 0.002);
  EXPECT_EQ(result.traces[3].channels, (std::vector<std::string>{"force", "penetration"}));
  EXPECT_EQ(result.dimension_names.size(), 3u) << "time belongs to the traces";
  EXPECT_EQ(result.traces[3].scenario, 17u);
  const ResultFile traces = inspect_traces(directory / "r.h5");
  EXPECT_EQ(traces.traces.size(), 4u);
  EXPECT_EQ(traces.traces[0].scenario, 0u);
  EXPECT_TRUE(traces.variables.empty());

  const ResultFile trace = read_result(directory / "t.h5");
  EXPECT_TRUE(trace.is_trace);
  EXPECT_EQ(trace.traces.at(0).scenario, 17u);
  EXPECT_EQ(find(trace.variables, "numerics.step").values, std::vector{sample::row(17).step});
  EXPECT_EQ(find(trace.coordinates, "actuator.total_delay").values, std::vector{1e-3});
  EXPECT_EQ(find(trace.coordinates, "contact.chaser_material").texts, std::vector<std::string>{"my peek"});
  for (const auto& [file, path] : {std::pair{"r.h5", "traces/17/hil"}, std::pair{"t.h5", "hil"}}) {
    const auto variables = read_trace_group(directory / file, path);
    ASSERT_EQ(variables.size(), 3u);
    EXPECT_EQ(variables[0].name, "time");
    const auto instants = sample::trace().groups[1].time;
    ASSERT_EQ(variables[0].values.size(), instants.size());
    for (std::size_t i = 0; i < instants.size(); ++i) {
      EXPECT_NEAR(variables[0].values[i], instants[i], 1e-18);
      EXPECT_TRUE(i == 0 || variables[0].values[i] > variables[0].values[i - 1]) << "no time comes twice";
    }
    EXPECT_EQ(variables[1].values, sample::trace().groups[1].channels[0].values);
  }
}

TEST(Merge, NeverMoreThanOneTraceIsAskedForAndStopIsHeard) {
  const sample::Directory directory;
  auto study = sample::study();
  study.output.traces = {4, 2, 9};
  const auto parts = sample::write_parts(directory, study, {10, 24});
  const auto before = directory.names();
  std::vector<std::uint64_t> asked;
  const auto stops_at_2 = [&](std::uint64_t index) {
    asked.push_back(index);
    return index == 2 ? std::nullopt : std::optional(sample::trace());
  };
  EXPECT_FALSE(merge(study, parts, stops_at_2, sample::facts(), directory / "r.h5", sample::kGoOn));
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{4, 2}));
  EXPECT_FALSE(merge(study, parts, sample::trace_of, sample::facts(), directory / "r.h5", sample::kStop));
  EXPECT_FALSE(join_parts(study, parts, directory / "r.h5", sample::kStop));
  EXPECT_EQ(directory.names(), before) << "nothing is left of what was stopped";
}

TEST(Merge, SummaryIsThatOfTheRows) {
  const sample::Directory directory;
  const auto study = sample::study();
  metrics::Summary expected;
  for (const Range range : {Range{0, 5}, Range{5, 24}}) {
    const Block block = sample::block(range);
    for (std::uint64_t i = range.begin; i < range.end; ++i) {
      const metrics::Row row = block.row(i);
      expected.include({&row, 1}, {});
    }
    expected.error.include(block.error);
  }
  const auto parts = sample::write_parts(directory, study, {5, 24});
  const auto merged =
      merge(study, parts, sample::trace_of, sample::facts(), directory / "r.h5", sample::kGoOn);
  const auto joined = join_parts(study, parts, directory / "s.h5", sample::kGoOn);
  for (const metrics::Summary& found : {merged.value(), joined.value()}) {
    EXPECT_EQ(found.outcomes, expected.outcomes);
    EXPECT_EQ(found.ends_docking, expected.ends_docking);
    EXPECT_EQ(found.ends_hil, expected.ends_hil);
    EXPECT_EQ(found.error.scenarios, expected.error.scenarios);
    for (std::size_t i = 0; i < metrics::kMetricCount && metrics::catalogue()[i].axial; ++i) {
      EXPECT_EQ(found.error.values[i] == expected.error.values[i], i > 0)
          << "nothing was compared of the first";
      EXPECT_EQ(found.largest[i], expected.largest[i]);
      EXPECT_EQ(found.smallest[i], expected.smallest[i]);
    }
  }
}

TEST(Merge, EmptyTracesAreNoReasonToFail) {
  const sample::Directory directory;
  write_trace(directory / "t.h5", sample::single(), 0,
              {"", {{"hil", {}, {{"force", "N", "force", {}}}, {{"time", "s", "onset", {}}}}}},
              metrics::not_run());
  EXPECT_EQ(read_result(directory / "t.h5").traces.at(0).samples, 0u);
}

TEST(Merge, WhatIsWrongIsSaidAndTheOldResultStays) {
  const sample::Directory directory;
  const auto study = sample::study();
  const auto parts = sample::write_parts(directory, study, {8, 16, 24});
  const auto file = directory / "r.h5";
  sample::set_bytes(file, "old");
  const auto refused = [&](const std::vector<PartInfo>& some) {
    return run_error([&] { merge_all(study, some, file); });
  };
  EXPECT_TRUE(has(refused({parts[0], parts[2]}), "scenarios 8 to 15 of 24 are missing"));
  EXPECT_THROW(merge_all(study, {parts[0], parts[1], parts[2], parts[1]}, file), InputError);

  auto other = study;
  other.sha256 = std::string(64, 'c');
  EXPECT_TRUE(has(run_error([&] { merge_all(other, parts, file); }), "belongs to another study"));

  std::string bytes = sample::bytes(parts[1].file);
  const double step = sample::row(9).step;
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&step), sizeof step));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  sample::set_bytes(parts[1].file, bytes);
  const auto text = refused(parts);
  EXPECT_TRUE(has(text, parts[1].file.string() + ": is damaged")) << text;

  EXPECT_EQ(sample::bytes(file), "old");
  EXPECT_EQ(directory.names().size(), 4u) << "no temporary stays";
}

TEST(Merge, DamagedResultsAreRefused) {
  const sample::Directory directory;
  const auto study = sample::study();
  merge_all(study, sample::write_parts(directory, study, {24}), directory / "r.h5");
  const std::string good = sample::bytes(directory / "r.h5");
  for (std::size_t size = 0; size < good.size(); size += 211) {
    sample::set_bytes(directory / "cut.h5", good.substr(0, size));
    EXPECT_TRUE(has(run_error([&] { read_result(directory / "cut.h5"); }), "cut.h5"));
    EXPECT_TRUE(has(run_error([&] { inspect_result(directory / "cut.h5"); }), "cut.h5"));
  }
  EXPECT_TRUE(has(test::message_of([&] { inspect_part(directory / "r.h5"); }), "is a finished result"));
}

}  // namespace
}  // namespace hilspace::results
