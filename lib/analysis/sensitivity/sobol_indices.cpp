#include "analysis/sensitivity/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sampling/openturns.hpp"

namespace hilspace::analysis {
namespace {

std::vector<Estimate> estimates(const std::vector<sampling::openturns::Index>& indices) {
  std::vector<Estimate> result;
  for (const auto& index : indices) result.push_back({index.value, index.low, index.high});
  return result;
}

}  // namespace

SobolIndices sobol_indices(std::span<const double> values, std::size_t parameters, double confidence) {
  const std::size_t length = parameters + 2;
  if (parameters == 0 || values.size() % length != 0)
    throw std::invalid_argument("Saltelli blocks: each has as many points as there are parameters, plus 2");
  SobolIndices result{std::vector<Estimate>(parameters), std::vector<Estimate>(parameters), 0, 0};
  std::vector<double> a, b;
  std::vector<std::vector<double>> with(parameters);
  for (std::size_t at = 0; at < values.size(); at += length) {
    const auto block = values.subspan(at, length);
    if (std::ranges::any_of(block, [](double value) { return std::isnan(value); })) {
      ++result.left_out;
      continue;
    }
    ++result.blocks;
    a.push_back(block.front());
    for (std::size_t j = 0; j < parameters; ++j) with[j].push_back(block[j + 1]);
    b.push_back(block.back());
  }
  if (result.blocks < kLeastBlocks || !varies(a) || !varies(b) || !std::ranges::all_of(with, varies))
    return result;
  const auto indices = sampling::openturns::martinez_indices(a, b, with, confidence);
  result.first = estimates(indices.first);
  result.total = estimates(indices.total);
  return result;
}

}  // namespace hilspace::analysis
