#include "results/assembly.hpp"

#include <gtest/gtest.h>

#include "messages.hpp"
#include "sample.hpp"

namespace hilspace::results {
namespace {

class Assembled : public testing::Test {
 protected:
  /// The file that parts of the same scenarios give.
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

}  // namespace
}  // namespace hilspace::results
