#include "study/reading/read_instrument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/notation/keys.hpp"
#include "study/reading/arrays.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/values.hpp"
#include "study/schema/settings.hpp"
#include "study/schema/spatial_stage_keys.hpp"

namespace hilspace::study {
namespace {

using instruments::kMostSections;
using instruments::Section;

/// The instrument whose key `path` is.
std::size_t instrument_of(std::string_view path) {
  const auto found = std::ranges::find(kInstruments, path.substr(0, path.find('.')), &NamedInstrument::name);
  return static_cast<std::size_t>(found - kInstruments.begin());
}

SpatialStages& stages_of(const SpatialStageKey& key, Reading& reading) {
  return reading.study.spatial_stages[static_cast<std::size_t>(key.instrument)];
}

/// The coefficients of a section, in rising powers of s.
std::optional<std::array<double, 3>> read_polynomial(std::string_view path, const Value& value,
                                                     Reading& reading) {
  const auto& array = *value.as<Array>();
  if (array.empty() || array.size() > 3) {
    reading.findings.add(value.place, fmt::format("{}: has {} coefficients; a section has one to three, of "
                                                  "1, s and s^2",
                                                  path, array.size()));
    return std::nullopt;
  }
  const Parameter coefficient{path, ValueKind::number, "1", -kInfinity, true, kInfinity, kNone, "1.0", ""};
  const auto numbers = read_elements(coefficient, array, reading);
  std::array<double, 3> polynomial{};
  std::ranges::copy(numbers, polynomial.begin());
  if (std::ranges::any_of(polynomial, [](double x) { return std::isnan(x); })) return std::nullopt;
  return polynomial;
}

int degree(const std::array<double, 3>& polynomial) {
  return polynomial[2] != 0.0 ? 2 : polynomial[1] != 0.0 ? 1 : 0;
}

/// Whether a pole lies in the right half-plane: the coefficients up to the last one do not all have the same
/// sign. The first coefficient is not 0.
bool is_unstable(const std::array<double, 3>& denominator) {
  const auto opposed = [&](double x) { return x != 0.0 && (x > 0.0) != (denominator[0] > 0.0); };
  return opposed(denominator[1]) || opposed(denominator[2]);
}

/// Real part of the rightmost pole, rad/s.
double rightmost_pole(const std::array<double, 3>& denominator) {
  const auto& [a0, a1, a2] = denominator;
  if (a2 == 0.0) return -a0 / a1;
  const double middle = -0.5 * a1 / a2, discriminant = middle * middle - a0 / a2;
  return discriminant > 0.0 ? middle + std::sqrt(discriminant) : middle;
}

std::optional<Section> read_section(const std::string& path, const Value& value, Reading& reading) {
  const Arrays arrays(path, value, {"numerator", "denominator"},
                      "{ numerator = [1.0], denominator = [1.0, 2e-4, 1e-8] }", reading);
  const auto* over = arrays["numerator"];
  const auto* under = arrays["denominator"];
  if (over == nullptr || under == nullptr) return std::nullopt;
  const auto numerator = read_polynomial(path + ".numerator", *over, reading);
  const auto denominator = read_polynomial(path + ".denominator", *under, reading);
  if (!numerator || !denominator) return std::nullopt;
  if ((*denominator)[0] == 0.0)
    reading.findings.add(under->place, path +
                                           ".denominator: begins with 0, which makes an integrator; its "
                                           "first coefficient must not be 0");
  else if (is_unstable(*denominator))
    reading.findings.add(
        under->place, fmt::format("{}.denominator: has a pole at {:+.4g} rad/s, in the right half-plane, so "
                                  "the stage is unstable; its coefficients must all have the same sign",
                                  path, rightmost_pole(*denominator)));
  if (std::ranges::all_of(*numerator, [](double b) { return b == 0.0; }))
    reading.findings.add(over->place,
                         path +
                             ".numerator: is 0, so nothing passes; write [1.0] for a section whose "
                             "gain at rest is 1");
  if (degree(*numerator) > degree(*denominator))
    reading.findings.add(over->place, path +
                                          ".numerator: has a higher power of s than the denominator, which "
                                          "makes a differentiator; it must not");
  return Section{*numerator, *denominator};
}

}  // namespace

void read_chain(std::string_view path, const Value& value, Reading& reading) {
  const auto i = instrument_of(path);
  auto& instrument = reading.study.instruments[i];
  instrument.shorthand = false;
  const auto before = reading.findings.size();
  const auto names = names_of(instruments::kStages);
  instrument.stages =
      read_set<StageKind>(path, value, reading, [&](const Value& element) -> std::optional<StageKind> {
        const auto* name = read_choice(path, element, names, reading);
        if (name == nullptr) return std::nullopt;
        const auto kind = static_cast<StageKind>(std::ranges::find(names, *name) - names.begin());
        auto& place = reading.stage_places[i][kind];
        if (!place) place = element.place;
        return kind;
      });
  reading.chain_known[i] = reading.findings.size() == before;
}

void read_calibration(std::string_view path, const Value& value, Reading& reading) {
  const auto* spatial = find_spatial_stage(path);
  const auto unit = spatial != nullptr ? spatial->unit() : kInstruments[instrument_of(path)].unit;
  const Arrays arrays(path, value, {"input", "output"}, setting_text::curve_example(unit), reading);
  const auto* input = arrays["input"];
  const auto* output = arrays["output"];
  if (input == nullptr || output == nullptr) return;
  const auto example = unit == "m"     ? "\"0.1 mm\""
                       : unit == "N"   ? "\"100 N\""
                       : unit == "rad" ? "\"0.01 rad\""
                                       : "\"10 N m\"";
  const auto points = [&](std::string_view name, const Value& array) {
    const auto key = join(path, name);
    return read_elements({key, ValueKind::quantity, unit, -kInfinity, true, kInfinity, kNone, example, ""},
                         *array.as<Array>(), reading);
  };
  const auto in = points("input", *input);
  const auto out = points("output", *output);
  if (in.size() != out.size() || in.size() < 2)
    return reading.findings.add(output->place, fmt::format("{}.output: has length {}, and input has {}; a "
                                                           "curve has as many of both, and at least 2",
                                                           path, out.size(), in.size()));
  for (std::size_t k = 1; k < in.size(); ++k)
    if (in[k] <= in[k - 1])
      return reading.complain(join(path, "input"), (*input->as<Array>())[k],
                              "must be greater than the one before");
  auto& curve = spatial != nullptr ? stages_of(*spatial, reading).calibration[spatial->place]
                                   : reading.study.instruments[instrument_of(path)].calibration;
  for (std::size_t k = 0; k < in.size(); ++k) curve.push_back({in[k], out[k]});
}

void read_transfer_function(std::string_view path, const Value& value, Reading& reading) {
  const Arrays arrays(path, value, {"sections"}, setting_text::kSections, reading);
  const auto* sections = arrays["sections"];
  if (sections == nullptr) return;
  const auto key = join(path, "sections");
  const auto& array = *sections->as<Array>();
  if (array.empty() || array.size() > kMostSections)
    return reading.findings.add(sections->place, fmt::format("{}: has {} sections; 1 to {} are possible", key,
                                                             array.size(), kMostSections));
  const auto* spatial = find_spatial_stage(path);
  auto& its = spatial != nullptr ? stages_of(*spatial, reading).transfer_function[spatial->place]
                                 : reading.study.instruments[instrument_of(path)].transfer_function;
  for (const auto& section : array)
    if (const auto known = read_section(key, section, reading)) its.push_back(*known);
}

}  // namespace hilspace::study
