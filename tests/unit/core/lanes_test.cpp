#include "core/lanes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>

#include "core/event.hpp"

namespace hilspace {
namespace {

struct Here {};
using Pack = Lanes<4, Here>;

// Every word of scalar.hpp, lane by lane, gives the bits it gives for a double.
TEST(Lanes, SayWhatADoubleSays) {
  std::mt19937_64 random(7);
  const auto number = [&random] { return (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5) * 20.0; };
  for (int round = 0; round < 2000; ++round) {
    Pack a, b, c;
    double x[4], y[4], z[4];
    for (int i = 0; i < 4; ++i) {
      set_lane(a, i, x[i] = number());
      set_lane(b, i, y[i] = number());
      set_lane(c, i, z[i] = number());
    }
    for (int i = 0; i < 4; ++i) {
      const auto same = [i](Pack pack, double one) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(lane(pack, i)), std::bit_cast<std::uint64_t>(one));
      };
      same(a + b * c - a / b, x[i] + y[i] * z[i] - x[i] / y[i]);
      same(-a, -x[i]);
      same(magnitude(a), magnitude(x[i]));
      same(larger(a, b), larger(x[i], y[i]));
      same(smaller(a, b), smaller(x[i], y[i]));
      same(round_even(a), round_even(x[i]));
      same(square_root(magnitude(a)), square_root(magnitude(x[i])));
      same(select(a < b && !(b <= c), a, c), select(x[i] < y[i] && !(y[i] <= z[i]), x[i], z[i]));
      same(time_to_reach(a, b, c), time_to_reach(x[i], y[i], z[i]));
    }
  }
}

TEST(LaneMask, IsAnyWhereOneIsTrue) {
  Mask<Pack> mask(false);
  EXPECT_FALSE(any(mask));
  set_lane(mask, 2, true);
  EXPECT_TRUE(any(mask));
  EXPECT_TRUE(lane(mask, 2));
  EXPECT_FALSE(lane(mask, 1));
  EXPECT_FALSE(lane(!mask, 2));
}

}  // namespace
}  // namespace hilspace
