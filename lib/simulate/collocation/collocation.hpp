#pragma once
// Collocation for whole scenarios: which ones it solves, how a pair starts, and its row.
//
// It fits: no compensator; a law of Hunt and Crossley's family with exponent 3/2; an actuator and a sensor of one
// low-pass each, behind it at most a quantizer that is fine; dampings of 0.4 to 1.2 of the actuator, of 0.55 to 1 of the
// sensor. Where one of both has a quantizer, the actuator may also be any chain that smooth.hpp takes, with a gain of 1
// (chained/). What fits may still turn out to touch twice, to stop pushing before it parts, to part too slowly, or to
// contract slowly: `is_solved` says so, and rk4 takes over. Both decisions rest on the scenario's numbers alone. `auto`
// asks for more of the sensor.
//
// The check is a second solve in one piece more, looked at more closely: the difference of both rows is the first one's
// error.

#include <optional>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/chained/chained_pair.hpp"
#include "simulate/collocation/collocation_pair.hpp"

namespace hilspace::simulate {

/// `setup` is resolved. Nothing where it does not fit.
std::optional<CollocationPair<double>> start_collocation(const models::AxialSetup& setup);
/// The same behind an actuator of any linear chain.
std::optional<ChainedPair<double>> start_chained(const models::AxialSetup& setup);
/// What its pair is solved from, a closed form of its numbers, also of one that is close to what fits. Nothing where it has
/// other parts.
std::optional<CollocationSetup<double>> collocation_setup(const models::AxialSetup& setup);
/// Of a pair that was solved.
CollocationCheck<double> start_check(const CollocationPair<double>& pair);
ChainedCheck<double> start_check(const ChainedPair<double>& pair);

// After its run; for kUsual, kCheck and kFine, kChained and kChainedCheck.
template <Effort kEffort>
bool is_solved(const SolvedPair<double, kEffort>& pair, double penetration_limit, double time_limit);
template <Effort kEffort>
bool is_solved(const SolvedChain<double, kEffort>& pair, double penetration_limit, double time_limit);
template <Effort kEffort>
metrics::Row finish(const SolvedPair<double, kEffort>& pair, const models::AxialSetup& setup);
template <Effort kEffort>
metrics::Row finish(const SolvedChain<double, kEffort>& pair, const models::AxialSetup& setup);

}  // namespace hilspace::simulate
