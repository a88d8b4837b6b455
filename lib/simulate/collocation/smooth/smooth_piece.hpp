#pragma once
// One piece of a smooth loop (smooth_loop.hpp), solved for the force at its nodes: integrate/collocation.hpp.

#include "integrate/collocation.hpp"
#include "simulate/collocation/smooth/smooth_loop.hpp"

namespace hilspace::simulate {

/// Departures from the ramp over a piece, at its start and the nodes.
template <class S>
struct SmoothSignals {
  integrate::OverPiece<S> v, x, x_rate, y;
};

template <integrate::Course kCourse, class S>
class SmoothPiece {
 public:
  using AtNodes = integrate::AtNodes<S>;

  SmoothPiece(const SmoothLoop<S>& loop, const SmoothState<S>& begin, S length)
      : loop_(loop), begin_(begin), s_(integrate::rates<kCourse>(length)) {
    const CascadeState<S> at_rest{};
    Modes unforced{}, unforced_rate{};
    for (std::size_t j = 0; j < kModes; ++j) {
      const Complex s = s_[j];
      per_s_[j] = inverse(s);
      const Complex y = loop.sensor.pass(begin.sensor, s, Complex{S(0.0), S(0.0)});
      unforced[j] = loop.actuator.pass(begin.actuator, s, command(j, y));
      unforced_rate[j] = s * (unforced[j] - begin.x);
      const Complex unit = loop.sensor.pass(at_rest, s, Complex{S(1.0), S(0.0)});
      const Complex led = loop.lead.second + per_s_[j] * (loop.lead.first + per_s_[j]);
      to_x_[j] = loop.actuator.pass(at_rest, s, -loop.inverse_mass * (unit * led));
      to_rate_[j] = s * to_x_[j];
    }
    free_ = integrate::to_nodes<kCourse>(unforced);
    free_rate_ = integrate::to_nodes<kCourse>(unforced_rate);
  }

  /// The interface's departure under the force f at the nodes.
  void move(const AtNodes& f) {
    force_ = integrate::to_modes<kCourse>(f);
    Modes forced{};
    for (std::size_t j = 0; j < kModes; ++j) forced[j] = to_x_[j] * force_[j];
    x = integrate::to_nodes<kCourse>(forced);
    for (std::size_t j = 0; j < kModes; ++j) forced[j] = to_rate_[j] * force_[j];
    x_rate = integrate::to_nodes<kCourse>(forced);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      x[i] = x[i] + free_[i];
      x_rate[i] = x_rate[i] + free_rate_[i];
    }
  }

  /// All signals and the state at the end, after move(). `before`: x', and `first`: F at the start of the piece.
  SmoothState<S> finish(S before, S first, SmoothSignals<S>& signals) const {
    SmoothState<S> end;
    Modes u = force_;
    const auto walk = [&](const Cascade<S>& cascade, const CascadeState<S>& from,
                          CascadeState<S>& to) HILSPACE_INLINE_LAMBDA {
      cascade.for_each(
          [&](const CascadeSection<S>& its, Mask<S> present, std::size_t k) HILSPACE_INLINE_LAMBDA {
            Modes z{}, rate{};
            for (std::size_t j = 0; j < kModes; ++j) {
              const auto passed = Cascade<S>::pass(its, present, s_[j], from[k], u[j]);
              z[j] = passed.z;
              rate[j] = passed.rate;
              u[j] = passed.out;
            }
            to[k] = {integrate::to_nodes<kCourse>(z).back(), integrate::to_nodes<kCourse>(rate).back()};
          });
    };
    walk(loop_.sensor, begin_.sensor, end.sensor);
    signals.y =
        integrate::over_piece(loop_.sensor.output(begin_.sensor, first), integrate::to_nodes<kCourse>(u));
    Modes v{}, d{};
    for (std::size_t j = 0; j < kModes; ++j) {
      v[j] = velocity(j, u[j]);
      d[j] = distance(j, u[j]);
      u[j] = command(j, u[j]);
    }
    signals.v = integrate::over_piece(begin_.v, integrate::to_nodes<kCourse>(v));
    end.v = signals.v.back();
    end.d = integrate::to_nodes<kCourse>(d).back();
    walk(loop_.actuator, begin_.actuator, end.actuator);
    signals.x = integrate::over_piece(begin_.x, x);
    signals.x_rate = integrate::over_piece(before, x_rate);
    end.x = x.back();
    return end;
  }

  AtNodes x, x_rate;  // after move()

 private:
  static constexpr std::size_t kModes = integrate::kModes<kCourse>.size();
  using Complex = integrate::Complex<S>;
  using Modes = integrate::InModes<S>;

  HILSPACE_INLINE Complex velocity(std::size_t j, Complex y) const {
    return begin_.v + -loop_.inverse_mass * (per_s_[j] * y);
  }
  HILSPACE_INLINE Complex distance(std::size_t j, Complex y) const {
    return begin_.d + per_s_[j] * velocity(j, y);
  }
  /// d + A1 d' + A2 d".
  HILSPACE_INLINE Complex command(std::size_t j, Complex y) const {
    const auto& [first, second] = loop_.lead;
    return distance(j, y) + first * velocity(j, y) + -(loop_.inverse_mass * second) * y;
  }

  SmoothLoop<S> loop_;
  SmoothState<S> begin_;
  Modes s_, per_s_{}, to_x_{}, to_rate_{}, force_;
  AtNodes free_, free_rate_;
};

}  // namespace hilspace::simulate
