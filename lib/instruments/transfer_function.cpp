#include "instruments/transfer_function.hpp"

#include <cmath>

namespace hilspace::instruments {
namespace {

NormalSection<double> second_order(const Section& section) {
  const auto& [a0, a1, a2] = section.denominator;
  const auto& [b0, b1, b2] = section.numerator;
  NormalSection<double> is;
  is.oscillates = is.lags = true;
  is.c0 = a0 / a2, is.c1 = a1 / a2;
  is.n0 = b0 / a2, is.n1 = b1 / a2, is.n2 = b2 / a2;
  is.z_held = a2 / a0;
  const double w = std::sqrt(std::abs(is.c0));
  is.rate_share = 1.0 / w;
  // y = (n0 - n2 c0) z + (n1 - n2 c1) z' + n2 u; z and z'/w on a shrinking circle.
  is.left = std::hypot(is.n0 - is.n2 * is.c0, (is.n1 - is.n2 * is.c1) * w);
  // Without zeros the oscillator's bound is exact.
  const double z = overshoot(0.5 * std::abs(is.c1) / w) / (w * w);
  const double first = 2.0 * w * z;
  const double second = 1.0 + w * w * z + std::abs(is.c1) * first;
  is.most = std::abs(is.n0) * z + std::abs(is.n1) * first + (b2 != 0.0 ? std::abs(is.n2) * second : 0.0);
  return is;
}

NormalSection<double> first_order(const Section& section) {
  const auto& [a0, a1, a2] = section.denominator;
  const auto& [b0, b1, b2] = section.numerator;
  NormalSection<double> is;
  is.lags = true;
  is.c1 = a0 / a1;
  is.n1 = b0 / a1, is.n2 = b1 / a1;
  is.rate_held = a1 / a0;
  is.rate_share = 1.0;
  is.left = std::abs(is.n1 - is.n2 * is.c1);
  is.most = std::abs(b0 / a0) + 2.0 * std::abs(b1 / a1);
  return is;
}

NormalSection<double> gain(const Section& section) {
  NormalSection<double> is;
  is.n2 = section.numerator[0] / section.denominator[0];
  is.most = std::abs(is.n2);
  return is;
}

}  // namespace

NormalSection<double> normal(const Section& section) {
  const auto& [a0, a1, a2] = section.denominator;
  auto is = a2 != 0.0 ? second_order(section) : a1 != 0.0 ? first_order(section) : gain(section);
  is.present = true;
  is.held = std::abs(section.numerator[0] / a0);
  return is;
}

}  // namespace hilspace::instruments
