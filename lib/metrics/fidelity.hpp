#pragma once
// Fidelity: a measurement on the rig compared with the two models.
//
//   E_md = m - d                 change due to the rig, as predicted by the HIL model   percent of d
//   E_hd = h - d                 change due to the rig, as measured                    percent of d
//   E_hm = h - m                 deviation of the measurement from the HIL model       percent of m
//   fidelity = 100 E_md/E_hd     share of the change that the HIL model predicts, percent
//
//   d  docking model     m  HIL model     h  rig ("HIL test")
//
// Percentages with a zero reference are undefined: NaN. A fidelity above 100 or below 0 is not better: the
// model overestimates the change, or has the wrong sign. Source: Bondoky 8.4.1.3.

#include <limits>

namespace hilspace::metrics {

struct Fidelity {
  double e_md, e_md_pct;
  double e_hd, e_hd_pct;
  double fidelity_pct;
  double e_hm, e_hm_pct;
};

constexpr Fidelity fidelity(double docking, double hil, double rig) {
  const auto percent = [](double part, double whole) {
    return whole != 0.0 ? 100.0 * part / whole : std::numeric_limits<double>::quiet_NaN();
  };
  const double e_md = hil - docking, e_hd = rig - docking, e_hm = rig - hil;
  return {e_md, percent(e_md, docking), e_hd, percent(e_hd, docking), percent(e_md, e_hd),
          e_hm, percent(e_hm, hil)};
}

}  // namespace hilspace::metrics
