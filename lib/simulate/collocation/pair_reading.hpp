#pragma once
// The metrics of a (docking, HIL) pair whose contact was solved in pieces, from the motion of both.
//
// Each piece of the HIL model is looked at in steps of equal time, and the docking model at the same instants; what
// differs and what is largest is read there. The areas and the work follow from momentum and by Radau's quadrature,
// what is asked of the docking model alone from its course (docking_course.hpp).
//
// t = 0 is the docking model's onset, x = 0 the HIL model's, the lag of the actuator on the approach ramp later.

#include <array>
#include <cstddef>

#include "core/elementary.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/docking_course.hpp"
#include "simulate/collocation/onset_energy.hpp"
#include "simulate/collocation/pair_results.hpp"
#include "simulate/collocation/playback.hpp"
#include "simulate/collocation/staircase.hpp"

namespace hilspace::simulate {

/// What a pair is solved from.
template <class S>
struct CollocationSetup {
  /// In a check, the share of a tooth that is not known where the docking model's contact ends (staircase.hpp).
  static constexpr double kUnknownEnd = 0.0;
  Linear<S> linear;
  S stiffness, damping_number;  // k, chi
  S approach;                   // v0, m/s
  S quantum;                    // of the actuator, m; 0: none
  S sensor_quantum;             // N; 0: none
  S known;      // duration of the HIL model's contact by another solve, s; 0: about that of the docking model
  S deepest;    // its largest depth, m
  S strongest;  // measured force, N
  S most;       // and energy, J

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
    visit(self.quantum, other.quantum);
    visit(self.sensor_quantum, other.sensor_quantum);
    visit(self.known, other.known);
    visit(self.deepest, other.deepest);
    visit(self.strongest, other.strongest);
    visit(self.most, other.most);
  }
};

/// An unresolved quantizer's tooth in a check (metrics/tally.hpp): the stated error is twice the difference.
inline constexpr double kTooth = -1.0 / 2.0;

/// Base of the pairs that are solved in pieces: `Setup` is what they are solved from.
template <class S, Effort kEffort, class Setup = CollocationSetup<S>>
class PairReading : public PairResults<S> {
 public:
  Setup given;
  using PairResults<S>::metrics;
  using PairResults<S>::velocity_docking;
  using PairResults<S>::velocity_hil;
  using PairResults<S>::holds;

 protected:
  /// What is read: the contact and what follows it, in pieces.
  struct Motion {
    Pieces<S, kEffort.pieces> hil;
    Pieces<S, 1> rest;
    S lag;   // of the actuator on the approach ramp, s
    S bend;  // of the interface at the end of the contact, m/s2
  };
  // In a check, what is not known of the sensor's turn where the interface turns in cells, too.
  static constexpr double kUnknownTurn = kEffort.judges ? 0.12 : 0.0;

  /// `solve`: (law, duration of the docking model's contact in s, motion).
  template <class Solve>
  void read(Solve&& solve) {
    if constexpr (kEffort.judges) metrics.take_tooth(S(kTooth));
    const Linear<S>& linear = given.linear;
    const S approach = given.approach, sensor_quantum = given.sensor_quantum;
    const PieceLaw<S> law{given.stiffness, given.damping_number / approach, given.quantum * given.quantum};
    DockingCourse<S> docking = docking_course(docking_series(), given.damping_number);
    // A check has the same series, which it shows to be as far off as is known of it.
    docking.velocity_after = S(kOff) * docking.velocity_after;
    // (m v0^2/k)^(2/5)
    length_ = power(approach * approach / (linear.inverse_mass * given.stiffness), S(0.4));
    Motion motion;
    solve(law, length_ / approach * docking.duration, motion);
    const auto& hil = motion.hil;
    const auto& rest = motion.rest;

    tally(law, docking, motion);
    for (S* its :
         {&metrics.force.error_max, &metrics.contact_force.error_max, &metrics.contact_force.peak_hil})
      *its = *its - S(kUnknownSteps) * sensor_quantum;
    velocity_docking = approach * docking.velocity_after;
    // What the sensor shows after the last piece, and before, of what it rounds to 0.
    const S later = (rest.last.y * linear.sensor_drag + rest.last.y_rate) / linear.sensor_square;
    const S seen = select(magnitude(rest.last.y) > S(0.5) * sensor_quantum, later, S(0.0)) - unseen_;
    velocity_hil = rest.last.v - linear.inverse_mass * seen;
    // A sensor that hardly rings pushes for longer than is looked at.
    metrics.hil.peak_mechanical =
        larger(metrics.hil.peak_mechanical, S(kOff) * (metrics.half_mass * (velocity_hil * velocity_hil)));
    const S mass = S(1.0) / linear.inverse_mass;
    metrics.force.area_hil = mass * (approach - velocity_hil) + S(2.0) * (swung_ - unseen_swing_);
    metrics.contact_force.area_hil = mass * (approach - rest.last.v) + later - hil.turn.of_sensor;
    const Mask<S> solved = hil.holds && finished_ && velocity_hil < S(0.0);
    holds = select(solved, S(1.0), S(0.0));
  }

