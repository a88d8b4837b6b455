#include "rig/control/identify.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "modal_plant.hpp"
#include "models/published_rig.hpp"
#include "rig/control/excitation.hpp"

namespace hilspace::rig {
namespace {

constexpr double kRate = 75e3, kGain = 316.3e-6;
const std::vector<Factor> kPoles{{0.06625, 11662.4}, {0.02007, 21014.4}, {0.28118, 26003.0}};
const std::vector<Factor> kZeros{{0.03152, 19751.0}};

struct Record {
  std::vector<double> command, position;
};

/// 10 s on the rig: excitation, held for each sample and delayed by `delay` samples, and the position with
/// sensor noise.
Record record(std::uint64_t seed, double noise_std, std::size_t delay = 0, double duration = 10.0) {
  ExcitationSetup setup;
  setup.seed = seed;
  setup.duration = duration;
  Record found{excitation(setup), {}};
  ExcitationSetup noise{duration, kRate, 0.0, std::max(noise_std, 1e-15), 23e3, -1.0, 1.0, seed + 1000};
  found.position = excitation(noise);
  ModalPlant plant(kGain, kPoles, kZeros, kRate);
  for (std::size_t k = 0; k < found.command.size(); ++k)
    found.position[k] += plant(k < delay ? setup.mean : found.command[k - delay]);
  return found;
}

void expect_near(const std::vector<Resonance>& found, const std::vector<Factor>& truth) {
  ASSERT_EQ(found.size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_NEAR(found[i].frequency, truth[i].frequency, 0.01 * truth[i].frequency);
    EXPECT_NEAR(found[i].damping, truth[i].damping, 0.1 * truth[i].damping);
    // The stated errors are neither too small nor meaninglessly large.
    EXPECT_LT(std::abs(found[i].frequency - truth[i].frequency), 5.0 * found[i].frequency_error);
    EXPECT_LT(std::abs(found[i].damping - truth[i].damping), 5.0 * found[i].damping_error);
  }
}

TEST(Identify, RecoversThePlantFromTenSecondsOfNoisyData) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Record data = record(seed, 0.73e-6);
    const auto found = identify(data.command, data.position, {});
    expect_near(found.fitted.poles, kPoles);
    expect_near(found.fitted.zeros, kZeros);
    EXPECT_NEAR(found.fitted.gain, kGain, 5.0 * found.fitted.gain_error);
    EXPECT_GT(found.fitted.misfit, 0.8);
    EXPECT_LT(found.fitted.misfit, 1.2);
  }
}

TEST(Identify, StandsTwentyTimesTheNoise) {
  for (std::uint64_t seed = 11; seed <= 13; ++seed) {
    const Record data = record(seed, 15e-6);
    const auto found = identify(data.command, data.position, {});
    expect_near(found.fitted.poles, kPoles);
    expect_near(found.fitted.zeros, kZeros);
  }
}

TEST(Identify, StandsShortRecordsAndShortSegments) {
  const Record data = record(21, 0.73e-6, 0, 2.0);
  IdentifySetup setup;
  setup.spectrum.segment = 8192;
  const auto found = identify(data.command, data.position, setup);
  expect_near(found.fitted.poles, kPoles);
  expect_near(found.fitted.zeros, kZeros);
}

TEST(Identify, DelayIsSaidOrFitted) {
  const Record data = record(31, 0.73e-6, 1);
  IdentifySetup setup;
  setup.fit.delay = 1.0 / kRate;
  expect_near(identify(data.command, data.position, setup).fitted.poles, kPoles);
  setup.fit.delay = 0.0;
  EXPECT_GT(identify(data.command, data.position, setup).fitted.misfit,
            10.0);  // and a wrong model is detected
  setup.fit.free_delay = true;
  const auto free = identify(data.command, data.position, setup).fitted;
  expect_near(free.poles, kPoles);
  expect_near(free.zeros, kZeros);
  EXPECT_NEAR(free.delay, 1.0 / kRate, 5.0 * free.delay_error);
  EXPECT_LT(free.delay_error, 1e-7);
}

TEST(Identify, TooFewPolesShowInTheMisfit) {
  const Record data = record(41, 0.73e-6);
  IdentifySetup setup;
  setup.fit.poles = 2;
  EXPECT_GT(identify(data.command, data.position, setup).fitted.misfit, 100.0);
}

