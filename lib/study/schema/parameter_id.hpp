#pragma once
// Parameter ids: the code names a parameter by its path in a study. "contact.radius"_id is the index of that
// row, found at compile time; an unknown path does not compile. For rows that occur several times, such as
// the parameters of an instrument, id_of() selects one: id_of(Instrument::actuator, "noise.std").

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "study/schema/compensator_rows.hpp"
#include "study/schema/dimension_rows.hpp"
#include "study/schema/instrument.hpp"
#include "study/schema/spatial_instrument.hpp"

namespace hilspace::study {

/// A parameter, as its index in parameters().
enum class Id : std::size_t {};

/// The two spacecraft.
enum class Body : std::size_t { chaser, target };
inline constexpr std::array<std::string_view, 2> kBodies{"chaser", "target"};

namespace rows {

constexpr std::string_view path_of(const Parameter& row) { return row.path; }
constexpr std::string_view path_of(const BodyRow& row) { return row.parameter.path; }
constexpr std::string_view path_of(const InstrumentRow& row) { return row.parameter.path; }
template <class Setup>
constexpr std::string_view path_of(const DimensionRow<Setup>& row) {
  return row.parameter.path;
}

template <class Rows>
constexpr std::optional<std::size_t> find(const Rows& rows, std::string_view path) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (path_of(rows[i]) == path) return i;
  return std::nullopt;
}

}  // namespace rows

/// A row of one of the repeated lists, by its path there. An unknown path does not compile.
template <const auto& kRows>
struct KeyOf {
  std::size_t row;

  static constexpr std::size_t kCount = kRows.size();
  consteval KeyOf(const char* path)
      : row(rows::find(kRows, path).value()) {}  // NOLINT(google-explicit-constructor)
  explicit constexpr KeyOf(std::size_t row_number) : row(row_number) {}
  friend constexpr bool operator==(KeyOf, KeyOf) = default;
};
using BodyKey = KeyOf<rows::kBodyRows>;
using InstrumentKey = KeyOf<rows::kInstrumentRows>;
using SpatialKey = KeyOf<rows::kSpatialRows>;

/// Number of shorthand keys of an instrument; the first keys of a chain follow in the same order.
inline constexpr std::size_t kShorthandKeys = InstrumentKey("low_pass.total_delay").row;

namespace rows {

/// How many of the first rows of kSpatialRows occur twice.
constexpr std::size_t halved(std::size_t rows) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows; ++row)
    if (has_halves(kSpatialRows[row])) ++count;
  return count;
}
/// An instrument with six components has its own rows, those in U again for its angular components, and the rows
/// of each component.
inline constexpr std::size_t kWholeCount = kSpatialRows.size() + halved(kSpatialRows.size());
inline constexpr std::size_t kSpatialCount = kWholeCount + kSpatialComponents * kSpatialRows.size();

// Start of each list's parameters.
inline constexpr std::size_t kApproach = kBodies.size() * kBodyRows.size();
inline constexpr std::size_t kAndrogynous = kApproach + kApproachAndContact.size();
inline constexpr std::size_t kProbeCone = kAndrogynous + kAndrogynousRows.size();
inline constexpr std::size_t kBerthing = kProbeCone + kProbeConeRows.size();
inline constexpr std::size_t kInstrument = kBerthing + kBerthingRows.size();
inline constexpr std::size_t kSpatial = kInstrument + kInstruments.size() * kInstrumentRows.size();
inline constexpr std::size_t kOfCompensator = kSpatial + kSpatialInstruments.size() * kSpatialCount;
inline constexpr std::size_t kRig = kOfCompensator + kCompensator.size();

}  // namespace rows

inline constexpr std::size_t kParameterCount = rows::kRig + rows::kRigAndNumerics.size();

/// A parameter of a spacecraft.
constexpr Id id_of(Body body, BodyKey key) {
  return Id{static_cast<std::size_t>(body) * BodyKey::kCount + key.row};
}
constexpr bool is_of(Body body, Id id) {
  return static_cast<std::size_t>(id) / BodyKey::kCount == static_cast<std::size_t>(body);
}

/// The parameters that stand next to each other from `first` on.
struct IdRange {
  Id first;
  std::size_t count;
};
/// The dimensions of a ready-made mechanism; none of other kinds.
constexpr IdRange dimensions_of(mechanism::MechanismKind kind) {
  switch (kind) {
    case mechanism::MechanismKind::androgynous:
      return {Id{rows::kAndrogynous}, rows::kAndrogynousRows.size()};
    case mechanism::MechanismKind::probe_cone:
      return {Id{rows::kProbeCone}, rows::kProbeConeRows.size()};
    case mechanism::MechanismKind::berthing:
      return {Id{rows::kBerthing}, rows::kBerthingRows.size()};
    default:
      return {Id{0}, 0};
  }
}

