// Setting up a scenario takes nothing from the heap: it is done ten million times over.

#include <gtest/gtest.h>

#include "support/allocations.hpp"
#include "unit/study/example.hpp"

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
  const int before = test::allocations();
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 99; ++i) sum += axial_setup(study, i).chaser_mass;
  EXPECT_EQ(test::allocations() - before, 0);
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
  const int before = test::allocations();
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 99; ++i) sum += sixdof_setup(study, i).chaser.mass;
  EXPECT_EQ(test::allocations() - before, 0);
  EXPECT_NEAR(sum, 99.0 * 5.0, 1e-9);
}

}  // namespace
}  // namespace hilspace::study
