#include "sweep/room.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "sweep/sweep.hpp"
#include "sweeping.hpp"

namespace hilspace::sweep {
namespace {

TEST_F(Sweep, TakesNoMoreRoomThanItSays) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "r.h5"});
  const auto size = static_cast<double>(fs::file_size(folder_ / "r.h5"));
  EXPECT_GT(size, result_size(study, 900));
  EXPECT_LT(size, result_size(study, 900) + 1.5e5)
      << "beside the numbers there are only the study, fixed parameters and the like";
  const double numbers = result_size(study, 900) - result_size(study, 0);
  EXPECT_GT(room_needed(study, 900, 900), result_size(study, 900) + numbers);
  EXPECT_EQ(room_needed(study, 900, 0), result_size(study, 900));
}

TEST_F(Sweep, IsRefusedAtOnceWhereItDoesNotFit) {
  auto huge = study_of(kStudy);
  for (auto& axis : huge.axes) axis.values[0].resize(std::size_t{1} << 20, axis.values[0].front());
  ASSERT_GE(study::scenario_count(huge), std::uint64_t{1} << 40);
  EXPECT_THROW(run(huge, {.output = folder_ / "r.h5"}), RunError);
  EXPECT_TRUE(names_in(folder_).empty());
}

}  // namespace
}  // namespace hilspace::sweep
