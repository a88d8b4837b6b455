// The ring between two threads: every lost entry is counted, and the order is preserved.

#include "rig/loop/ring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace hilspace::rig {
namespace {

TEST(Ring, GivesBackWhatItTookInOrder) {
  Ring<int> ring(5);
  EXPECT_EQ(ring.capacity(), 8u);
  std::array<int, 3> out{};
  int next = 0, expected = 0;
  for (int round = 0; round < 100; ++round) {
    while (ring.has_room()) EXPECT_TRUE(ring.push(next++));
    EXPECT_EQ(ring.pop(out), 3u);
    for (const int each : out) EXPECT_EQ(each, expected++);
  }
  EXPECT_EQ(ring.lost(), 0u);
}

TEST(Ring, LosesTheNewestAndCounts) {
  Ring<int> ring(4);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ring.push(i), i < 4);
  EXPECT_EQ(ring.lost(), 6u);
  std::array<int, 8> out{};
  EXPECT_EQ(ring.pop(out), 4u);
  EXPECT_EQ(out[3], 3);
}

TEST(Ring, BetweenThreadsWhatComesOutIsWhatWentIn) {
  constexpr std::uint64_t kCount = 300'000;
  struct Entry {
    std::uint64_t number, square;
  };
  Ring<Entry> ring(64);
  std::thread writer([&] {
    for (std::uint64_t i = 0; i < kCount; ++i) ring.push({i, i * i});
  });
  std::array<Entry, 50> out{};
  std::uint64_t got = 0, last = 0;
  const auto drain = [&] {
    const std::size_t count = ring.pop(out);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(out[i].square, out[i].number * out[i].number);
      EXPECT_TRUE(got == 0 || out[i].number > last);
      last = out[i].number;
      ++got;
    }
    return count;
  };
  while (got + ring.lost() < kCount) drain();
  writer.join();
  while (drain() > 0) {
  }
  EXPECT_EQ(got + ring.lost(), kCount);
}

}  // namespace
}  // namespace hilspace::rig