 private:
  using Edge = typename Staircase<S>::Edge;
  using Resolution = typename Staircase<S>::Resolution;
  static constexpr std::size_t kCount = kEffort.pieces;
  static constexpr std::size_t kLooksOfRamp = kEffort.looks - 2, kLooksAfter = kEffort.looks - 1;
  using Weights = integrate::LookWeights<kEffort.looks>;
  static constexpr double kOff = kEffort.judges ? 1.0 + kSeriesError : 1.0;
  // In a check, by how much it differs in what is not known: of the force that fades in the last cell (those above give back
  // up to 0.55 of it, less where the sensor rings).
  static constexpr double kUnknownFade = kEffort.judges ? 0.5 : 0.0;
  // What the sensor's steps give the bodies, of the largest forces; in quanta, about the median.
  static constexpr double kUnknownSteps = kEffort.judges ? 0.002 : 0.0;
  // Of what the energy rises by at the onset, away from what the judged solve found; relative, about half the median of what
  // that is off by.
  static constexpr double kUnknownOnset = kEffort.judges ? 1.5e-4 : 0.0;
  // Where the largest depth is that near to an edge of a cell, both solves may find the same one, and the wrong one.
  // Relative; about the median of what depths are off by. With twice as much, more errors are stated too large.
  static constexpr double kUnknownDepth = 2.5e-6;
  // Where the crossing of the largest error is, in cells, and the crest: both solves find it by the same course. With three
  // times as much, more errors are stated too large.
  static constexpr double kUnknownCrossing = 1e-3, kUnknownCrest = 0.012;
  // A check knows by more cells and shorter intervals what the usual ones miss: with the same, both miss it alike.
  static constexpr Resolution kResolution = kEffort.judges
                                                ? Resolution{4.0,
                                                             {0.7, 1.0 / 24.0, kUnknownDepth},
                                                             kUnknownCrossing,
                                                             kUnknownCrest,
                                                             Setup::kUnknownEnd}
                                                : Resolution{3.0, {1.5, 1.0 / 12.0, 0.0}, 0.0, 0.0, 0.0};
  Mask<S> finished_{true};
  S length_ = S(0.0);                                           // m, unit of the docking model's course
  S unseen_ = S(0.0), unseen_swing_ = S(0.0), swung_ = S(0.0);  // N s

  /// Gives what is seen of both models, step by step, to the tallies.
  class Course {
   public:
    Course(PairReading& pair, const PieceLaw<S>& law, const DockingCourse<S>& docking)
        : pair_(pair),
          law_(law),
          playback_(docking, pair.length_, pair.given.approach),
          staircase_(law, pair.given.quantum, pair.given.linear.sensor_square, pair.given.linear.sensor_drag,
                     pair.given.sensor_quantum, pair.given.deepest, kResolution) {}

