#pragma once
// Numbers as people write them: rounding done in decimal, so that what is computed equals what is typed.

namespace hilspace::study {

/// x * 10^power as if the exponent had been written that way: shifted(0.3, -3) is 0.0003 to the last bit.
double shifted(double x, int power);

/// The double nearest to x that is written with 15 significant digits: takes the rounding noise of a
/// computed number away, so that 0.05 + 3 * 0.05 is what a user writes as 0.2.
double round_to_15_digits(double x);

}  // namespace hilspace::study
