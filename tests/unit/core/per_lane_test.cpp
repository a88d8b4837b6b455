#include "core/per_lane.hpp"

#include <gtest/gtest.h>

#include "core/lanes.hpp"

namespace hilspace {
namespace {

struct Taken {};
using Taking = Lanes<4, Taken>;

struct Thing {
  int number = -1;
};

TEST(PerLane, IsLoadedAndUnloadedLaneByLane) {
  PerLane<Taking, Thing> all;
  for (int i : {2, 0, 3, 1}) set_lane(all, i, PerLane<double, Thing>{{{10 * i}}});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(all.of[i].number, 10 * i);
    EXPECT_EQ(lane(all, i).of[0].number, 10 * i);
  }
}

TEST(PerLane, OfADoubleIsOne) {
  PerLane<double, Thing> one;
  EXPECT_EQ(one.of[0].number, -1);
  set_lane(one, 0, {{{7}}});
  EXPECT_EQ(lane(one, 0).of[0].number, 7);
}

}  // namespace
}  // namespace hilspace
