#pragma once
// Decimal rounding, so that computed numbers equal typed ones.

namespace hilspace::study {

/// x * 10^power as if the exponent had been written that way: shifted(0.3, -3) is exactly the double 0.0003.
double shifted(double x, int power);

/// The double nearest to x among those with 15 significant digits: removes the rounding noise of a computed
/// number, so that 0.05 + 3 * 0.05 is what a user writes as 0.2.
double round_to_15_digits(double x);

}  // namespace hilspace::study
