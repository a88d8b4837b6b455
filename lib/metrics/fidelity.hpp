#pragma once
// A number that was measured on the rig against what the two models say.
//
//   E_md = m - d                 what the HIL model says the rig changes            percent of d
//   E_hd = h - d                 what the rig did change                            percent of d
//   E_hm = h - m                 what the HIL model does not know of the rig        percent of m
//   fidelity = 100 E_md/E_hd     how much of the change the HIL model knows, percent
//
//   d  docking model     m  HIL model     h  rig ("HIL test")
//
// A percentage of 0 is undefined: NaN. A fidelity of more than 100 or below 0 is no better one: the model
// says more than there is, or the opposite. Source: Bondoky 8.4.1.3.

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
