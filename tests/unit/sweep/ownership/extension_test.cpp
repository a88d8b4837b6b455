#include "sweep/ownership/extension.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "sweep/sweep.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

/// That many points of a design that every build has.
study::Study sampled(int samples, const std::string& settings = "", const std::string& type = "random") {
  const std::string text = settings + kStudy;
  return study_of(text.substr(0, text.find("[[axis]]")) + "[design]\ntype = \"" + type +
                  "\"\nsamples = " + std::to_string(samples) +
                  "\n[[parameter]]\npath = \"approach.velocity\"\nfrom = \"20 mm/s\"\nto = \"0.2 m/s\"\n"
                  "[[parameter]]\npath = \"chaser.mass\"\nfrom = \"20 kg\"\nto = \"40 kg\"\n");
}

/// The message when extending the result of `old` to `study`.
std::string refusal(const fs::path& folder, const study::Study& old, const study::Study& study) {
  const fs::path file = folder / "refused.h5";
  run(old, {.output = file, .fresh = true});
  try {
    run(study, {.output = file, .extend = true});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(Sweep, ExtendsAResultByWhatIsNew) {
  const auto large = sampled(300);
  run(large, {.output = folder_ / "fresh.h5"});
  run(sampled(40), {.output = folder_ / "grown.h5"});
  EXPECT_TRUE(is_smaller_result(folder_ / "grown.h5", large));
  const Report report = run(large, {.output = folder_ / "grown.h5", .threads = 2, .extend = true});
  EXPECT_EQ(report.completion, Completion::complete);
  EXPECT_EQ(report.computed, 260U);
  EXPECT_EQ(bits_of(folder_ / "fresh.h5"), bits_of(folder_ / "grown.h5"));
  const auto fresh = results::read_result(folder_ / "fresh.h5"),
             grown = results::read_result(folder_ / "grown.h5");
  EXPECT_EQ(fresh.identity, grown.identity);
  for (std::size_t i = 0; i < fresh.variables.size(); ++i) {
    const double a = fresh.variables[i].numerical_error, b = grown.variables[i].numerical_error;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)) << fresh.variables[i].name;
    const double c = fresh.variables[i].numerical_error_p95, d = grown.variables[i].numerical_error_p95;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(c), std::bit_cast<std::uint64_t>(d)) << fresh.variables[i].name;
  }
  EXPECT_FALSE(fs::exists(folder_ / "grown.h5.parts"));
  EXPECT_EQ(run(large, {.output = folder_ / "grown.h5", .extend = true}).completion,
            Completion::already_complete);
}

TEST_F(Sweep, ExtendsBesidePartsThatTheSmallerRunLeft) {
  const auto large = sampled(300), small = sampled(40);
  run(large, {.output = folder_ / "fresh.h5"});
  const fs::path file = folder_ / "grown.h5";
  run(small, {.output = folder_ / "other.h5"});
  add_part(small, file, {0, 10});  // and was killed right after its merge
  fs::rename(folder_ / "other.h5", file);
  EXPECT_EQ(run(large, {.output = file, .extend = true}).completion, Completion::complete);
  EXPECT_EQ(bits_of(folder_ / "fresh.h5"), bits_of(file));
  EXPECT_FALSE(fs::exists(folder_ / "grown.h5.parts"));
}

TEST_F(Sweep, GoesOnWithAnExtensionThatWasStopped) {
  const auto large = sampled(300);
  run(large, {.output = folder_ / "fresh.h5"});
  const fs::path file = folder_ / "grown.h5";
  run(sampled(40), {.output = file});
  add_part(large, file, {100, 150});
  const std::atomic<bool> stop{true};
  EXPECT_EQ(run(large, {.output = file, .extend = true, .stop = &stop}).completion, Completion::interrupted);
  EXPECT_TRUE(is_smaller_result(file, large));  // it is there as it was
  EXPECT_EQ(run(large, {.output = file, .extend = true}).computed, 210U);
  EXPECT_EQ(bits_of(folder_ / "fresh.h5"), bits_of(file));
  EXPECT_FALSE(fs::exists(folder_ / "grown.h5.parts"));
}

TEST_F(Sweep, ExtendsBesidePartsOfTheSameScenarios) {
  const auto large = sampled(300);
  run(large, {.output = folder_ / "fresh.h5"});
  const fs::path file = folder_ / "grown.h5";
  run(sampled(40), {.output = file});
  add_part(large, file, {30, 50});
  EXPECT_EQ(run(large, {.output = file, .extend = true}).completion, Completion::complete);
  EXPECT_EQ(bits_of(folder_ / "fresh.h5"), bits_of(file));
}

TEST_F(Sweep, ExtendsNoOtherStudyAndSaysWhatDiffers) {
  const auto has = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos ? testing::AssertionSuccess()
                                                : testing::AssertionFailure() << text;
  };
  EXPECT_TRUE(has(refusal(folder_, sampled(9, "seed = 2\n"), sampled(20)), "seed 2 -> 1"));
  EXPECT_TRUE(
      has(refusal(folder_, sampled(20), sampled(9)), "it already has 20 scenarios, and this study has 9"));
  EXPECT_TRUE(
      has(refusal(folder_, sampled(9, "", "morris"), sampled(20)), "design.type \"morris\" -> \"random\""));
  EXPECT_TRUE(
      has(refusal(folder_, study_of(small_study()), sampled(20)), "only studies with a sampled design"));
  EXPECT_TRUE(
      has(refusal(folder_, sampled(9), study_of(small_study())), "only studies with a sampled design"));
  EXPECT_THROW(run(sampled(20), {.output = folder_ / "none.h5", .extend = true}), InputError);
}

TEST_F(Sweep, TellsOfExtensionWhereItWouldHelp) {
  const auto message = [&](const study::Study& study) -> std::string {
    try {
      run(study, {.output = folder_ / "r.h5"});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  run(sampled(9), {.output = folder_ / "r.h5"});
  EXPECT_NE(message(sampled(20)).find("--extend"), std::string::npos);
  EXPECT_EQ(message(sampled(20, "seed = 2\n")).find("--extend"), std::string::npos);
}

}  // namespace
}  // namespace hilspace::sweep
