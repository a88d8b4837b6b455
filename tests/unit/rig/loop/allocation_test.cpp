// The loop neither allocates nor frees heap memory: neither in a normal run nor when it trips.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "unit/rig/bench_rig.hpp"

namespace {
thread_local bool forbidden = false;
std::atomic<long> offences{0};

void* take(std::size_t size) {
  if (forbidden) ++offences;
  if (void* place = std::malloc(size)) return place;
  throw std::bad_alloc();
}
void give(void* place) {
  if (forbidden && place != nullptr) ++offences;
  std::free(place);
}
}  // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void operator delete(void* place) noexcept { give(place); }
void operator delete[](void* place) noexcept { give(place); }
void operator delete(void* place, std::size_t) noexcept { give(place); }
void operator delete[](void* place, std::size_t) noexcept { give(place); }

namespace hilspace::rig {
namespace {

long offences_in(const InProcessSetup& rig, const compensation::CompensatorSetup& compensator = {}) {
  InProcess daq(rig);
  Ring<Record> ring(256);  // soon full: dropping records does not allocate either
  LoopSetup setup = bench::loop_setup();
  setup.computer.compensation = bench::compensation(compensator);
  Loop loop(daq, setup, ring);
  offences = 0;
  forbidden = true;
  while (loop.cycle()) {
  }
  forbidden = false;
  return offences;
}

TEST(Allocation, IsNoticed) {
  offences = 0;
  forbidden = true;
  delete new int(3);
  forbidden = false;
  EXPECT_EQ(offences, 2);
}

TEST(Allocation, NoneInTheLoop) { EXPECT_EQ(offences_in(bench::rig_setup()), 0); }

TEST(Allocation, NoneInACompensator) {
  using compensation::Force, compensation::Position;
  for (const auto position : {Position::polynomial, Position::lead, Position::predictor, Position::ats})
    for (const auto force : {Force::none, Force::lead, Force::passivity, Force::smith})
      EXPECT_EQ(offences_in(bench::rig_setup(), {position, force, 2}), 0);
}

TEST(Allocation, NoneInATrip) {
  for (int what = 0; what < 10; ++what) {
    InProcessSetup rig = bench::rig_setup();
    rig.script = {{static_cast<Disturbance>(what), 150, 60, 1e-3, SensorOf::force}};
    EXPECT_EQ(offences_in(rig), 0) << what;
  }
}

}  // namespace
}  // namespace hilspace::rig
