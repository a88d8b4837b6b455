// Setting up a scenario takes nothing from the heap: it is done ten million times over.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "unit/study/example.hpp"

namespace {
std::atomic<int> allocations{0};
}

[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hilspace::study {
namespace {

TEST(Setup, AllocatesNothing) {
  const Study study = read_with(R"(
[actuator]
chain = ["noise", "low_pass", "calibration", "transfer_function"]
noise = { psd = "1e-17 m2/Hz", bandwidth = "23 kHz" }
low_pass.total_delay = "1 ms"
calibration = { input = ["0 mm", "1 mm"], output = ["0 mm", "1.1 mm"] }
transfer_function = { sections = [{ numerator = [1], denominator = [1, 1e-3] }] }
[force_sensor]
bandwidth = "10 kHz"
resolution = "1 N"
[[axis]]
"chaser.mass" = { from = "1 kg", to = "9 kg", count = 99 }
)");
  const int before = allocations;
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 99; ++i) sum += axial_setup(study, i).chaser_mass;
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(before, 0);  // the counting works
  EXPECT_NEAR(sum, 99.0 * 5.0, 1e-9);
}

TEST(Setup, AllocatesNothingInSixDegreesEither) {
  const Study study = read(kSixDof + R"(
[robot]
total_delay = "1 ms"
[[axis]]
"chaser.mass" = { from = "1 kg", to = "9 kg", count = 99 }
)");
  const int before = allocations;
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 99; ++i) sum += sixdof_setup(study, i).chaser.mass;
  EXPECT_EQ(allocations - before, 0);
  EXPECT_NEAR(sum, 99.0 * 5.0, 1e-9);
}

}  // namespace
}  // namespace hilspace::study
