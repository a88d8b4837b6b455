#include "sampling/openturns.hpp"

#include <openturns/ComposedDistribution.hxx>
#include <openturns/Distribution.hxx>
#include <openturns/GeometricProfile.hxx>
#include <openturns/HaltonSequence.hxx>
#include <openturns/LHSExperiment.hxx>
#include <openturns/Log.hxx>
#include <openturns/Normal.hxx>
#include <openturns/RandomGenerator.hxx>
#include <openturns/SimulatedAnnealingLHS.hxx>
#include <openturns/SobolSequence.hxx>
#include <openturns/SpaceFillingC2.hxx>
#include <openturns/Triangular.hxx>
#include <openturns/Uniform.hxx>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

#include "core/error.hpp"

namespace hilspace::sampling::openturns {
namespace {

// Open interval: what rounding puts on an end of it goes to the number next to that end.
constexpr double kLeast = std::numeric_limits<double>::min();
constexpr double kGreatest = 1.0 - std::numeric_limits<double>::epsilon() / 2.0;

/// OpenTURNS has one log and one state of its generator for all threads.
class Session {
 public:
  explicit Session(std::uint64_t seed = 0) : lock_(mutex_), state_(OT::RandomGenerator::GetState()) {
    OT::Log::Show(OT::Log::NONE);
    OT::RandomGenerator::SetSeed(seed);
  }
  ~Session() { OT::RandomGenerator::SetState(state_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  static inline std::mutex mutex_;
  std::lock_guard<std::mutex> lock_;
  OT::RandomGeneratorState state_;
};

Points columns(const OT::Sample& sample) {
  Points points(sample.getDimension(), std::vector<double>(sample.getSize()));
  for (std::size_t j = 0; j < points.size(); ++j)
    for (std::size_t i = 0; i < points[j].size(); ++i)
      points[j][i] = std::clamp(sample(i, j), kLeast, kGreatest);
  return points;
}

}  // namespace

const bool kAvailable = true;

Points sobol(std::uint64_t samples, std::size_t dimensions) {
  if (dimensions > OT::SobolSequence::MaximumDimension)
    throw InputError("the Sobol sequence has " + std::to_string(OT::SobolSequence::MaximumDimension) +
                     " dimensions; this takes " + std::to_string(dimensions));
  const Session session;
  return columns(OT::SobolSequence(dimensions).generate(samples));
}

Points halton(std::uint64_t samples, std::size_t dimensions) {
  const Session session;
  return columns(OT::HaltonSequence(dimensions).generate(samples));
}

Points latin_hypercube(std::uint64_t samples, std::size_t dimensions, std::uint64_t seed) {
  // What annealing begins with takes samples^2 x dimensions: about a second here.
  constexpr double kMostWork = 1e8;
  constexpr OT::UnsignedInteger kSwaps = 10'000;
  const Session session(seed);
  const OT::ComposedDistribution cube(
      OT::ComposedDistribution::DistributionCollection(dimensions, OT::Uniform(0.0, 1.0)));
  OT::LHSExperiment plain(cube, samples);
  plain.setAlwaysShuffle(true);
  const double n = static_cast<double>(samples);
  if (n * n * static_cast<double>(dimensions) > kMostWork || samples < 2) return columns(plain.generate());
  constexpr double kTemperature = 10.0, kCooling = 0.95;
  return columns(OT::SimulatedAnnealingLHS(plain, OT::SpaceFillingC2(),
                                           OT::GeometricProfile(kTemperature, kCooling, kSwaps))
                     .generate());
}

std::vector<double> normal(const Distribution& distribution, std::span<const double> probabilities) {
  const Session session;
  const OT::Distribution standard = OT::Normal(0.0, 1.0);
  const auto z_of = [&](double x) { return (x - distribution.mean) / distribution.std; };
  double low = std::isnan(distribution.from) ? -INFINITY : z_of(distribution.from);
  double high = std::isnan(distribution.to) ? INFINITY : z_of(distribution.to);
  // Probabilities are known best where they are small, so what lies above the mean is seen in a mirror.
  const bool mirrored = low > 0.0;
  if (mirrored) {
    std::swap(low, high);
    low = -low;
    high = -high;
  }
  const auto probability = [&](double z) {
    return std::isinf(z) ? (z > 0.0 ? 1.0 : 0.0) : standard.computeCDF(z);
  };
  const double below = probability(low), within = probability(high) - below;
  if (!(within > 0.0))
    throw InputError(
        "the normal distribution has no probability left between from and to; move them towards its mean");
  std::vector<double> values;
  values.reserve(probabilities.size());
  for (const double u : probabilities) {
    const double p = std::clamp(below + within * (mirrored ? 1.0 - u : u), kLeast, kGreatest);
    const double z = standard.computeScalarQuantile(p);
    values.push_back(distribution.mean + distribution.std * (mirrored ? -z : z));
  }
  return values;
}

std::vector<double> triangular(const Distribution& distribution, std::span<const double> probabilities) {
  const Session session;
  const OT::Distribution triangle = OT::Triangular(distribution.from, distribution.mode, distribution.to);
  std::vector<double> values;
  values.reserve(probabilities.size());
  for (const double u : probabilities) values.push_back(triangle.computeScalarQuantile(u));
  return values;
}

}  // namespace hilspace::sampling::openturns
