#pragma once
// General law: all contact laws of law.hpp in one kernel (members: contact_law.hpp). Each lane has its own
// law.
//
//   F = K x^n (1 + D a') + b a',   x = a - e > 0,   never tensile unless `tensile`
//   or with f(x) of a measured curve in place of x^n (force_curve.hpp)
//
//   a, a'  penetration and rate, m, m/s        K  stiffness in this phase, N/m^n      n  exponent, > 0
//   e      depth at which the spring is free   D  damping in this phase, s/m          b  viscosity, N s/m
//
//   family of Hunt and Crossley   K = k, D = chi/v0, e = 0, b = 0
//   Kelvin and Voigt              K = k, D = 0, e = 0, n = 1
//   viscoplastic                  K = lambda k, D = b'/(lambda k), b = 0, with e and lambda of the phase:
//
// An instance i of a viscoplastic contact is a compression (a' >= 0) followed by a restitution (a' < 0). Its
// compression uses lambda_c = lambda_r of the previous instance (1 at first); its restitution uses
//   lambda_r = 1 + (lambda_max - 1)(1 - exp(-i beta)),   e_i = a_max (1 - q) + e_(i-1) q,
//   q = (lambda_c/lambda_r)^(1/n),
// so that the force is continuous where a' = 0. The next instance begins at the next compression, whether or
// not the bodies separated in between; if not, it is a recompression. b' is constant; lambda multiplies k only.
// The energy that the spring keeps as a dent, F_max (e_i - e_(i-1))/(n + 1) with its force F_max at a_max, leaves
// what it gives back. A ripple of a' is no instance: a phase ends when a has come back by `retreat` from its
// extreme, at once if that is 0.
//
// Behind a quantizer whose mean is shown (instruments/quantizer.hpp) F can cross 0, and a dent can end, anywhere between
// two levels. There the law asks for the levels; `tooth` moves that place where it does not get them.
//
// Source: Bondoky 4.6 to 4.28; viscoplastic: impact chapters (59) to (63).

#include "contact/hunt_crossley.hpp"
#include "contact/law_setup.hpp"
#include "core/elementary.hpp"
#include "core/event.hpp"
#include "core/per_lane.hpp"
#include "core/signal.hpp"

namespace hilspace::contact {

template <class S>
struct GeneralLaw {
  static constexpr bool kCostly = true;
  // Parameters of the law.
  S stiffness = S(0.0);       // k
  S exponent = S(0.0);        // n
  S damping_number = S(0.0);  // chi
  S slowest = S(0.0);         // m/s, the least v0
  S viscosity = S(0.0);       // b
  S damping_factor = S(0.0);  // b', N s/m^(n+1)
  S hardening = S(0.0);       // lambda_max - 1
  S decay = S(0.0);           // exp(-beta)
  S retreat = S(0.0);         // m
  // Of a quantizer before it whose levels decide whether it pushes:
  S quantum = S(0.0);                 // m; 0: none
  S late = S(0.0);                    // s, its levels come so much later
  S band = S(0.0);                    // m, a dead band behind it shows no less, but 0; 0: none
  S tooth = S(0.0);                   // -1 ... 1, of half a quantum, for the numerical error
  Mask<S> off_grid = Mask<S>(false);  // whether 0 is none of its levels
  Mask<S> tensile = Mask<S>(false);
  Mask<S> viscoplastic = Mask<S>(false);
  PerLane<S, ForceCurve> curve;       // f; none: x^n
  Mask<S> measured = Mask<S>(false);  // whether there is one
  // State of the present phase and step.
  S spring = S(0.0);                     // K
  S damping = S(0.0);                    // D
  S free_depth = S(0.0);                 // e
  S lambda = S(1.0);                     // of the present phase
  S left = S(1.0);                       // exp(-i beta)
  S extreme = S(0.0);                    // of a in the present phase, m
  S dent = S(0.0);                       // energy kept so far, J
  S instances = S(0.0);                  // begun so far
  S recompressions = S(0.0);             // of them, those without a separation before
  Mask<S> compressing = Mask<S>(false);  // in contact, a' >= 0
  Mask<S> touching = Mask<S>(false);     // x > 0
  Mask<S> pressing = Mask<S>(false);     // F > 0, or F at all if tensile

