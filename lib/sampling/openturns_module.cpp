// Implementation of hilspace_openturns.so: the functions of openturns.hpp, with OpenTURNS.

#include "sampling/openturns_module.hpp"

#include <openturns/ComposedDistribution.hxx>
#include <openturns/Distribution.hxx>
#include <openturns/GeometricProfile.hxx>
#include <openturns/HaltonSequence.hxx>
#include <openturns/Interval.hxx>
#include <openturns/LHSExperiment.hxx>
#include <openturns/Log.hxx>
#include <openturns/MartinezSensitivityAlgorithm.hxx>
#include <openturns/Normal.hxx>
#include <openturns/Point.hxx>
#include <openturns/RandomGenerator.hxx>
#include <openturns/Sample.hxx>
#include <openturns/SimulatedAnnealingLHS.hxx>
#include <openturns/SobolSequence.hxx>
#include <openturns/SpaceFillingC2.hxx>
#include <openturns/Triangular.hxx>
#include <openturns/Uniform.hxx>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/version.hpp"

namespace hilspace::sampling::openturns {
namespace {

// Open interval: values rounded to an end are moved to the adjacent number inside.
constexpr double kLeast = std::numeric_limits<double>::min();
constexpr double kGreatest = 1.0 - std::numeric_limits<double>::epsilon() / 2.0;

/// OpenTURNS has a single log and a single generator state for all threads.
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

void append(std::span<const double> values, std::size_t at, OT::Sample& sample) {
  for (std::size_t i = 0; i < values.size(); ++i) sample(at + i, 0) = values[i];
}

std::vector<Index> estimates(const OT::Point& values, const OT::Interval& interval, std::size_t count) {
  std::vector<Index> result;
  const OT::Point low = interval.getLowerBound(), high = interval.getUpperBound();
  for (std::size_t j = 0; j < count; ++j) result.push_back({values[j], low[j], high[j]});
  return result;
}

std::optional<Failure> attempt(const std::function<void()>& call) {
  try {
    call();
    return std::nullopt;
  } catch (const InputError& error) {
    return Failure{true, error.what()};
  } catch (const std::exception& error) {
    return Failure{false, error.what()};
  }
}

}  // namespace

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
  // Starting the annealing costs samples^2 x dimensions operations: about a second at this size.
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
  // Probabilities are most accurate where small, so values above the mean are computed by reflection.
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
        "the normal distribution has no probability between from and to; move them towards its mean");
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

MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence) {
  const std::size_t size = a.size();
  // Workaround for OpenTURNS 1.20: intervals of a single parameter are wrong, but correct beside a dummy one.
  const std::size_t parameters = with.size() == 1 ? 2 : with.size();
  OT::Sample outputs(size * (parameters + 2), 1);
  append(a, 0, outputs);
  append(b, size, outputs);
  for (std::size_t j = 0; j < parameters; ++j)
    append(j < with.size() ? std::span<const double>(with[j]) : a, (j + 2) * size, outputs);
  // Only the number of inputs matters.
  OT::MartinezSensitivityAlgorithm algorithm(OT::Sample(outputs.getSize(), parameters), outputs, size);
  algorithm.setUseAsymptoticDistribution(true);
  algorithm.setConfidenceLevel(confidence);
  return {estimates(algorithm.getFirstOrderIndices(), algorithm.getFirstOrderIndicesInterval(), with.size()),
          estimates(algorithm.getTotalOrderIndices(), algorithm.getTotalOrderIndicesInterval(), with.size())};
}

}  // namespace hilspace::sampling::openturns

extern "C" __attribute__((visibility("default"))) const hilspace::sampling::openturns::Module*
hilspace_openturns_module() {
  namespace its = hilspace::sampling::openturns;
  static const its::Module module{
      .revision = hilspace::revision(),
      .attempt = &its::attempt,
      .sobol = &its::sobol,
      .halton = &its::halton,
      .latin_hypercube = &its::latin_hypercube,
      .normal = &its::normal,
      .triangular = &its::triangular,
      .martinez_indices = &its::martinez_indices,
  };
  return &module;
}
