#pragma once
// Parameters of a scenario: their values and dependences.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "contact/law_setup.hpp"
#include "study/schema/parameter_id.hpp"

namespace hilspace::study {

/// All parameters, in the order of their Id.
std::span<const Parameter> parameters();

/// The four ways to specify the speed of a low-pass: total delay, lag, bandwidth, natural frequency.
using LowPassIds = std::array<Id, 4>;
constexpr LowPassIds low_pass_of(Instrument instrument, bool shorthand) {
  if (shorthand)
    return {id_of(instrument, "total_delay"), id_of(instrument, "lag"), id_of(instrument, "bandwidth"),
            id_of(instrument, "natural_frequency")};
  return {id_of(instrument, "low_pass.total_delay"), id_of(instrument, "low_pass.lag"),
          id_of(instrument, "low_pass.bandwidth"), id_of(instrument, "low_pass.natural_frequency")};
}
constexpr LowPassIds low_pass_of_whole(SpatialInstrument instrument) {
  return {of_whole(instrument, "total_delay"), of_whole(instrument, "lag"), of_whole(instrument, "bandwidth"),
          of_whole(instrument, "natural_frequency")};
}
constexpr LowPassIds low_pass_of_component(SpatialInstrument instrument, std::size_t component) {
  return {of_component(instrument, "total_delay", component), of_component(instrument, "lag", component),
          of_component(instrument, "bandwidth", component),
          of_component(instrument, "natural_frequency", component)};
}

/// One value per parameter; NaN: not given. Names (laws, materials) are stored as their index.
struct ParameterValues {
  std::array<double, kParameterCount> values;
  ParameterValues() { values.fill(kNone); }
  double& operator[](Id id) { return values[static_cast<std::size_t>(id)]; }
  double operator[](Id id) const { return values[static_cast<std::size_t>(id)]; }
};

inline const Parameter& parameter(Id id) { return parameters()[static_cast<std::size_t>(id)]; }

/// Two spellings of one quantity, of which a study uses one.
struct Exclusive {
  Id first;
  Id second;
};
std::span<const Exclusive> exclusive_parameters();

/// A companion parameter that only refines others: without one of these it has no effect, and no default. The
/// first ones are those named in messages.
struct Companion {
  Id id;
  std::vector<Id> of;
};
std::span<const Companion> companions();

/// A parameter of the laws with that kind of damping. Other laws ignore it.
struct LawParameter {
  Id id;
  contact::Damping damping;
  bool required;
};
std::span<const LawParameter> law_parameters();

}  // namespace hilspace::study
