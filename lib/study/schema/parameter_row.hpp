#pragma once
// Parameter row: the declaration of a parameter with its path, kind of value, range, default and meaning.

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "models/kind.hpp"

namespace hilspace::study {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Marks an absent value.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
inline double or_else(double value, double otherwise) { return std::isnan(value) ? otherwise : value; }

enum class ValueKind {
  quantity,              // a number with a unit of dimension `unit`, given as text: "0.4 ms"
  number,                // a bare number
  law,                   // a name from `hilspace list laws`; its value is the index into contact::kLaws
  material,              // a built-in or own material; its value is the index into Study::materials
  position_compensator,  // its value is the index into compensation::kPositions
  force_compensator,     // its value is the index into compensation::kForces
  compliance_reading,    // its value is the index into hybrid::kReadings
  virtual_source,        // its value is the index into hybrid::kSources
};
/// Whether its values are names, stored as indices into a list.
constexpr bool has_names(ValueKind kind) { return kind != ValueKind::quantity && kind != ValueKind::number; }

/// The models that have a key.
struct ModelSet {
  bool axial = true;
  bool sixdof = true;
  bool rig = axial;        // the rig has all keys of the axial model
  bool four_mass = axial;  // those of contact, instruments and numerics
  constexpr bool has(models::ModelKind model) const {
    switch (model) {
      case models::ModelKind::axial:
        return axial;
      case models::ModelKind::sixdof:
        return sixdof;
      case models::ModelKind::rig:
        return rig;
      case models::ModelKind::four_mass:
        return four_mass;
    }
    __builtin_unreachable();
  }
};
inline constexpr ModelSet kOneAxis{true, false};
inline constexpr ModelSet kSixDofOnly{false, true};
inline constexpr ModelSet kRigOnly{false, false, true, false};
inline constexpr ModelSet kFourMassOnly{false, false, false, true};
inline constexpr ModelSet kManyImpacts{false, true, false, true};
inline constexpr ModelSet kRigidOnAxis{true, false, true, false};
inline constexpr ModelSet kAxialOnly{true, false, false, false};
inline constexpr ModelSet kHybrid{true, true, false, false};
inline constexpr ModelSet kOneMassEach{true, true, true, false};

/// A word that may stand in the place of a quantity, and the infinite value that stands for it.
struct Word {
  std::string_view text = {};
  double value = kNone;
};

struct Parameter {
  std::string_view path;
  ValueKind kind;
  std::string_view unit;  // SI spelling ("s", "kg", "m s-1", "rad s-1"); "1" for numbers
  double low;             // allowed range, in SI
  bool low_allowed;       // whether `low` itself is allowed
  double high;
  double fallback;           // value if absent, where meaningful; NaN: none
  std::string_view example;  // as written in a study
  std::string_view description;
  bool high_allowed = true;  // whether `high` itself is allowed; an infinite one never is
  ModelSet models = {};
  bool whole = false;  // integers only
  /// A greater magnitude indicates a wrong unit: an angle beyond a turn, a length beyond any spacecraft.
  double most = kInfinity;
  /// A word that means the same as no value.
  std::string_view absent = {};
  /// Words with a value of their own; unused ones are empty.
  std::array<Word, 2> words = {};
};

}  // namespace hilspace::study
