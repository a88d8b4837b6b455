#include "numerics/vector.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <functional>

#include "core/error.hpp"

namespace hilspace::numerics {
namespace {

/// term(0) op ... op term(count - 1), in the order that the header says.
template <class Op, class Term>
double fold(std::size_t count, Op op, double nothing, Term term) {
  if (count == 0) return nothing;
  const std::size_t pairs = count / 2;
  if (pairs == 0) return term(0);
  std::array even{term(0), term(1)};
  if (pairs > 1) {
    std::array odd{term(2), term(3)};
    for (std::size_t pair = 2; pair + 1 < pairs; pair += 2)
      for (std::size_t k = 0; k < 2; ++k) {
        even[k] = op(even[k], term(2 * pair + k));
        odd[k] = op(odd[k], term(2 * pair + 2 + k));
      }
    for (std::size_t k = 0; k < 2; ++k) even[k] = op(even[k], odd[k]);
    if (pairs % 2 == 1)
      for (std::size_t k = 0; k < 2; ++k) even[k] = op(even[k], term(2 * (pairs - 1) + k));
  }
  const double all = op(even[0], even[1]);
  return count % 2 == 1 ? op(all, term(count - 1)) : all;
}

template <class Term>
double sum(std::size_t count, Term term) {
  return fold(count, std::plus{}, 0.0, term);
}

}  // namespace

double dot(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size())
    throw RunError(
        fmt::format("the product of vectors of {} and {} numbers was asked for", x.size(), y.size()));
  return sum(x.size(), [&](std::size_t i) { return x[i] * y[i]; });
}

double sum_of_squares(std::span<const double> x) {
  return sum(x.size(), [&](std::size_t i) { return x[i] * x[i]; });
}

double norm(std::span<const double> x) { return std::sqrt(sum_of_squares(x)); }

double mean(std::span<const double> x) {
  return sum(x.size(), [&](std::size_t i) { return x[i]; }) / static_cast<double>(x.size());
}

double element_product(std::span<const double> x) {
  return fold(x.size(), std::multiplies{}, 1.0, [&](std::size_t i) { return x[i]; });
}

std::vector<double> product(const Matrix& a, std::span<const double> x) {
  if (a.columns != x.size())
    throw RunError(
        fmt::format("the product of a matrix of {} columns and a vector of {} numbers was asked for",
                    a.columns, x.size()));
  std::vector<double> found(a.rows, 0.0);
  for (std::size_t row = 0; row < a.rows; ++row)
    for (std::size_t column = 0; column < a.columns; ++column) found[row] += a(row, column) * x[column];
  return found;
}

}  // namespace hilspace::numerics