  void begin_step(Signal<S> a, Mask<S> constant, Horizon<S> horizon) {
    const S rate = horizon.soon(a.rate, a.acceleration);
    const S deepest = larger(extreme, a.value), shallowest = smaller(extreme, a.value);
    const Mask<S> back = select(compressing, deepest - a.value, a.value - shallowest) >= retreat;
    const Mask<S> was_compressing = compressing;
    give_way(touching && viscoplastic && compressing && rate < S(0.0) && back,
             select(retreat > S(0.0), deepest, a.value));
    const S depth = horizon.soon(a, constant);
    const Mask<S> inside = depth > begins_at(a);
    const Mask<S> begins = inside && !touching;
    damping = select(begins,
                     select(viscoplastic, damping_factor / spring, damping_number / larger(a.rate, slowest)),
                     damping);
    const Mask<S> again = inside && touching && !was_compressing && rate > S(0.0) && back;
    compressing = inside && (begins || compressing || again);
    extreme = select(begins || again || (was_compressing && !compressing), a.value,
                     select(compressing, deepest, shallowest));
    instances = instances + select(begins || again, S(1.0), S(0.0));
    recompressions = recompressions + select(again, S(1.0), S(0.0));
    touching = inside;
    pressing = inside && (tensile || push(depth - turns_at(a), rate) > S(0.0));
  }

  S edge(Signal<S> a, Mask<S> constant, Horizon<S>) const {
    const S side = select(touching, S(1.0), S(-1.0));
    const S x = a.value - turns_at(a);
    const S edge = time_to_reach(side * (a.value - begins_at(a)), -(side * a.rate), -(side * a.acceleration));
    const S push_rate = damping * a.acceleration + push_per_depth() * select(constant, S(0.0), a.rate) +
                        push_per_rate() * a.acceleration;
    const S turn = time_to_reach(magnitude(push(x, a.rate)) + creep(a.rate),
                                 select(pressing, -push_rate, push_rate), S(0.0));
    const S back = select(compressing, S(1.0), S(-1.0));
    const S turn_of_rate = time_to_reach(larger(back * a.rate, S(0.0)), -(back * a.acceleration), S(0.0));
    const S far = time_to_reach(larger(retreat - back * (extreme - a.value), S(0.0)), -(back * a.rate),
                                -(back * a.acceleration));
    const Mask<S> turned = retreat > S(0.0) && back * a.rate < S(0.0);
    const S phase = select(turned, select(constant, S(kNever), far), turn_of_rate);
    const S own = smaller(select(constant, S(kNever), edge),
                          smaller(select(touching && !tensile, turn, S(kNever)),
                                  select(touching && viscoplastic, phase, S(kNever))));
    return any(quantum > S(0.0)) ? smaller(own, until_levels_count(a)) : own;
  }

  /// Where its next step is to have the levels of the quantizer, not their mean.
  Mask<S> asks_for_levels(const Signal<S>& a) const {
    const S near = S(0.1) * quantum;
    return (turns_between_levels() && to_turn(a).far <= near) ||
           (begins_or_ends_at_level() && to_end(a).far <= near) ||
           (gives_way(a) && to_deepest(a).far <= S(0.1) * deep_rate(a));
  }

  S force(Signal<S> a) const { return force_at(a, spring * raised(overlap(a))); }
  S slope(Signal<S> a) const { return slope_at(a, raised_less(overlap(a))); }
  S force_rate(Signal<S> a, S moving) const { return signal(a, moving).rate; }
  Signal<S> signal(Signal<S> a, S moving) const {
    const S x = overlap(a), elastic = spring * raised(x), slope = slope_at(a, raised_less(x));
    const S damped = elastic * damping * a.acceleration + viscosity * a.acceleration;
    return {force_at(a, elastic), slope * moving + select(pressing, damped, S(0.0)), S(0.0),
            slope * a.spread};
  }

  HILSPACE_INLINE Mask<S> jumps() const { return viscosity > S(0.0); }

  /// x^n, or f(x); calls power() only for exponents other than those of spheres and linear springs.
  S raised(S x) const {
    const S simple = raised_to_exponent(x);
    if (!any(measured)) return simple;
    return along_curve(x, simple, [](const ForceCurve& its, double at) { return its.force(at); });
  }

  /// x^(n - 1); of a curve, whose exponent counts as 1, its slope.
  S raised_less(S x) const {
    const S simple = raised_to_exponent_less(x);
    if (!any(measured)) return simple;
    return along_curve(x, simple, [](const ForceCurve& its, double at) { return its.slope(at); });
  }

  S elastic(Signal<S> a) const { return spring * raised(overlap(a)); }

  S potential(Signal<S> a) const {
    const S x = overlap(a);
    const S simple = S(1.0) / (exponent + S(1.0)) * elastic(a) * x;
    if (!any(measured)) return simple;
    const auto energy = [](const ForceCurve& its, double at) { return its.energy(at); };
    return select(measured, spring * along_curve(x, x, energy), simple);
  }