TEST(Identify, AmplifierAloneFromItsOutput) {
  // m is measured directly: no hold between m and its measurement here, but between u and m.
  ExcitationSetup setup;
  setup.mean = 0.0;
  setup.min = -1.0;
  const auto command = excitation(setup);
  ModalPlant amplifier(-100.0, {kPoles[2]}, {}, kRate);
  std::vector<double> output;
  for (const double u : command) output.push_back(amplifier(u));
  IdentifySetup alone;
  alone.fit.poles = 1;
  alone.fit.zeros = 0;
  const auto found = identify(command, output, alone).fitted;
  EXPECT_NEAR(found.gain, -100.0, 0.1);
  ASSERT_EQ(found.poles.size(), 1u);
  EXPECT_NEAR(found.poles[0].frequency, 26003.0, 26.0);
  EXPECT_NEAR(found.poles[0].damping, 0.28118, 0.003);
}

TEST(Identify, MagnitudesGiveTheSameDampings) {
  const Record data = record(51, 0.73e-6);
  const auto second = identify(data.command, data.position, {}).from_magnitudes;
  ASSERT_EQ(second.poles.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(second.poles[i], kPoles[i].damping, 0.1 * kPoles[i].damping);
  ASSERT_EQ(second.zeros.size(), 1u);
  EXPECT_NEAR(second.zeros[0], kZeros[0].damping, 0.1 * kZeros[0].damping);
}

TEST(Identify, ComparesWithTheModelInUse) {
  const Record data = record(61, 0.73e-6);
  const auto found = identify(data.command, data.position, {});
  const auto same = compare(found, series(models::kAmplifier, models::kPiezo));
  EXPECT_LT(same.difference, 0.01);
  // The first resonance in appendix B is 8 % lower.
  const std::array other{
      instruments::Section{models::constant(316.3e-6), models::second_order(0.0686, 10700.0)},
      instruments::Section{models::second_order(0.0592, 19750.0), models::second_order(0.0258, 21700.0)},
      instruments::Section{models::constant(1.0), models::second_order(0.28, 26000.0)},
  };
  const auto shifted = compare(found, other);
  ASSERT_EQ(shifted.poles.size(), 3u);
  EXPECT_NEAR(shifted.poles[0].in_use.frequency, 10700.0, 1e-6);
  EXPECT_NEAR(shifted.poles[0].identified.frequency, 11662.4, 12.0);
  EXPECT_NEAR(shifted.poles[1].identified.frequency, 21014.4, 21.0);
  ASSERT_EQ(shifted.zeros.size(), 1u);
  EXPECT_GT(shifted.difference, 0.5);
  EXPECT_NE(text(shifted).find("+8.99 %"), std::string::npos) << text(shifted);
  EXPECT_NE(text(found).find("pole"), std::string::npos);
}

// The plant's motion is predicted before the excitation.
TEST(Excitation, MotionIsPredicted) {
  ExcitationSetup setup;
  setup.duration = 4.0;
  setup.std = 0.02;
  const auto command = excitation(setup);
  ModalPlant plant(kGain, kPoles, kZeros, kRate);
  double square = 0.0, rate_square = 0.0, last = kGain * setup.mean;
  for (const double u : command) {
    const double y = plant(u);
    square += (y - kGain * setup.mean) * (y - kGain * setup.mean);
    rate_square += (y - last) * (y - last) * kRate * kRate;
    last = y;
  }
  const auto n = static_cast<double>(command.size());
  const ExcitedMotion told = excited_motion(series(models::kAmplifier, models::kPiezo), setup);
  EXPECT_NEAR(std::sqrt(square / n) / told.extension, 1.0, 0.05);
  EXPECT_NEAR(std::sqrt(rate_square / n) / told.velocity, 1.0, 0.05);
}

TEST(FittedModel, SectionsHaveItsResponse) {
  FittedModel model;
  model.gain = kGain;
  for (const auto& [d, w] : kPoles) model.poles.push_back({w, d});
  for (const auto& [d, w] : kZeros) model.zeros.push_back({w, d});
  const auto plant = series(models::kAmplifier, models::kPiezo);
  for (const double w : logarithmic(10.0, 1e5, 50))
    EXPECT_NEAR(std::abs(response(model.sections(), w) / response(plant, w) - 1.0), 0.0, 1e-4);
}

TEST(FitSections, SayWhatIsWrong) {
  ResponseEstimate none;
  EXPECT_THROW(fit_sections(none, {}), InputError);
  FitSetup setup;
  setup.zeros = 5;
  EXPECT_THROW(fit_sections(none, setup), InputError);
}

}  // namespace
}  // namespace hilspace::rig
