#include "results/assembly/assembly.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

class Assembled : public testing::Test {
 protected:
  /// The file given by parts of the same scenarios.
  std::string merged() const {
    const auto parts = sample::write_parts(directory_, study_, {3, 11, 24});
    EXPECT_TRUE(merge(study_, parts, sample::trace_of, sample::facts(), directory_ / "m.h5", sample::kGoOn));
    return sample::bytes(directory_ / "m.h5");
  }
  std::string joined() const {
    const auto parts = sample::write_parts(directory_, study_, {3, 11, 24});
    EXPECT_TRUE(join_parts(study_, parts, directory_ / "j.h5", sample::kGoOn));
    return sample::bytes(directory_ / "j.h5");
  }
  const sample::Directory directory_;
  const study::Study study_ = sample::study();
  const std::filesystem::path file_ = directory_ / "r.h5";
};

TEST_F(Assembled, OfBlocksInAnyOrderItIsWhatPartsGive) {
  for (const bool is_part : {false, true}) {
    const std::string expected = is_part ? joined() : merged();
    Assembly assembly(study_, file_, is_part ? std::optional(Range{0, 24}) : std::nullopt, directory_.path());
    for (const Range range : {Range{3, 11}, Range{11, 24}, Range{0, 3}}) assembly.add(sample::block(range));
    EXPECT_TRUE(assembly.add_traces(sample::trace_of));
    assembly.commit(sample::facts());
    EXPECT_EQ(sample::bytes(file_), expected);
  }
}

TEST_F(Assembled, OfBlocksAndPartsItIsTheSame) {
  const std::string expected = merged();
  const auto parts = sample::write_parts(directory_, study_, {3, 11, 24});
  Assembly assembly(study_, file_, std::nullopt, directory_.path());
  EXPECT_TRUE(assembly.add({&parts[1], 1}, sample::kGoOn));
  assembly.add(sample::block({0, 3}));
  EXPECT_TRUE(assembly.add({&parts[2], 1}, sample::kGoOn));
  assembly.commit(sample::facts());
  EXPECT_EQ(sample::bytes(file_), expected);
}

TEST_F(Assembled, IsNotThereBeforeItIsWhole) {
  sample::set_bytes(file_, "old");
  std::filesystem::create_directory(directory_ / "aside");
  {
    Assembly assembly(study_, file_, std::nullopt, directory_ / "aside");
    assembly.add(sample::block({0, 20}));
    EXPECT_FALSE(std::filesystem::is_empty(directory_ / "aside"));
    EXPECT_EQ(directory_.names(), (std::vector<std::string>{"aside", "r.h5"}));
    EXPECT_TRUE(has(run_error([&] { assembly.commit(sample::facts()); }), "each scenario once"));
  }
  EXPECT_EQ(sample::bytes(file_), "old");
  EXPECT_TRUE(std::filesystem::is_empty(directory_ / "aside"));
}

TEST_F(Assembled, RefusesPartsThatAreDamagedOrHaveChanged) {
  const auto parts = sample::write_parts(directory_, study_, {3, 24});
  Assembly assembly(study_, file_, std::nullopt, directory_.path());
  write_part(parts[0].file, study_, sample::block({0, 2}));
  EXPECT_TRUE(has(run_error([&] { assembly.add({&parts[0], 1}, sample::kGoOn); }), "changed"));
  std::filesystem::resize_file(parts[1].file, 5000);
  EXPECT_TRUE(has(run_error([&] { assembly.add({&parts[1], 1}, sample::kGoOn); }), "is damaged"));
}

// A byte of the numbers changes after they were written and before the file appears.
TEST_F(Assembled, IsReadBackBeforeItAppears) {
  auto study = study_;
  study.axes[0].values[0].resize(5000, 1e-3);  // full chunks are written to the disk
  const Range all{0, 40'000};
  const Block block = sample::block(all);
  for (const bool is_part : {false, true}) {
    Assembly assembly(study, file_, is_part ? std::optional(all) : std::nullopt, directory_.path());
    assembly.add(block);
    EXPECT_TRUE(assembly.add_traces(sample::trace_of));
    const auto numbers = block.numbers(block.columns().size() - 1);
    const auto temporary = directory_ / directory_.names().front();
    std::string bytes = sample::bytes(temporary);
    const std::string wanted(reinterpret_cast<const char*>(&numbers[3]), 2 * sizeof(double));
    const auto at = bytes.find(wanted);
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::fstream(temporary, std::ios::binary | std::ios::in | std::ios::out)
        .write(bytes.data(), std::ssize(bytes));
    const std::string text = run_error([&] { assembly.commit(sample::facts()); });
    EXPECT_TRUE(has(text, file_.string() + ": does not read back as it was written (is damaged (" +
                              (is_part ? "numbers" : block.columns().back().name)))
        << text;
    EXPECT_FALSE(has(text, "delete") || has(text, ".tmp")) << text;
    EXPECT_FALSE(std::filesystem::exists(file_));
  }
}

}  // namespace
}  // namespace hilspace::results
