// Damaged files: a reader reports the damage, or returns exactly what was written. Never another number,
// never a crash. Some 1,000 files; tools/nightly has 10,000, others every night.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "results/records/campaign_result.hpp"
#include "results/records/table_file.hpp"
#include "support/times.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

void add(std::string& all, std::span<const double> values) {
  all.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

void add(std::string& all, const std::vector<Variable>& variables) {
  for (const Variable& variable : variables) {
    for (const auto* text : {&variable.name, &variable.units, &variable.long_name}) all += *text + "\n";
    for (const auto* texts : {&variable.dimensions, &variable.texts, &variable.flags})
      for (const auto& text : *texts) all += text + "\n";
    add(all, variable.values);
    add(all, std::array{variable.numerical_error, variable.numerical_error_p95});
  }
}

/// All contents of a file that the verbs use.
std::string seen(const std::filesystem::path& file) {
  const ResultFile result = read_result(file);
  std::string all = result.title + result.study + result.identity.study_sha256;
  add(all, result.coordinates);
  add(all, result.variables);
  for (const auto& name : result.dimension_names) all += name + "\n";
  for (const TraceGroupInfo& group : inspect_traces(file).traces) {
    all += fmt::format("{} {} {} {}\n", group.path, group.samples, group.begin, group.end);
    add(all, read_trace_group(file, group.path));
    if (group.impacts > 0) add(all, read_trace_group(file, group.path + "/impacts"));
  }
  return all;
}

std::string seen_of_part(const std::filesystem::path& file) {
  const PartInfo info = inspect_part(file);
  std::string all = fmt::format("{} {} {}", info.range.begin, info.range.end, info.identity.study_sha256);
  if (info.has_study) all += part_study(file);
  const Block block = read_part(file);
  add(all, block.all());
  add(all, block.error.values);
  for (std::size_t i = 0; i < block.error.values.size(); ++i)
    add(all, std::array{block.error.percentile_95(i)});
  return all;
}

using Random = std::mt19937_64;
std::size_t below(Random& random, std::size_t size) { return random() % std::max<std::size_t>(size, 1); }

/// Mostly single bits; also the damage done by disks, copies and editors.
std::string damaged(std::string bytes, Random& random) {
  const std::size_t at = below(random, bytes.size()), from = below(random, bytes.size());
  const std::size_t length =
      std::min({bytes.size() - at, bytes.size() - from, std::size_t{1} << below(random, 10)});
  switch (below(random, 10)) {
    case 0:
      return bytes.substr(0, at);
    case 1:
      return bytes.replace(at, length, length, '\0');
    case 2:
      return bytes.replace(at, length, length, '\xff');
    case 3:
      return bytes.replace(at, length, bytes.substr(from, length));
    case 4:
      bytes[at] = static_cast<char>(random());
      return bytes;
    default:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(random, 8)));
      return bytes;
  }
}

class Damage : public testing::Test {
 protected:
  /// Many copies of `file`, each damaged at one place.
  void expect_found_or_harmless(const std::filesystem::path& file, std::uint64_t count,
                                std::string (*look)(const std::filesystem::path&) = seen,
                                const std::filesystem::path& through = {}) const {
    const auto& looked_at = through.empty() ? file : through;
    const std::string good = sample::bytes(file), expected = look(looked_at);
    ASSERT_EQ(look(looked_at), expected);
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < count * test::times(); ++i) {
      const std::uint64_t seed = ((test::seed() - 1) << 20) + i;  // other files every night
      Random random(seed);
      sample::set_bytes(file, damaged(good, random));
      try {
        ASSERT_TRUE(look(looked_at) == expected) << file.filename() << ": other numbers, seed " << seed;
      } catch (const RunError& error) {
        ++found;
        ASSERT_TRUE(has(error.what(), directory_.path().string())) << error.what() << ", seed " << seed;
      } catch (const std::exception& error) {
        FAIL() << file.filename() << ": " << error.what() << ", seed " << seed;
      }
    }
    EXPECT_GT(found, count * test::times() / 4) << file.filename();
    sample::set_bytes(file, good);
  }
  std::filesystem::path merged(const study::Study& study, const std::string& name, Numbers numbers) const {
    const std::uint64_t count = study::scenario_count(study);
    merge(study, sample::write_parts(directory_, study, {count / 3, count}), sample::trace_of,
          sample::facts(), directory_ / name, sample::kGoOn, numbers);
    return directory_ / name;
  }

  const sample::Directory directory_;
  const study::Study study_ = [] {
    study::Study study = sample::study();
    study.output.traces = {0, 17};
    return study;
  }();
  /// Long enough that its numbers are stored in chunks.
  const study::Study long_study_ = [] {
    study::Study study = sample::study();
    study.axes[0].values[0].resize(2000, 1e-3);
    study.output.metrics = {"force.peak_hil"};
    return study;
  }();
};

