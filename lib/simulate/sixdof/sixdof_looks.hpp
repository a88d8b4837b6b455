#pragma once
// What a step sees of a model, kept as long as the step: its start, its end and its middle are asked for by the method, by
// the search for jumps and by the metrics. What is kept has the bits of what would be seen again.

#include <array>
#include <cstddef>
#include <new>

#include "models/sixdof.hpp"

namespace hilspace::simulate {

template <class Model>
class StepLooks {
 public:
  using State = typename Model::State;
  enum Kept : std::size_t { start, stage, middle, end, kPlaces };

  /// Before a step, or after anything has changed in the model.
  void forget() {
    for (One& its : places_) its.known = false;
  }

  /// Seen at y, and kept as `kept`. Refers to what is kept.
  const models::SixDofView& at(const Model& model, const State& y, models::Asked asked, Kept kept) {
    for (const One& its : places_)
      if (its.known && its.asked >= asked && its.y == y) return its.view;
    One& its = places_[kept];
    its.y = y;
    its.asked = asked;
    new (&its.view) models::SixDofView(model.view(y, asked));  // in its place: an assignment would copy it
    its.known = true;
    return its.view;
  }

 private:
  struct One {
    State y;
    models::SixDofView view;
    models::Asked asked = models::Asked::touching;
    bool known = false;
  };
  std::array<One, kPlaces> places_{};
};

}  // namespace hilspace::simulate
