#pragma once
// Collocation for pairs whose instruments are linear and have no quanta: which ones it solves, how a pair starts, and its row.
//
// It fits: no virtual part; no compensator, or a continuous one that is linear (leads, extrapolations), of no more derivatives than the
// instruments smooth; a law of Hunt and Crossley's family, or that of Kelvin and Voigt; chains of low-passes, transfer functions and
// transport delays whose poles decay, those of the sensor with dampings of at least 0.3 and 300 times as quickly as each other at most; a
// bias of the actuator alone; instruments that have an effect. What fits may still turn out to touch twice, to part too slowly, or to
// ring more quickly than its pieces are long: `is_solved` says so, and rk4 takes over. Both decisions rest on the scenario's numbers alone.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/smooth/smooth_pair.hpp"

namespace hilspace::simulate {

/// `setup` is resolved. Nothing where it does not fit.
std::optional<SmoothPair<double>> start_smooth(const models::AxialSetup& setup);
/// Of a pair that was solved: a second solve in more pieces, looked at more closely. The difference of both rows is the
/// first one's error.
SmoothPair<double> start_check(const SmoothPair<double>& pair);
/// In which order pairs of one plan share packs.
std::vector<std::size_t> pack_order(std::span<const SmoothPair<double>> pairs);

// After its run.
bool is_solved(const SmoothPair<double>& pair, double penetration_limit, double time_limit);
metrics::Row finish(const SmoothPair<double>& pair, const models::AxialSetup& setup);

}  // namespace hilspace::simulate
