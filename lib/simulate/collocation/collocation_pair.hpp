#pragma once
// A (docking, HIL) pair by collocation, and its metrics from the polynomials of both.
//
// Each piece of the HIL model is looked at in steps of equal time; the docking model's polynomials are read at the
// same instants, and both go through the tallies of metrics/pair_metrics.hpp. Begin and end of each contact and the
// largest stored energies are set from the solution itself.
//
// t = 0 is the docking model's onset, x = 0 the HIL model's, 2 zeta/w of the actuator later.

#include "core/per_lane.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/staircase.hpp"

namespace hilspace::simulate {

/// Docking model's motion at any time, for instants that do not decrease.
template <class S, std::size_t kCount>
class Playback {
 public:
  explicit Playback(const Pieces<S, kCount>& contact) : contact_(contact) {
    for (std::size_t p = 0; p < kCount; ++p) {
      d_[p] = integrate::powers_of(contact.pieces[p].d);
      v_[p] = integrate::powers_of(contact.pieces[p].v);
    }
    const Piece<S>& first = contact.pieces[0];
    now_ = {first.start, first.start + first.length, S(1.0) / first.length, d_[0], v_[0]};
  }

  struct Motion {
    S d, v;
    Mask<S> touches;
  };
  HILSPACE_INLINE Motion at(S time) {
    if (any(time > now_.end && !at_end_)) advance(time);
    const S share = smaller(larger((time - now_.start) * now_.per_length, S(0.0)), S(1.0));
    S tau = share;
    if (any(at_onset_)) tau = select(at_onset_, square_root(share), tau);
    if (any(at_end_)) tau = select(at_end_, S(1.0) - square_root(S(1.0) - share), tau);
    const S after = time - contact_.end;
    const Mask<S> touches = after < S(0.0);
    return {select(touches, integrate::at(now_.d, tau), contact_.last.d + after * contact_.last.v),
            select(touches, integrate::at(now_.v, tau), contact_.last.v), touches};
  }

 private:
  struct Present {
    S start, end, per_length;
    integrate::OverPiece<S> d, v;
  };

  /// Each lane goes on to the piece that has its time.
  void advance(S time) {
    for (int place = 0; place < kLanes<S>; ++place)
      while (lane(time, place) > lane(now_.end, place) && !lane(at_end_, place)) {
        const std::size_t p = ++piece_[static_cast<std::size_t>(place)];
        const auto take = [place](S& to, const S& from) { set_lane(to, place, lane(from, place)); };
        const Piece<S>& next = contact_.pieces[p];
        take(now_.start, next.start);
        take(now_.end, next.start + next.length);
        take(now_.per_length, S(1.0) / next.length);
        for (std::size_t i = 0; i <= integrate::kNodes; ++i) {
          take(now_.d[i], d_[p][i]);
          take(now_.v[i], v_[p][i]);
        }
        set_lane(at_onset_, place, false);
        set_lane(at_end_, place, p + 1 == kCount);
      }
  }

  const Pieces<S, kCount>& contact_;
  std::array<integrate::OverPiece<S>, kCount> d_, v_;
  Present now_;
  Mask<S> at_onset_{true}, at_end_{false};
  std::array<std::size_t, kLanes<S>> piece_{};
};

/// What a pair is solved from.
template <class S>
struct CollocationSetup {
  Linear<S> linear;
  S stiffness, damping_number;  // k, chi
  S approach;                   // v0, m/s
  S expected;                   // duration of the docking model's contact, about, s
  S quantum;                    // of the actuator, m; 0: none
  S sensor_quantum;             // N; 0: none
  Kick<S> kick;                 // of the HIL model's contact: what another solve has left out
  S known;  // duration of the HIL model's contact by another solve, s; 0: about that of the docking model

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.linear.inverse_mass, other.linear.inverse_mass);
    visit(self.linear.actuator_square, other.linear.actuator_square);
    visit(self.linear.actuator_drag, other.linear.actuator_drag);
    visit(self.linear.sensor_square, other.linear.sensor_square);
    visit(self.linear.sensor_drag, other.linear.sensor_drag);
    visit(self.stiffness, other.stiffness);
    visit(self.damping_number, other.damping_number);
    visit(self.approach, other.approach);
    visit(self.expected, other.expected);
    visit(self.quantum, other.quantum);
    visit(self.sensor_quantum, other.sensor_quantum);
    Kick<S>::zip(self.kick, other.kick, visit);
    visit(self.known, other.known);
  }
};

template <class S, Effort kEffort>
struct SolvedPair {
  CollocationSetup<S> given;
  // Results.
  metrics::PairMetrics<S> metrics;
  S velocity_docking = S(0.0), velocity_hil = S(0.0);  // after, m/s
  Kick<S> left_out;  // what the quanta give the bodies beside the smooth force
  S holds = S(0.0);  // 1: solved; 0: outside the limits of this solver, nothing else is valid

