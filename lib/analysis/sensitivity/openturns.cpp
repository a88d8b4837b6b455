#include "analysis/sensitivity/openturns.hpp"

#include <cstddef>
#include <openturns/Interval.hxx>
#include <openturns/MartinezSensitivityAlgorithm.hxx>
#include <openturns/Point.hxx>
#include <openturns/Sample.hxx>

namespace hilspace::analysis {
namespace {

void append(std::span<const double> values, std::size_t at, OT::Sample& sample) {
  for (std::size_t i = 0; i < values.size(); ++i) sample(at + i, 0) = values[i];
}

std::vector<Estimate> estimates(const OT::Point& values, const OT::Interval& interval, std::size_t count) {
  std::vector<Estimate> result;
  const OT::Point low = interval.getLowerBound(), high = interval.getUpperBound();
  for (std::size_t j = 0; j < count; ++j) result.push_back({values[j], low[j], high[j]});
  return result;
}

}  // namespace

MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence) {
  const std::size_t size = a.size();
  // The intervals of a single parameter are wrong in OpenTURNS 1.20; beside one that does nothing they are
  // right.
  const std::size_t parameters = with.size() == 1 ? 2 : with.size();
  OT::Sample outputs(size * (parameters + 2), 1);
  append(a, 0, outputs);
  append(b, size, outputs);
  for (std::size_t j = 0; j < parameters; ++j)
    append(j < with.size() ? std::span<const double>(with[j]) : a, (j + 2) * size, outputs);
  // Of the inputs only the number counts.
  OT::MartinezSensitivityAlgorithm algorithm(OT::Sample(outputs.getSize(), parameters), outputs, size);
  algorithm.setUseAsymptoticDistribution(true);
  algorithm.setConfidenceLevel(confidence);
  return {estimates(algorithm.getFirstOrderIndices(), algorithm.getFirstOrderIndicesInterval(), with.size()),
          estimates(algorithm.getTotalOrderIndices(), algorithm.getTotalOrderIndicesInterval(), with.size())};
}

}  // namespace hilspace::analysis
