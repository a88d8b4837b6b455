#pragma once
// Error measures of a (docking, HIL) pair, tallied step by step. Bondoky 3.3; docs/theory.md, section 5.
//
// Signals compared: measured force Fs, contact force Fc, penetration a (clipped at 0).
// Contact lasts from the first to the last instant of interface force > 0, re-contacts included.

#include "core/event.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/contact_ends.hpp"
#include "metrics/dent.hpp"
#include "metrics/hybrid_facts.hpp"
#include "metrics/tally.hpp"
#include "models/axial.hpp"

namespace hilspace::metrics {

/// One model's contact: its begin and end, and its energies.
template <class S>
struct ContactTally {
  S begin = S(kNever);
  S end = S(0.0);
  S work = S(0.0);             // integral of Fc da, J
  S peak_potential = S(0.0);   // largest energy stored in the contact, J
  S peak_mechanical = S(0.0);  // largest sum of kinetic energy and potential, J

  /// Adds a step from `time` lasting `h`; `spread` is that of the potential.
  HILSPACE_INLINE void add(const models::Views<S>& views, S half_mass, S time, S h, S spread = S(0.0)) {
    const Mask<S> pressed = magnitude(views[1].contact_force) > S(0.0);  // constant within a step
    begin = select(pressed, smaller(begin, time), begin);
    end = select(pressed, time + h, end);
    const Points<S> power{views[0].contact_force * views[0].rate, views[1].contact_force * views[1].rate,
                          views[2].contact_force * views[2].rate};
    work = work + simpson(power, h);
    for (const models::Observation<S>* view : {&views[0], &views[2]}) {
      const S potential = view->potential + spread;
      peak_potential = larger(peak_potential, potential);
      peak_mechanical = larger(peak_mechanical, potential + half_mass * (view->velocity * view->velocity));
    }
  }

  /// Refines begin and end by a step from `time` that was added.
  HILSPACE_INLINE void place_ends(const models::Views<S>& views, S time, S shortest, S spread) {
    const Mask<S> begins = begin == time && spread == S(0.0);
    if (any(begins)) begin = select(begins, begin + lead_of_contact(views[0], shortest), begin);
    end = end + rest_of_contact(views[2], shortest, spread);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.begin, other.begin);
    visit(self.end, other.end);
    visit(self.work, other.work);
    visit(self.peak_potential, other.peak_potential);
    visit(self.peak_mechanical, other.peak_mechanical);
  }
};

/// How late the loop of the HIL model is, seen from one contact: integrals over its time.
///
///   tau_E = int F (a' - v) dt / int F F_in/m dt     of the interface behind the bodies
///   tau_S = int (F - F_in) v dt / int F F_in/m dt   of the force on the bodies behind that at the interface
///
/// int F a' dt is the contact's work, int F_in v dt the kinetic energy that the bodies lose.
template <class S>
struct LoopTally {
  S power = S(0.0);    // int F v dt, J
  S product = S(0.0);  // int F F_in dt, N2 s

  HILSPACE_INLINE void add(const models::Views<S>& views, S h) {
    // Without contact both integrands are 0.
    const Mask<S> apart = views[0].contact_force == S(0.0) && views[1].contact_force == S(0.0) &&
                          views[2].contact_force == S(0.0);
    if (!any(!apart)) return;
    Points<S> contact, both;
    for (std::size_t k = 0; k < views.size(); ++k) {
      contact[k] = views[k].contact_force * views[k].velocity;
      both[k] = views[k].contact_force * views[k].force;
    }
    power = power + simpson(contact, h);
    product = product + simpson(both, h);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.power, other.power);
    visit(self.product, other.product);
  }
};

template <class S>
struct PairMetrics {
  S half_mass = S(0.0);  // of the relative motion, m/2, kg
  SignalTally<S> force, contact_force, penetration;
  ContactTally<S> docking, hil;
  LoopTally<S> loop;  // of the HIL model

  /// Adds a step from `time` lasting `h` of both models, with the spread of the HIL signals.
  HILSPACE_INLINE void add(const models::Views<S>& i, const models::Views<S>& j, S time, S h,
                           const models::Spread<S>& spread = {}) {
    force.add(points(i, &View::force), points(j, &View::force), h, spread.force);
    contact_force.add(points(i, &View::contact_force), points(j, &View::contact_force), h,
                      spread.contact_force);
    penetration.add(clipped(points(i, &View::penetration)), clipped(points(j, &View::penetration)), h,
                    spread.penetration);
    docking.add(i, half_mass, time, h);
    hil.add(j, half_mass, time, h, spread.potential);
    loop.add(j, h);
  }

  /// Refines begin and end of both contacts by a step from `time` that was added, where no step is shorter than `shortest`.
  HILSPACE_INLINE void place_ends(const models::Views<S>& i, const models::Views<S>& j, S time, S shortest,
                                  const models::Spread<S>& spread = {}) {
    docking.place_ends(i, time, shortest, S(0.0));
    hil.place_ends(j, time, shortest, spread.penetration);
  }

  void take_tooth(S tooth) {
    for (SignalTally<S>* signal : {&force, &contact_force, &penetration}) signal->tooth = tooth;
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.half_mass, other.half_mass);
    SignalTally<S>::zip(self.force, other.force, visit);
    SignalTally<S>::zip(self.contact_force, other.contact_force, visit);
    SignalTally<S>::zip(self.penetration, other.penetration, visit);
    ContactTally<S>::zip(self.docking, other.docking, visit);
    ContactTally<S>::zip(self.hil, other.hil, visit);
    LoopTally<S>::zip(self.loop, other.loop, visit);
  }

 private:
  using View = models::Observation<S>;
  static HILSPACE_INLINE Points<S> points(const models::Views<S>& views, S View::*member) {
    return {views[0].*member, views[1].*member, views[2].*member};
  }
  static HILSPACE_INLINE Points<S> clipped(const Points<S>& p) {
    return {larger(p[0], S(0.0)), larger(p[1], S(0.0)), larger(p[2], S(0.0))};
  }
};

/// Result of one model's run.
struct ModelEnd {
  Outcome outcome = Outcome::not_run;
  RunEnd end = RunEnd::stopped;
  double velocity = 0.0;  // relative velocity at the end, m/s
  Dent dent = {};
};

/// Metrics of the pair, from the tallies and the ends. `mass` is the reduced mass, `velocity` the approach. What
/// needs a run that failed is NaN; if one run failed, what is of the other one alone remains.
Row row(const PairMetrics<double>& tallies, const ModelEnd& docking, const ModelEnd& hil, double mass,
        double velocity, double step, const HybridFacts& hybrid = {});

}  // namespace hilspace::metrics
