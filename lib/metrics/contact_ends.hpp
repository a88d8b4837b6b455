#pragma once
// Where within or behind a step a contact begins and ends.
//
// A step ends where a contact begins or ends, but no step is shorter than a shortest one. Up to that before its begin a
// contact counts as begun, and up to that before its end as over, wherever another event has cut the step: begin and end
// must not show where that was.
//
//   t_begin = -a/a'   behind the start of a step in contact, for 0 < -a < t_shortest a'
//   t_end   = a/|a'|  behind the end of it, for 0 < a < t_shortest |a'|

#include "models/axial.hpp"

namespace hilspace::metrics {

/// Time, s, to the begin of a contact from the start of its first step, seen in `view`. `shortest`: step, s.
template <class S>
HILSPACE_INLINE S lead_of_contact(const models::Observation<S>& view, S shortest) {
  const S gap = -view.penetration, way = shortest * view.rate;
  const Mask<S> is_early = gap > S(0.0) && gap < way;
  if (!any(is_early)) return S(0.0);
  return select(is_early, shortest * (gap / select(is_early, way, S(1.0))), S(0.0));
}

/// Time, s, to the end of a contact from the end of its last step, seen in `view`; 0 behind any other. `spread`: of the
/// penetration, m.
template <class S>
HILSPACE_INLINE S rest_of_contact(const models::Observation<S>& view, S shortest, S spread = S(0.0)) {
  const S depth = view.penetration - spread, way = -(shortest * view.rate);
  const Mask<S> is_over = magnitude(view.contact_force) > S(0.0) && depth > S(0.0) && depth < way;
  if (!any(is_over)) return S(0.0);
  return select(is_over, shortest * (depth / select(is_over, way, S(1.0))), S(0.0));
}

}  // namespace hilspace::metrics
