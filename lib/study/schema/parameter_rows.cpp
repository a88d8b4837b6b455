#include "study/schema/parameter_rows.hpp"

#include <fmt/format.h>

#include <deque>
#include <string>
#include <vector>

#include "study/schema/parameter.hpp"

namespace hilspace::study {
namespace {

/// Assembles texts derived from rows that several parameters share.
class Rows {
 public:
  Rows() {
    for (const auto name : kBodies) add_body(name, name == "target");
    all_.insert(all_.end(), rows::kApproachAndContact.begin(), rows::kApproachAndContact.end());
    for (const auto& row : rows::kAndrogynousRows) all_.push_back(row.parameter);
    for (const auto& row : rows::kProbeConeRows) all_.push_back(row.parameter);
    for (const auto& row : rows::kBerthingRows) all_.push_back(row.parameter);
    for (const auto& instrument : kInstruments) add_instrument(instrument);
    for (const auto& instrument : kSpatialInstruments) add_spatial(instrument);
    all_.insert(all_.end(), rows::kCompensator.begin(), rows::kCompensator.end());
    all_.insert(all_.end(), rows::kRigAndNumerics.begin(), rows::kRigAndNumerics.end());
  }
  std::span<const Parameter> all() const { return all_; }

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  std::string_view path(std::string_view table, std::string_view key) {
    return keep(fmt::format("{}.{}", table, key));
  }
  /// The text with U replaced.
  std::string_view unit(std::string_view unit, std::string_view of_signal) {
    if (!unit.starts_with('U')) return unit;
    if (unit == "U") return of_signal;
    // The signal's unit squared: the power follows each of its factors.
    std::string squared;
    for (const char c : of_signal) squared += c == ' ' ? std::string("2 ") : std::string(1, c);
    return keep(fmt::format("{}{}", squared, unit.substr(1)));
  }

  void add_body(std::string_view name, bool is_target) {
    for (const auto& row : rows::kBodyRows) {
      Parameter parameter = row.parameter;
      parameter.path = path(name, row.parameter.path);
      if (is_target) parameter.example = row.target_example;
      if (is_target) parameter.description = row.target_description;
      all_.push_back(parameter);
    }
  }

  void add_instrument(const NamedInstrument& instrument) {
    for (const auto& [row, force_sensor_example] : rows::kInstrumentRows) {
      Parameter parameter = row;
      parameter.models = kOneAxis;
      parameter.path = path(instrument.name, row.path);
      parameter.unit = unit(row.unit, instrument.unit);
      if (instrument.name == "force_sensor") parameter.example = force_sensor_example;
      all_.push_back(parameter);
    }
  }

  void add_spatial(const NamedSpatialInstrument& instrument) {
    for (const Parameter& row : rows::kSpatialRows)
      add_spatial_row(row, instrument.name, row.path, Half::linear, instrument, "");
    for (const Parameter& row : rows::kSpatialRows)
      if (rows::has_halves(row))
        add_spatial_row(row, instrument.name, keep(fmt::format("{}{}", instrument.prefix, row.path)),
                        Half::angular, instrument, " by the last three components");
    for (std::size_t component = 0; component < instrument.components.size(); ++component) {
      const auto name = instrument.components[component];
      const auto table = path(instrument.name, name);
      for (const Parameter& row : rows::kSpatialRows) {
        add_spatial_row(row, table, row.path, half_of(component), instrument,
                        fmt::format(" of {} alone", name));
        all_.back().fallback = kNone;  // the default of the whole instrument applies
      }
    }
  }

  void add_spatial_row(const Parameter& row, std::string_view table, std::string_view key, Half half,
                       const NamedSpatialInstrument& instrument, std::string_view whose) {
    Parameter parameter = row;
    parameter.models = kSixDofOnly;
    parameter.path = path(table, key);
    parameter.unit = unit(row.unit, instrument.units[static_cast<std::size_t>(half)]);
    if (row.unit == "U")
      parameter.example = instrument.examples[static_cast<std::size_t>(half)];
    else if (rows::has_halves(row))
      parameter.example = keep(fmt::format("\"1e-6 {}\"", parameter.unit));
    parameter.description = keep(fmt::format(fmt::runtime(row.description), whose));
    all_.push_back(parameter);
  }

  std::deque<std::string> texts_;  // assembled texts of repeated rows
  std::vector<Parameter> all_;
};

}  // namespace

std::span<const Parameter> parameters() {
  static const Rows rows;
  return rows.all();
}

}  // namespace hilspace::study