    /// What is seen at a time; the docking model's times do not decrease.
    HILSPACE_INLINE Seen<S> see(S time, S v, S x, S x_rate, S y, Mask<S> touches) {
      const auto docking = playback_.at(time);
      const S force = select(docking.touches, law_.force(docking.d, docking.v), S(0.0));
      const S elastic = select(touches, law_.elastic(x), S(0.0));
      return {larger(docking.d, S(0.0)),
              docking.v,
              force,
              v,
              x,
              x_rate,
              y,
              elastic,
              elastic * (S(1.0) + law_.damping * x_rate)};
    }
    HILSPACE_INLINE void start(const Seen<S>& seen) { seen_[2] = seen; }
    /// A step of length h from the last instant on, with what `look` sees at the middle and at the end. `stores`: whether
    /// energies are read.
    template <class Look>
    HILSPACE_INLINE void step(S h, Mask<S> touches, Edge edge, bool stores, Look&& look) {
      seen_[0] = seen_[2];
      const S begin = time_;
      seen_[1] = look(begin + S(0.5) * h);
      time_ = begin + h;
      seen_[2] = look(time_);
      staircase_.add(seen_, h, touches, edge, playback_.end - begin, stores, pair_.metrics);
    }
    const Seen<S>& last() const { return seen_[2]; }
    S time() const { return time_; }
    S docking_end() const { return playback_.end; }
    HILSPACE_INLINE void look_at_end() { staircase_.look_at_end(pair_.metrics); }
    Mask<S> finished() const { return staircase_.finished(); }
    S unseen() const { return staircase_.unseen(); }
    S unseen_swing() const { return staircase_.unseen_swing(); }

   private:
    PairReading& pair_;
    PieceLaw<S> law_;
    Playback<S> playback_;
    Staircase<S> staircase_;
    std::array<Seen<S>, 3> seen_;
    S time_ = S(0.0);
  };

  void tally(const PieceLaw<S>& law, const DockingCourse<S>& docking, const Motion& motion) {
    const auto& hil = motion.hil;
    const auto& rest = motion.rest;
    const S lag = motion.lag, bend = motion.bend;
    const Linear<S>& linear = given.linear;
    const S approach = given.approach;
    Course course(*this, law, docking);
    const auto& weights = integrate::look_weights<kEffort.looks>();
    metrics.half_mass = S(0.5) / linear.inverse_mass;
    const S energy = metrics.half_mass * (approach * approach);
    const S risen =
        onset_energy(linear, law, hil.pieces[0], approach, given.quantum, given.sensor_quantum) - energy;
    const S unknown = S(kUnknownOnset) * risen, found = energy + risen;
    const S energy_of_onset = found + select(found > given.most, unknown, -unknown);
    metrics.hil.peak_mechanical = energy_of_onset;

    // Before the HIL model's onset: its bodies are on the approach ramp.
    const auto ramp = [&](S t) HILSPACE_INLINE_LAMBDA {
      return course.see(t, approach, approach * (t - lag), approach, S(0.0), Mask<S>(false));
    };
    course.start(ramp(S(0.0)));
    for (std::size_t k = 0; k < kLooksOfRamp; ++k)
      course.step(S(1.0 / kLooksOfRamp) * lag, Mask<S>(false), Edge::none, false, ramp);
    for (std::size_t p = 0; p < kCount; ++p)
      look(course, hil.pieces[p], weights[static_cast<std::size_t>(course_of(p))], Mask<S>(true), p == 0,
           p + 1 == kCount, p > 0);  // energies of the first one: onset_energy.hpp
    for (const auto& piece : rest.pieces) look(course, piece, weights[1], Mask<S>(false), false, false, true);

    // What is left of the docking model's contact.
    const S left = larger(course.docking_end() - rest.end, S(0.0)), part = S(1.0 / kLooksAfter) * left;
    if (any(left > S(0.0)))
      for (std::size_t k = 0; k < kLooksAfter; ++k)
        course.step(part, Mask<S>(false), Edge::none, false, [&](S t) HILSPACE_INLINE_LAMBDA {
          return course.see(t, rest.last.v, -approach, rest.last.v, S(0.0), Mask<S>(false));
        });
    course.look_at_end();
    unseen_ = S(1.0 - kUnknownFade) * course.unseen();
    unseen_swing_ = S(1.0 - kUnknownFade) * course.unseen_swing();
    finished_ = course.finished();

    // The docking model, in the units of its course.
    const S mass = S(1.0) / linear.inverse_mass, unit = length_ / approach;
    metrics.docking.begin = S(0.0);
    metrics.docking.end = unit * docking.duration;
    metrics.penetration.peak_docking = length_ * docking.peak_penetration;
    metrics.penetration.area_docking = length_ * unit * docking.area_penetration;
    metrics.force.peak_docking = law.elastic(length_) * docking.peak_force;
    metrics.force.area_docking = mass * approach * (S(1.0) - docking.velocity_after);
    metrics.contact_force.peak_docking = metrics.force.peak_docking;
    metrics.contact_force.area_docking = metrics.force.area_docking;
    metrics.docking.work = energy * (S(1.0) - docking.velocity_after * docking.velocity_after);
    metrics.docking.peak_mechanical = energy;
    const S largest = metrics.hil.peak_mechanical;
    metrics.hil.peak_mechanical = select(largest > energy_of_onset, S(kOff) * largest, largest);
    metrics.docking.peak_potential = law.potential(metrics.penetration.peak_docking);

    // Q(x) is 0 up to half a quantum.
    const S half = S(0.5) * given.quantum;
    const LoopState<S>& last = hil.last;
    metrics.hil.begin = lag + half / approach;
    const S gap = half - last.x;  // a contact that ends before x = 0 may end before it is half a quantum, too
    metrics.hil.end = hil.end - select(gap > S(0.0), time_to_reach(gap, -last.x_rate, bend), S(0.0));
    for (std::size_t p = 0; p < kCount; ++p) add_integrals(law, hil.pieces[p], course_of(p));
    // The first and the last cell are halves: (r^2 - q^2/12)/(2 x') beside whole cells, with r = 0.
    metrics.penetration.area_hil = metrics.penetration.area_hil + hil.turn.area -
                                   S(1.0 / 6.0) * half * half * (S(1.0) / approach - S(1.0) / last.x_rate);
    metrics.loop.power = metrics.loop.power + hil.turn.power;
    metrics.loop.product = metrics.loop.product + hil.turn.product;
  }