  template <class Visit>
  void margins(Signal<S> a, Mask<S> constant, Visit&& visit) const {
    const S x = a.value - free_depth;
    if (!constant) visit(touching ? a.value - begins_at(a) : begins_at(a) - a.value);
    if (touching && !tensile) visit((pressing ? push(x, a.rate) : -push(x, a.rate)) + creep(a.rate));
    if (!touching || !viscoplastic) return;
    const double side = compressing ? 1.0 : -1.0;
    visit(retreat > 0.0 ? retreat - side * (extreme - a.value) : side * a.rate);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.stiffness, other.stiffness);
    visit(self.exponent, other.exponent);
    visit(self.damping_number, other.damping_number);
    visit(self.slowest, other.slowest);
    visit(self.viscosity, other.viscosity);
    visit(self.damping_factor, other.damping_factor);
    visit(self.hardening, other.hardening);
    visit(self.decay, other.decay);
    visit(self.retreat, other.retreat);
    visit(self.quantum, other.quantum);
    visit(self.late, other.late);
    visit(self.band, other.band);
    visit(self.tooth, other.tooth);
    visit(self.off_grid, other.off_grid);
    visit(self.tensile, other.tensile);
    visit(self.viscoplastic, other.viscoplastic);
    visit(self.curve, other.curve);
    visit(self.measured, other.measured);
    visit(self.spring, other.spring);
    visit(self.damping, other.damping);
    visit(self.free_depth, other.free_depth);
    visit(self.lambda, other.lambda);
    visit(self.left, other.left);
    visit(self.extreme, other.extreme);
    visit(self.dent, other.dent);
    visit(self.instances, other.instances);
    visit(self.recompressions, other.recompressions);
    visit(self.compressing, other.compressing);
    visit(self.touching, other.touching);
    visit(self.pressing, other.pressing);
  }

 private:
  /// x
  HILSPACE_INLINE S overlap(const Signal<S>& a) const { return larger(a.value - free_depth, S(0.0)); }
  /// F, given K x^n, and dF/da, given x^(n - 1).
  HILSPACE_INLINE S force_at(const Signal<S>& a, S elastic) const {
    const S force = elastic * (S(1.0) + damping * a.rate) + viscosity * a.rate;
    return select(pressing, select(tensile, force, larger(S(0.0), force)), S(0.0));
  }
  HILSPACE_INLINE S slope_at(const Signal<S>& a, S raised) const {
    return select(pressing, spring * exponent * raised * (S(1.0) + damping * a.rate), S(0.0));
  }

  /// Depth at which the contact begins and ends. Where it is a level, the quantizer leaves it half a quantum further on;
  /// elsewhere that crossing is as likely before the depth as behind it.
  S begins_at(const Signal<S>& a) const {
    if (!any(quantum > S(0.0))) return free_depth + a.spread;
    return free_depth + select(ends_between_levels(), tooth * a.spread, a.spread);
  }
  /// Depth from which the spring counts where F = 0.
  S turns_at(const Signal<S>& a) const {
    return free_depth + select(quantum > S(0.0), tooth * a.spread, S(0.0));
  }

  Mask<S> ends_between_levels() const { return quantum > S(0.0) && (off_grid || free_depth > S(0.0)); }
  /// Whether which one it is matters there: its place, or the jump of the force at the onset.
  Mask<S> begins_or_ends_at_level() const {
    return ends_between_levels() || (quantum > S(0.0) && viscosity > S(0.0) && !tensile);
  }
  Mask<S> turns_between_levels() const {
    return quantum > S(0.0) && touching && !tensile && viscosity > S(0.0);
  }
  /// Whether the level at which the motion turns will leave a dent.
  Mask<S> gives_way(const Signal<S>& a) const {
    return quantum > S(0.0) && viscoplastic && compressing && a.acceleration < S(0.0);
  }

