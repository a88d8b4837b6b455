#include "numerics/quantile.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace hilspace::numerics {

double normal_quantile(double p) {
  return boost::math::quantile(boost::math::normal_distribution<double>(), p);
}

double student_quantile(double p, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<double>(degrees), p);
}

double chi_squared_quantile(double p, double degrees) {
  return boost::math::quantile(boost::math::chi_squared_distribution<double>(degrees), p);
}

double noncentrality(double p, double f, double degrees, double degrees_below) {
  const auto below = [&](double lambda) {
    const double h = (degrees + lambda) * (degrees + lambda) / (degrees + 2.0 * lambda);
    return boost::math::cdf(boost::math::fisher_f_distribution<double>(h, degrees_below),
                            f / (1.0 + lambda / degrees));
  };
  double low = 0.0, high = degrees;
  if (!(below(low) > p)) return 0.0;
  while (below(high) > p) high *= 2.0;
  while (high - low > 1e-9 * high) {
    const double middle = 0.5 * (low + high);
    (below(middle) > p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace hilspace::numerics