  void run() {
    const auto& [linear, stiffness, damping_number, approach, expected, quantum, sensor_quantum, kick,
                 known] = given;
    const PieceLaw<S> law{stiffness, damping_number / approach};
    Pieces<S, kCount> docking, hil;
    solve_contact<false>(linear, law, {S(0.0), approach, S(0.0), approach, S(0.0), S(0.0)}, S(0.0), expected,
                         Kick<S>{}, docking);
    const S lag = linear.actuator_drag / linear.actuator_square;
    solve_contact<true>(linear, law, {lag * approach, approach, S(0.0), approach, S(0.0), S(0.0)}, lag,
                        select(known > S(0.0), known, docking.end), kick, hil);
    // Five time constants.
    Pieces<S, kRestPieces> rest;
    solve_rest(linear, hil.last, hil.end, S(10.0) / linear.sensor_drag, rest);

    tally(law, docking, hil, rest, lag);
    velocity_docking = docking.last.v;
    // What the sensor shows after the last piece, and before, of what it rounds to 0.
    const S later = (rest.last.y * linear.sensor_drag + rest.last.y_rate) / linear.sensor_square;
    const S seen = select(magnitude(rest.last.y) > S(0.5) * sensor_quantum, later, S(0.0)) - unseen_;
    velocity_hil = rest.last.v - linear.inverse_mass * seen;
    metrics.force.area_hil = metrics.force.area_hil - unseen_;
    metrics.force.area_error = metrics.force.area_error - unseen_;
    const Mask<S> solved = docking.holds && hil.holds && finished_ && velocity_hil < S(0.0);
    holds = select(solved, S(1.0), S(0.0));
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    CollocationSetup<S>::zip(self.given, other.given, visit);
    metrics::PairMetrics<S>::zip(self.metrics, other.metrics, visit);
    visit(self.velocity_docking, other.velocity_docking);
    visit(self.velocity_hil, other.velocity_hil);
    Kick<S>::zip(self.left_out, other.left_out, visit);
    visit(self.holds, other.holds);
  }

 private:
  static constexpr std::size_t kCount = kEffort.pieces, kRestPieces = 1;
  static constexpr std::size_t kLooksOfRamp = kEffort.looks - 2, kLooksAfter = kEffort.looks - 1;
  using Weights = integrate::LookWeights<kEffort.looks>;
  using View = models::Observation<S>;
  using Views = models::Views<S>;
  Mask<S> finished_{true};
  S unseen_ = S(0.0);

  /// Gives pairs of views, step by step, to the tallies.
  class Course {
   public:
    Course(SolvedPair& pair, const PieceLaw<S>& law, const Pieces<S, kCount>& docking)
        : pair_(pair),
          law_(law),
          playback_(docking),
          staircase_(law, pair.given.quantum, pair.given.linear.sensor_square, pair.given.linear.sensor_drag,
                     pair.given.sensor_quantum) {}

    HILSPACE_INLINE View docking(S time) {
      const auto motion = playback_.at(time);
      const S force = select(motion.touches, law_.force(motion.d, motion.v), S(0.0));
      return {motion.d, motion.v, motion.d, motion.v, force, force, law_.potential(motion.d)};
    }
    HILSPACE_INLINE View hil(S d, S v, S x, S rate, S y, Mask<S> touches) const {
      return {d, v, x, rate, select(touches, law_.force(x, rate), S(0.0)), y, law_.potential(x)};
    }
    void start(const View& docking, const View& hil, S time) {
      i_[2] = docking;
      j_[2] = hil;
      time_ = time;
    }
    HILSPACE_INLINE void step(const std::array<View, 2>& docking, const std::array<View, 2>& hil, S h,
                              Mask<S> touches) {
      i_ = {i_[2], docking[0], docking[1]};
      j_ = {j_[2], hil[0], hil[1]};
      staircase_.add(i_, j_, time_, h, touches, pair_.metrics);
      time_ = time_ + h;
    }
    S time() const { return time_; }
    Mask<S> finished() const { return staircase_.finished(); }
    S unseen() const { return staircase_.unseen(); }
    Kick<S> left_out() const { return staircase_.left_out(); }

   private:
    SolvedPair& pair_;
    PieceLaw<S> law_;
    Playback<S, kCount> playback_;
    Staircase<S> staircase_;
    Views i_, j_;
    S time_;
  };

