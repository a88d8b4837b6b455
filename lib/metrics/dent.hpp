#pragma once
// What a viscoplastic contact leaves, and how it came about. The energy taken by such a contact is that of its
// damper and that of the dent.

#include <limits>

namespace hilspace::metrics {

struct Dent {
  double depth = std::numeric_limits<double>::quiet_NaN();           // e, m
  double energy = std::numeric_limits<double>::quiet_NaN();          // sum of the E_i, J
  double instances = std::numeric_limits<double>::quiet_NaN();       // compressions
  double recompressions = std::numeric_limits<double>::quiet_NaN();  // of them, without a separation before
};

/// The dent of a model whose law can leave one; undefined for other laws.
template <class Model>
Dent dent_of(const Model& model) {
  if constexpr (requires { model.law.dent; })
    if (model.law.viscoplastic)
      return {model.law.free_depth, model.law.dent, model.law.instances, model.law.recompressions};
  return {};
}

}  // namespace hilspace::metrics