TEST_F(Damage, InResults) { expect_found_or_harmless(merged(study_, "r.h5", Numbers::copied), 200); }

TEST_F(Damage, InLongResults) {
  expect_found_or_harmless(merged(long_study_, "long.h5", Numbers::copied), 100);
}

TEST_F(Damage, InVirtualResultsAndTheirParts) {
  const auto view = merged(study_, "view.h5", Numbers::in_parts);
  // Both parts are read with each: half a minute under a sanitizer
  expect_found_or_harmless(view, test::kSanitized ? 50 : 200);
  for (const char* part : {"0-8.part", "8-24.part"})
    expect_found_or_harmless(directory_ / part, test::kSanitized ? 20 : 40, seen, view);
}

TEST_F(Damage, InParts) {
  for (const Range range : {Range{0, 24}, Range{5, 9}}) {
    write_part(directory_ / "a.part", study_, sample::block(range));
    expect_found_or_harmless(directory_ / "a.part", 80, seen_of_part);
  }
}

TEST_F(Damage, InTraces) {
  write_trace(directory_ / "trace.h5", study_, 17, sample::trace(), sample::row(17));
  expect_found_or_harmless(directory_ / "trace.h5", 100);
}

TEST_F(Damage, InTablesAndCampaigns) {
  Variable name{"way", "", "how it was found"};
  name.texts = {"closed form", "simulated"};
  Variable limit{"limit", "s", "critical delay"};
  limit.dimensions = {"way"};
  limit.values = {0.5, 0.25};
  Variable remark{"remark", "", "what to know"};
  remark.dimensions = {"way"};
  remark.texts = {"", std::string(5000, 'x')};
  write_table(directory_ / "table.h5", study_, {"stability", true, {name}, {limit, remark}});
  expect_found_or_harmless(directory_ / "table.h5", 100);

  const models::Trace trace = sample::trace();
  CampaignResult campaign{study_, {{"rig", "text"}}, {}, {{0, &trace}}};
  campaign.columns = {{{"scenario", "1", "index"}, {3.0, 5.0}},
                      {{"force.peak_rig", "N", "peak"}, {1.5, 2.5}}};
  write_campaign(directory_ / "campaign.h5", campaign);
  expect_found_or_harmless(directory_ / "campaign.h5", 100);
}

// Flips a bit that affects nothing but the number.
TEST_F(Damage, ToANumberNamesTheVariable) {
  const auto file = merged(long_study_, "r.h5", Numbers::copied);
  std::string bytes = sample::bytes(file);
  const double step = sample::row(9000).step;
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&step), sizeof step));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  sample::set_bytes(file, bytes);
  const auto text = run_error([&] { read_result(file); });
  EXPECT_TRUE(has(text, "r.h5: is damaged (numerics.step: ") && has(text, "delete it")) << text;
}

TEST_F(Damage, ToATextNamesTheVariable) {
  const auto file = merged(study_, "r.h5", Numbers::copied);
  std::string bytes = sample::bytes(file);
  std::size_t found = 0;
  for (std::size_t at = bytes.find("polyimide"); at != std::string::npos;
       at = bytes.find("polyimide", at + 1)) {
    ++found;
    bytes[at] = 'q';
  }
  ASSERT_GT(found, 0u);
  sample::set_bytes(file, bytes);
  const auto text = run_error([&] { read_result(file); });
  EXPECT_TRUE(has(text, "contact.chaser_material: its texts differ from those that were written")) << text;
}

// The same scenarios of the same study in an intact part, with a different number.
TEST_F(Damage, APartThatWasChangedIsNotTakenForTheOneThatWasMerged) {
  const auto view = merged(study_, "view.h5", Numbers::in_parts);
  Block other = sample::block({8, 24});
  other.numbers(3)[5] = 12345.0;
  write_part(directory_ / "8-24.part", study_, other);
  const auto text = run_error([&] { read_result(view); });
  EXPECT_TRUE(has(text, "8-24.part: does not hold the numbers it did") && has(text, "merge with --fresh"))
      << text;
}

}  // namespace
}  // namespace hilspace::results
