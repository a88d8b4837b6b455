#pragma once
// A chain in its simplest form: what shows the same with fewer stages, or with one that takes less time.
//
//   neutral stages       left out: a low-pass, quantizer, delay, hold, noise, bias, dead band of 0, a saturation without limits
//   transfer function    of one section b0/(a0 + a1 s + a2 s^2) with b0 = a0 and a1, a2 of its sign: the low-pass
//                        w = sqrt(a0/a2), zeta = a1/(2 sqrt(a0 a2)), unless the chain has another low-pass
//
// Which kernel or solver runs a scenario is therefore decided by what its instruments do, not by how a study writes them.
// Numbers stay the same but for rounding.

#include "instruments/setup.hpp"

namespace hilspace::instruments {

void simplify(ChainSetup& chain);

}  // namespace hilspace::instruments