  /// How far it is to where levels count: two quanta before and behind a depth, as it will be when they are here.
  struct Distance {
    S far, rate, acceleration;  // m, m/s, m/s2
  };
  Distance distance(S gap, S rate, S acceleration) const {
    const S then = gap + late * rate;
    const S side = select(then > S(0.0), S(1.0), S(-1.0));
    constexpr double kQuanta = 2.0, kUnsure = 0.25;  // of the way until then
    return {magnitude(then) - S(kQuanta) * quantum - S(kUnsure) * late * magnitude(rate), side * rate,
            side * acceleration};
  }
  /// A dead band that shows anything ends it where it closes; while it shows nothing, its levels are not known here.
  Distance to_end(const Signal<S>& a) const {
    const S end = larger(free_depth, select(a.value > S(0.0), band, S(0.0)));
    return distance(a.value - end, a.rate, a.acceleration);
  }
  Distance to_turn(const Signal<S>& a) const {
    const S lag = viscosity / spring;
    return distance((a.value - free_depth) + lag * a.rate, a.rate + lag * a.acceleration, S(0.0));
  }
  /// Rate at two quanta before the turn.
  S deep_rate(const Signal<S>& a) const { return S(2.0) * square_root(quantum * magnitude(a.acceleration)); }
  Distance to_deepest(const Signal<S>& a) const {
    return {(a.rate + late * a.acceleration) - deep_rate(a), a.acceleration, S(0.0)};
  }
  S until_levels_count(const Signal<S>& a) const {
    const auto until = [](const Distance& its) {
      return select(its.far > S(0.0), time_to_reach(its.far, -its.rate, -its.acceleration), S(kNever));
    };
    const S turn = select(turns_between_levels(), until(to_turn(a)), S(kNever));
    const S deepest = select(gives_way(a), until(to_deepest(a)), S(kNever));
    const S end = select(begins_or_ends_at_level(), until(to_end(a)), S(kNever));
    return smaller(end, smaller(turn, deepest));
  }

  /// Transition from compression to restitution, where masked: the spring becomes stiffer and its free depth
  /// grows.
  void give_way(Mask<S> where, S deepest) {
    if (!any(where)) return;
    left = select(where, left * decay, left);
    const S next = larger(lambda, S(1.0) + hardening * (S(1.0) - left));
    const S q = power(lambda / next, S(1.0) / exponent);
    const S freed = deepest * (S(1.0) - q) + free_depth * q;
    const S most = spring * raised(larger(deepest - free_depth, S(0.0)));
    dent = dent + select(where, most * (freed - free_depth) / (exponent + S(1.0)), S(0.0));
    free_depth = select(where, freed, free_depth);
    lambda = select(where, next, lambda);
    spring = select(where, next * stiffness, spring);
    damping = select(where, damping_factor / spring, damping);
    compressing = compressing && !where;
  }

  /// x^n
  S raised_to_exponent(S x) const {
    const Mask<S> linear = exponent == S(1.0);
    const S simple = select(linear, x, x * square_root(x));
    const Mask<S> other = !linear && !(exponent == S(1.5));
    return any(other) ? select(other, power(x, exponent), simple) : simple;
  }

  /// A function of the curve at x, in the lanes that have one.
  template <class Function>
  S along_curve(S x, S otherwise, Function&& function) const {
    for (int i = 0; i < kLanes<S>; ++i)
      if (lane(measured, i)) set_lane(otherwise, i, function(curve.of[i], lane(x, i)));
    return otherwise;
  }

  /// x^(n - 1)
  S raised_to_exponent_less(S x) const {
    const Mask<S> linear = exponent == S(1.0);
    const S simple = select(linear, S(1.0), square_root(x));
    const Mask<S> other = !linear && !(exponent == S(1.5));
    if (!any(other)) return simple;
    return select(other, select(x > S(0.0), power(x, exponent - S(1.0)), S(0.0)), simple);
  }

  /// Has the sign of the force: 1 + D a' where the elastic force is a common factor, else F itself.
  S push(S x, S rate) const {
    return select(viscosity > S(0.0), spring * larger(x, S(0.0)) + viscosity * rate, S(1.0) + damping * rate);
  }
  /// Threshold below which push() counts as 0.
  S creep(S rate) const {
    return S(kCreep) * select(viscosity > S(0.0), viscosity * magnitude(rate), S(1.0));
  }
  S push_per_depth() const { return select(viscosity > S(0.0), spring, S(0.0)); }
  S push_per_rate() const { return viscosity; }
};

/// Lower bound of v0, as a share of the first contact's approach rate.
inline constexpr double kSlowestShare = 1e-3;

/// The law before the first contact. `slowest` is the lower bound of v0, m/s.
inline GeneralLaw<double> general_law(const LawSetup& setup, double slowest) {
  GeneralLaw<double> law;
  law.stiffness = law.spring = setup.stiffness;
  law.exponent = setup.exponent;
  law.damping_number = setup.damping_number;
  law.slowest = slowest;
  law.viscosity = setup.viscosity;
  law.damping_factor = setup.damping_per_stiffness * setup.stiffness;
  law.hardening = setup.permanent_deformation - 1.0;
  law.decay = exponential(-setup.compaction_rate);
  law.retreat = larger(setup.retreat, 0.0);
  law.tensile = setup.law == Law::kelvin_voigt_tensile;
  law.viscoplastic = setup.law == Law::viscoplastic;
  law.curve = {{setup.curve}};
  law.measured = setup.curve.present();
  return law;
}

}  // namespace hilspace::contact
