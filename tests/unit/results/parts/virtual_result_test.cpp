#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

class Virtual : public testing::Test {
 protected:
  void merge_parts(const std::vector<PartInfo>& parts, const std::string& name, Numbers numbers) const {
    EXPECT_TRUE(
        merge(study_, parts, sample::trace_of, sample::facts(), directory_ / name, sample::kGoOn, numbers));
  }
  static std::vector<std::uint64_t> bits(const ResultFile& result) {
    std::vector<std::uint64_t> found;
    for (const Variable& variable : result.variables) {
      for (const double value : variable.values) found.push_back(std::bit_cast<std::uint64_t>(value));
      found.push_back(std::bit_cast<std::uint64_t>(variable.numerical_error));
      found.push_back(std::bit_cast<std::uint64_t>(variable.numerical_error_p95));
    }
    return found;
  }
  const sample::Directory directory_;
  const study::Study study_ = sample::study();
};

TEST_F(Virtual, HowTheWorkWasCutDoesNotShow) {
  for (const std::vector<std::uint64_t>& ends :
       {std::vector<std::uint64_t>{24}, {1, 24}, {3, 4, 11, 19, 24}, {8, 16, 24}, {7, 8, 23, 24}}) {
    const auto parts = sample::write_parts(directory_, study_, ends);
    merge_parts(parts, "real.h5", Numbers::copied);
    merge_parts(parts, "view.h5", Numbers::in_parts);
    const ResultFile real = read_result(directory_ / "real.h5"), view = read_result(directory_ / "view.h5");
    EXPECT_EQ(bits(view), bits(real));
    EXPECT_EQ(view.dimension_names, real.dimension_names);
    EXPECT_EQ(view.shape, real.shape);
    EXPECT_EQ(view.attributes, real.attributes);
    EXPECT_EQ(view.coordinates.size(), real.coordinates.size());
    EXPECT_TRUE(is_virtual(directory_ / "view.h5"));
    EXPECT_FALSE(is_virtual(directory_ / "real.h5"));
    EXPECT_EQ(inspect_result(directory_ / "view.h5"), identity(study_));
  }
}

// Statistics of repeats are numbers of no part, so the result holds them itself.
TEST_F(Virtual, HasTheStatisticsOfRepeats) {
  auto study = sample::study();
  study.axes.back() = {"numerics.repeat", {"numerics.repeat"_id}, {{1.0, 2.0}}};
  const auto parts = sample::write_parts(directory_, study, {3, 10, 24});  // borders within repeats
  for (const auto& [name, numbers] : {std::pair{"real.h5", Numbers::copied}, {"view.h5", Numbers::in_parts}})
    ASSERT_TRUE(
        merge(study, parts, sample::trace_of, sample::facts(), directory_ / name, sample::kGoOn, numbers));
  const ResultFile real = read_result(directory_ / "real.h5"), view = read_result(directory_ / "view.h5");
  const auto statistics = std::ranges::count_if(
      view.variables, [](const Variable& variable) { return is_repeat_name(variable.name); });
  EXPECT_GT(statistics, 100);
  EXPECT_EQ(bits(view), bits(real));
}

TEST_F(Virtual, HasTheNumbersOfSinglePrecision) {
  auto study = sample::study();
  study.output.precision = study::Precision::float32;
  const auto parts = sample::write_parts(directory_, study, {3, 10, 24});
  for (const auto& [name, numbers] : {std::pair{"real.h5", Numbers::copied}, {"view.h5", Numbers::in_parts}})
    ASSERT_TRUE(
        merge(study, parts, sample::trace_of, sample::facts(), directory_ / name, sample::kGoOn, numbers));
  EXPECT_EQ(bits(read_result(directory_ / "view.h5")), bits(read_result(directory_ / "real.h5")));
}

TEST_F(Virtual, DamageInAPartIsFoundWhenItIsRead) {
  const auto parts = sample::write_parts(directory_, study_, {11, 24});
  merge_parts(parts, "view.h5", Numbers::in_parts);
  std::string bytes = sample::bytes(parts[1].file);
  const double step = sample::row(15).step;
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&step), sizeof step));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  sample::set_bytes(parts[1].file, bytes);
  const auto text = run_error([&] { read_result(directory_ / "view.h5"); });
  EXPECT_TRUE(has(text, parts[1].file.filename().string() + ": is damaged")) << text;
  EXPECT_TRUE(has(run_error([&] { merge_parts(parts, "view.h5", Numbers::in_parts); }), "is damaged"));
}

TEST_F(Virtual, PartsThatAreGoneAreNamed) {
  const auto parts = sample::write_parts(directory_, study_, {11, 24});
  merge_parts(parts, "view.h5", Numbers::in_parts);
  std::filesystem::remove(parts[0].file);
  for (const auto& text : {run_error([&] { read_result(directory_ / "view.h5"); }),
                           run_error([&] { inspect_result(directory_ / "view.h5"); })})
    EXPECT_TRUE(has(text, "0-11.part: is not there") && has(text, "put that part back")) << text;
}

TEST_F(Virtual, TooManyPartsAreRefused) {
  auto study = sample::study();
  study.axes[0].values[0].resize(63, 1e-3);
  std::vector<PartInfo> parts;
  for (std::uint64_t i = 0; i < 504; ++i)
    parts.push_back({directory_ / std::to_string(i), {i, i + 1}, identity(study)});
  try {
    merge(study, parts, sample::trace_of, sample::facts(), directory_ / "view.h5", sample::kGoOn,
          Numbers::in_parts);
    FAIL() << "was merged";
  } catch (const InputError& error) {
    EXPECT_TRUE(has(error.what(), "504 parts") && has(error.what(), "merge without --virtual"))
        << error.what();
  }
  EXPECT_TRUE(directory_.names().empty());
}

TEST_F(Virtual, WithoutAxesThereIsNothingToPutTogether) {
  const auto single = sample::single();
  const auto parts = sample::write_parts(directory_, single, {1});
  EXPECT_THROW(
      merge(single, parts, {}, sample::facts(), directory_ / "view.h5", sample::kGoOn, Numbers::in_parts),
      InputError);
}

}  // namespace
}  // namespace hilspace::results