/// The ready-made mechanism that has it as a dimension, if any.
constexpr std::optional<mechanism::MechanismKind> kind_with(Id id) {
  for (std::size_t k = 0; k < mechanism::kMechanisms.size(); ++k) {
    const auto kind = static_cast<mechanism::MechanismKind>(k);
    const auto [first, count] = dimensions_of(kind);
    if (id >= first && static_cast<std::size_t>(id) < static_cast<std::size_t>(first) + count) return kind;
  }
  return std::nullopt;
}

/// A parameter of an instrument.
constexpr Id id_of(Instrument instrument, InstrumentKey key) {
  return Id{rows::kInstrument + static_cast<std::size_t>(instrument) * InstrumentKey::kCount + key.row};
}

/// A parameter of a whole instrument with six components; of one that occurs twice, the one of that half.
constexpr Id of_whole(SpatialInstrument instrument, SpatialKey key, Half half = Half::linear) {
  const std::size_t first = rows::kSpatial + static_cast<std::size_t>(instrument) * rows::kSpatialCount;
  const bool is_second = half == Half::angular && rows::has_halves(rows::kSpatialRows[key.row]);
  return Id{first + (is_second ? SpatialKey::kCount + rows::halved(key.row) : key.row)};
}
/// A parameter of one component.
constexpr Id of_component(SpatialInstrument instrument, SpatialKey key, std::size_t component) {
  const std::size_t first = rows::kSpatial + static_cast<std::size_t>(instrument) * rows::kSpatialCount;
  return Id{first + rows::kWholeCount + component * SpatialKey::kCount + key.row};
}

namespace rows {

constexpr std::optional<Id> find_spatial(std::size_t place, std::string_view key) {
  const auto& its = kSpatialInstruments[place];
  const auto instrument = static_cast<SpatialInstrument>(place);
  if (const auto row = find(kSpatialRows, key)) return of_whole(instrument, SpatialKey(*row));
  if (key.starts_with(its.prefix))
    if (const auto row = find(kSpatialRows, key.substr(its.prefix.size()));
        row && has_halves(kSpatialRows[*row]))
      return of_whole(instrument, SpatialKey(*row), Half::angular);
  const auto dot = key.find('.');
  for (std::size_t c = 0; dot != key.npos && c < its.components.size(); ++c)
    if (const auto row = find(kSpatialRows, key.substr(dot + 1));
        row && key.substr(0, dot) == its.components[c])
      return of_component(instrument, SpatialKey(*row), c);
  return std::nullopt;
}

}  // namespace rows

/// The parameter of that path, if there is one.
constexpr std::optional<Id> find_parameter(std::string_view path) {
  if (const auto row = rows::find(rows::kApproachAndContact, path)) return Id{rows::kApproach + *row};
  if (const auto row = rows::find(rows::kCompensator, path)) return Id{rows::kOfCompensator + *row};
  if (const auto row = rows::find(rows::kRigAndNumerics, path)) return Id{rows::kRig + *row};
  if (const auto row = rows::find(rows::kAndrogynousRows, path)) return Id{rows::kAndrogynous + *row};
  if (const auto row = rows::find(rows::kProbeConeRows, path)) return Id{rows::kProbeCone + *row};
  if (const auto row = rows::find(rows::kBerthingRows, path)) return Id{rows::kBerthing + *row};
  const auto dot = path.find('.');
  if (dot == path.npos) return std::nullopt;
  const auto table = path.substr(0, dot), key = path.substr(dot + 1);
  for (std::size_t i = 0; i < kBodies.size(); ++i)
    if (const auto row = rows::find(rows::kBodyRows, key); row && table == kBodies[i])
      return id_of(static_cast<Body>(i), BodyKey(*row));
  for (std::size_t i = 0; i < kInstruments.size(); ++i)
    if (const auto row = rows::find(rows::kInstrumentRows, key); row && table == kInstruments[i].name)
      return id_of(static_cast<Instrument>(i), InstrumentKey(*row));
  for (std::size_t i = 0; i < kSpatialInstruments.size(); ++i)
    if (table == kSpatialInstruments[i].name) return rows::find_spatial(i, key);
  return std::nullopt;
}

}  // namespace hilspace::study

namespace hilspace {
consteval study::Id operator""_id(const char* path, std::size_t size) {
  return study::find_parameter(std::string_view(path, size)).value();
}
}  // namespace hilspace