  void tally(const PieceLaw<S>& law, const Pieces<S, kCount>& docking, const Pieces<S, kCount>& hil,
             const Pieces<S, kRestPieces>& rest, S lag) {
    const Linear<S>& linear = given.linear;
    const S approach = given.approach;
    Course course(*this, law, docking);
    const auto& weights = integrate::look_weights<kEffort.looks>();
    metrics.half_mass = S(0.5) / linear.inverse_mass;

    // Before the HIL model's onset: its bodies are on the approach ramp.
    const auto ramp = [&](S t) {
      return course.hil(approach * t, approach, approach * (t - lag), approach, S(0.0), Mask<S>(false));
    };
    course.start(course.docking(S(0.0)), ramp(S(0.0)), S(0.0));
    const S h = S(1.0 / kLooksOfRamp) * lag;
    for (std::size_t k = 0; k < kLooksOfRamp; ++k) {
      const S middle = (S(static_cast<double>(k)) + S(0.5)) * h, end = S(static_cast<double>(k) + 1.0) * h;
      course.step({course.docking(middle), course.docking(end)}, {ramp(middle), ramp(end)}, h,
                  Mask<S>(false));
    }
    for (std::size_t p = 0; p < kCount; ++p)
      look(course, hil.pieces[p], weights[static_cast<std::size_t>(course_of(p))], Mask<S>(true));
    for (const auto& piece : rest.pieces) look(course, piece, weights[1], Mask<S>(false));

    // What is left of the docking model's contact.
    const S left = larger(docking.end - rest.end, S(0.0)), part = S(1.0 / kLooksAfter) * left;
    if (any(left > S(0.0)))
      for (std::size_t k = 0; k < kLooksAfter; ++k) {
        const auto after = [&](S t) {
          const LoopState<S>& last = rest.last;
          const S apart = last.d + (t - rest.end) * last.v;
          return course.hil(apart, last.v, -magnitude(apart), last.v, S(0.0), Mask<S>(false));
        };
        const S middle = course.time() + S(0.5) * part, end = course.time() + part;
        course.step({course.docking(middle), course.docking(end)}, {after(middle), after(end)}, part,
                    Mask<S>(false));
      }

    metrics.docking.begin = S(0.0);
    metrics.docking.end = docking.end;
    // Q(x) is 0 up to half a quantum.
    const S half = S(0.5) * given.quantum;
    const LoopState<S>& last = hil.last;
    const S bend = linear.actuator_square * (last.d - last.x) - linear.actuator_drag * last.x_rate;
    metrics.hil.begin = lag + half / approach;
    const S gap = half - last.x;  // a contact that ends before x = 0 may end before it is half a quantum, too
    metrics.hil.end = hil.end - select(gap > S(0.0), time_to_reach(gap, -last.x_rate, bend), S(0.0));
    for (std::size_t p = 0; p < kCount; ++p) add_integrals(law, hil.pieces[p], course_of(p));
    metrics.docking.work = metrics.half_mass * (approach * approach - docking.last.v * docking.last.v);
    metrics.docking.peak_mechanical = metrics.half_mass * (approach * approach);
    metrics.docking.peak_potential = law.potential(metrics.penetration.peak_docking);
    left_out = course.left_out();
    unseen_ = course.unseen();
    finished_ = course.finished();
  }

  void look(Course& course, const Piece<S>& piece, const Weights& weights, Mask<S> touches) {
    const auto value = [](const integrate::OverPiece<S>& over, const auto& row) {
      S sum = S(row[0]) * over[0];
      for (std::size_t i = 1; i <= integrate::kNodes; ++i) sum = sum + S(row[i]) * over[i];
      return sum;
    };
    const auto seen = [&](std::size_t place) {
      const auto& row = weights[place];
      return course.hil(S(0.0), value(piece.v, row), value(piece.x, row), value(piece.x_rate, row),
                        value(piece.y, row), touches);
    };
    const S h = S(1.0 / kEffort.looks) * piece.length;
    for (std::size_t k = 0; k < kEffort.looks; ++k) {
      const S middle = piece.start + (S(static_cast<double>(k)) + S(0.5)) * h;
      const S end = piece.start + S(static_cast<double>(k) + 1.0) * h;
      course.step({course.docking(middle), course.docking(end)}, {seen(2 * k + 1), seen(2 * k + 2)}, h,
                  touches);
    }
  }

  static integrate::Course course_of(std::size_t p) {
    using enum integrate::Course;
    return p == 0 ? onset : p + 1 == kCount ? ending : even;
  }

  /// Work and loop integrals over a piece, by Radau's quadrature.
  void add_integrals(const PieceLaw<S>& law, const Piece<S>& piece, integrate::Course course) {
    S work(0.0), power(0.0), product(0.0);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const S f = S(integrate::kQuadrature[i] * integrate::time_rate(course, integrate::kNodeTaus[i])) *
                  (law.force(piece.x[i + 1], piece.x_rate[i + 1]) + piece.more);
      work = work + f * piece.x_rate[i + 1];
      power = power + f * piece.v[i + 1];
      product = product + f * piece.y[i + 1];
    }
    metrics.hil.work = metrics.hil.work + piece.length * work;
    metrics.loop.power = metrics.loop.power + piece.length * power;
    metrics.loop.product = metrics.loop.product + piece.length * product;
  }
};

template <class S>
using CollocationPair = SolvedPair<S, kUsual>;
template <class S>
using CollocationCheck = SolvedPair<S, kCheck>;

}  // namespace hilspace::simulate