  /// `is_first`, `is_last`: of the contact.
  HILSPACE_INLINE void look(Course& course, const Piece<S>& piece, const Weights& weights, Mask<S> touches,
                            bool is_first, bool is_last, bool stores) {
    const auto value = [](const integrate::OverPiece<S>& over, const auto& row) HILSPACE_INLINE_LAMBDA {
      S sum = S(row[0]) * over[0];
      for (std::size_t i = 1; i <= integrate::kNodes; ++i) sum = sum + S(row[i]) * over[i];
      return sum;
    };
    const S h = S(1.0 / kEffort.looks) * piece.length;
    for (std::size_t k = 0; k < kEffort.looks; ++k) {
      const S before = course.last().y;
      S between(0.0);
      std::size_t place = 2 * k;
      const Edge edge = is_first && k == 0                  ? Edge::begins
                        : is_last && k + 1 == kEffort.looks ? Edge::ends
                                                            : Edge::none;
      course.step(h, touches, edge, stores, [&](S time) HILSPACE_INLINE_LAMBDA {
        const auto& row = weights[++place];
        const S y = value(piece.y, row);
        if (place % 2 == 1) between = y;
        return course.see(time, value(piece.v, row), value(piece.x, row), value(piece.x_rate, row), y,
                          touches);
      });
      if (any(touches)) continue;
      // A sensor that swings beyond 0.
      const Points<S> beyond{larger(-before, S(0.0)), larger(-between, S(0.0)),
                             larger(-course.last().y, S(0.0))};
      swung_ = swung_ + simpson(beyond, h);
    }
  }

  static integrate::Course course_of(std::size_t p) { return integrate::course_of(p, kCount); }

  /// Work and loop integrals over a piece, by Radau's quadrature.
  void add_integrals(const PieceLaw<S>& law, const Piece<S>& piece, integrate::Course course) {
    S work(0.0), power(0.0), product(0.0), depth(0.0);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const S weight(integrate::kQuadrature[i] * integrate::time_rate(course, integrate::kNodeTaus[i]));
      const S f = weight * law.mean_force(piece.x[i + 1], piece.x_rate[i + 1]);
      depth = depth + weight * piece.x[i + 1];
      work = work + f * piece.x_rate[i + 1];
      power = power + f * piece.v[i + 1];
      product = product + f * piece.y[i + 1];
    }
    metrics.penetration.area_hil = metrics.penetration.area_hil + piece.length * depth;
    metrics.hil.work = metrics.hil.work + piece.length * work;
    metrics.loop.power = metrics.loop.power + piece.length * power;
    metrics.loop.product = metrics.loop.product + piece.length * product;
  }
};

}  // namespace hilspace::simulate
