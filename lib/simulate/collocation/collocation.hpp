#pragma once
// Collocation for whole scenarios: which ones it solves, how a pair starts, and its row.
//
// It fits: no compensator; a law of Hunt and Crossley's family with exponent 3/2; an actuator of one low-pass; a sensor
// of one low-pass, behind it at most a quantizer; dampings of 0.4 to 1.2 of the actuator, of 0.55 to 1 of the sensor. What
// fits may still turn out to touch twice, to stop pushing before it parts, to part too slowly, or to contract slowly:
// `is_solved` says so, and rk4 takes over. Both decisions rest on the scenario's numbers alone.

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/collocation_pair.hpp"

namespace hilspace::simulate {

/// `setup` is resolved, here and below.
bool fits_collocation(const models::AxialSetup& setup);
CollocationPair<double> start_collocation(const models::AxialSetup& setup);
/// After its run.
bool is_solved(const CollocationPair<double>& pair, const models::AxialSetup& setup);
metrics::Row finish(const CollocationPair<double>& pair, const models::AxialSetup& setup);

}  // namespace hilspace::simulate
