#include "numerics/quantile.hpp"

#include <boost/math/distributions/chi_squared.hpp>
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

}  // namespace hilspace::numerics
