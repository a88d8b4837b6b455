#pragma once
// The docking model through one step of reading: a cubic, or where its contact ends within the step,
//
//   d = v1 s + c s^2    before the end, s the time left and v1 the speed after; 0 after it
//   F = F(d, d')        by its law
//
// since its force has a kink there that no cubic follows. c follows from the depth at the start of the step.
// Source: derived in docs/numerics.md, "Collocation".

#include <array>

#include "core/cubic.hpp"
#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "simulate/collocation/contact_parts.hpp"

namespace hilspace::simulate {

/// Both models at one instant, SI.
template <class S>
struct Seen {
  S depth, speed, force;  // docking model: penetration >= 0, its rate, contact force
  S v, x, x_rate, y;
  S elastic, contact;  // of the HIL model, k x^(3/2) and contact force; 0 where the surfaces are apart
};

template <class S>
HILSPACE_INLINE Points<S> points(const std::array<Seen<S>, 3>& seen, S Seen<S>::*member) {
  return {seen[0].*member, seen[1].*member, seen[2].*member};
}

template <class S>
struct DockingStep {
  Mask<S> ends;  // within the step
  S end;         // where, as a part of it; 1: not within

  /// A step of length h; `left`: from its start to the end of the contact, s; `last`: what was seen `ago` steps before it.
  HILSPACE_INLINE DockingStep(const std::array<Seen<S>, 3>& seen, const PieceLaw<S>& law, S h, S left,
                              const Seen<S>& last, S ago)
      : ends(left > S(0.0) && left < h),
        end(S(1.0)),
        law_(law),
        h_(h),
        left_(left),
        depth_(points(seen, &Seen<S>::depth), {last.depth, ago}),
        force_(points(seen, &Seen<S>::force), {last.force, ago}) {
    if (!any(ends)) return;
    end = select(ends, left / h, end);
    speed_ = -seen[2].speed;
    bend_ = select(ends, (seen[0].depth / select(ends, left, S(1.0)) - speed_) / select(ends, left, S(1.0)),
                   S(0.0));
  }

  /// m, at a part of the step.
  HILSPACE_INLINE S depth(S place) const {
    const S inside = depth_.at(place);
    return any(ends) ? select(ends, depth_of(left_at(place)), inside) : inside;
  }
  /// N.
  HILSPACE_INLINE S force(S place) const {
    const S inside = force_.at(place);
    if (!any(ends)) return inside;
    const S s = left_at(place);
    return select(ends, law_.force(depth_of(s), -(speed_ + S(2.0) * s * bend_)), inside);
  }

 private:
  /// 0 from the end on, whatever its last digits.
  HILSPACE_INLINE S left_at(S place) const {
    return select(place < S(1.0 - 1e-9) * end, left_ - place * h_, S(0.0));
  }
  HILSPACE_INLINE S depth_of(S s) const { return s * (speed_ + s * bend_); }

  PieceLaw<S> law_;
  S h_, left_;
  Cubic<S> depth_, force_;
  S speed_ = S(0.0), bend_ = S(0.0);
};

}  // namespace hilspace::simulate
