#include "integrate/collocation.hpp"

#include <cmath>

namespace hilspace::integrate {

double tau_at(Course course, double share) {
  switch (course) {
    case Course::onset:
      return std::sqrt(share);
    case Course::even:
      return share;
    case Course::ending:
      return 1.0 - std::sqrt(1.0 - share);
  }
  __builtin_unreachable();
}

namespace {

using Powers = std::array<std::array<double, kNodes + 1>, kNodes + 1>;

constexpr double abscissa(std::size_t i) { return i == 0 ? 0.0 : kNodeTaus[i - 1]; }

/// Lagrange's polynomials through the start and the nodes, multiplied out.
Powers powers() {
  Powers result{};
  for (std::size_t k = 0; k <= kNodes; ++k) {
    std::array<double, kNodes + 1> product{1.0};
    std::size_t degree = 0;
    for (std::size_t j = 0; j <= kNodes; ++j) {
      if (j == k) continue;
      const double apart = abscissa(k) - abscissa(j);
      ++degree;
      for (std::size_t i = degree + 1; i-- > 0;)
        product[i] = ((i > 0 ? product[i - 1] : 0.0) - abscissa(j) * product[i]) / apart;
    }
    for (std::size_t i = 0; i <= kNodes; ++i) result[i][k] = product[i];
  }
  return result;
}

/// Of the values over a piece, for that at any tau.
std::array<double, kNodes + 1> weights_at(double tau) {
  std::array<double, kNodes + 1> weights{};
  for (std::size_t k = 0; k <= kNodes; ++k) {
    double product = 1.0;
    for (std::size_t j = 0; j <= kNodes; ++j)
      if (j != k) product *= (tau - abscissa(j)) / (abscissa(k) - abscissa(j));
    weights[k] = product;
  }
  return weights;
}

template <std::size_t kLooks>
LookWeights<kLooks> weights_of(Course course) {
  LookWeights<kLooks> weights{};
  for (std::size_t i = 0; i <= 2 * kLooks; ++i)
    weights[i] = weights_at(tau_at(course, static_cast<double>(i) / (2.0 * kLooks)));
  return weights;
}

}  // namespace

const Powers kPowers = powers();

template <std::size_t kLooks>
const std::array<LookWeights<kLooks>, 3>& look_weights() {
  static const std::array all{weights_of<kLooks>(Course::onset), weights_of<kLooks>(Course::even),
                              weights_of<kLooks>(Course::ending)};
  return all;
}
template const std::array<LookWeights<5>, 3>& look_weights<5>();
template const std::array<LookWeights<8>, 3>& look_weights<8>();
template const std::array<LookWeights<14>, 3>& look_weights<14>();

}  // namespace hilspace::integrate
