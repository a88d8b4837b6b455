#pragma once
// Quantiles: the x that a random number stays below with probability p, 0 < p < 1.
//
//   normal        mean 0, variance 1: p = (1 + erf(x/sqrt 2))/2
//   student       t with v > 0 degrees of freedom: the mean of v + 1 normal numbers less the true one, in
//                 standard errors estimated from them; v -> infinity: normal
//   chi_squared   sum of the squares of v normal numbers, v > 0
//
// To the last digit or two. std::domain_error: p or v out of these ranges. Source: Abramowitz, Stegun,
// Handbook of Mathematical Functions, 26.
//
// noncentrality: the lambda with which F, a noncentral ratio of mean squares of d1 and d2 degrees of freedom, stays
// below f with probability p; 0 if it does so less often even without any. By Patnaik's approximation,
// F = (1 + lambda/d1) F(h, d2), h = (d1 + lambda)^2/(d1 + 2 lambda) (Abramowitz, Stegun, 26.6.26): exact at 0.

namespace hilspace::numerics {

double normal_quantile(double p);
double student_quantile(double p, double degrees);
double chi_squared_quantile(double p, double degrees);
double noncentrality(double p, double f, double degrees, double degrees_below);

}  // namespace hilspace::numerics
