#include "analysis/stability/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <variant>

#include "compensation/compensator.hpp"
#include "core/error.hpp"
#include "instruments/linear_path.hpp"
#include "models/linear_loop.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::analysis {
namespace {

using namespace instruments;
using study::Id;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kCompensator = "compensator";
/// Growth that counts as none, over the duration of a contact.
constexpr double kSlowest = 1e-4;

bool is_linear(const contact::LawSetup& law) {
  using enum contact::Law;
  return law.exponent == 1.0 &&
         (law.law == hertz || law.law == kelvin_voigt || law.law == kelvin_voigt_tensile);
}

/// Adds a compensator that is a factor of the loop; false: it is none.
bool add_compensator(const models::AxialSetup& setup, LinearLoop& its) {
  const auto& compensator = setup.compensator;
  const auto lags = lags_of(compensator, setup.actuator, setup.force_sensor);
  if (compensator.force == compensation::Force::lead)
    its.loop.lags.push_back({{1.0, lags.force, 0.0}, {1.0, 0.0, 0.0}});
  if (compensator.position == compensation::Position::lead)
    its.loop.lags.push_back({{1.0, lags.position.first, lags.position.second}, {1.0, 0.0, 0.0}});
  using compensation::Position, compensation::Force;
  if (compensator.position == Position::polynomial && lags.position.first > 0.0)
    its.loop.extrapolation = {compensator.order, lags.position.first};
  return compensator.position != Position::predictor && compensator.position != Position::ats &&
         (compensator.force == Force::none || compensator.force == Force::lead);
}

/// By a margin that is > 0 where stable.
StabilityClass verdict(double margin, double error) {
  if (std::isnan(margin)) return StabilityClass::undefined;
  if (std::abs(margin) <= error) return StabilityClass::neutral;
  return margin > 0.0 ? StabilityClass::stable : StabilityClass::unstable;
}

/// Whether the loop is the scenario's: not with a compensator that is no factor of it.
bool is_whole(const LinearLoop& its) {
  return std::ranges::find(its.left_out, kCompensator) == its.left_out.end();
}

/// > 0 where stable; NaN: unknown. With a compensator that is no factor of the loop it is known by its sign only.
double margin_of(const models::AxialSetup& setup, const LinearLoop& its) {
  if (!its.is_linear) return kNone;
  if (is_whole(its)) return delay_margin(its.loop, its.delay);
  const auto stable = models::is_stable(setup, kSlowest / models::contact_duration(setup));
  constexpr double kSign = std::numeric_limits<double>::infinity();
  return !stable ? kNone : *stable ? kSign : -kSign;
}

ScenarioStability judged(const models::AxialSetup& setup, const LinearLoop& its, const Rebound& rebound,
                         double rebound_error) {
  ScenarioStability result{models::reduced_mass(setup),
                           its.delay,
                           models::lag(setup.actuator) + models::lag(setup.force_sensor),
                           {kNone, kNone, DelayMethod::none},
                           kNone,
                           kNone,
                           StabilityClass::undefined,
                           rebound,
                           verdict(1.0 - rebound.ratio, std::isnan(rebound_error) ? 0.0 : rebound_error),
                           its.is_linear};
  result.linear = verdict(margin_of(setup, its), 0.0);
  if (!its.is_linear || !is_whole(its)) return result;
  result.critical = critical_delay(its.loop);
  if (const auto range = stable_damping(its.loop, its.delay)) {
    result.least_damping = range->least;
    result.most_damping = range->most;
  }
  return result;
}

/// Scan values of a parameter for its margin: those of its own axis, else multiples of the scenario's value.
std::vector<std::vector<double>> scan_of(const study::Study& study, const Contour& contour,
                                         const study::Axis* own) {
  std::vector<std::vector<double>> scan;
  for (const std::uint64_t scenario : contour.scenarios) {
    if (own != nullptr) {
      scan.push_back(own->values.front());
      std::ranges::sort(scan.back());
      continue;
    }
    const auto& parameter = study::parameter(contour.along);
    double value = study::parameter_values(study, scenario)[contour.along];
    if (value == 0.0 && contour.along == "contact.damping"_id) {
      const auto setup = study::axial_setup(study, scenario);
      value = 0.25 * std::sqrt(setup.contact.stiffness * models::reduced_mass(setup));
    }
    if (!(value > 0.0))
      throw InputError(
          fmt::format("--along {}: is {} in scenario {}, which gives no range for the search; "
                      "give it an axis with the values to scan",
                      parameter.path, value, scenario));
    auto& values = scan.emplace_back();
    values.push_back(parameter.low == 0.0 && parameter.low_allowed ? 0.0 : std::ldexp(value, -7));
    for (int power = -6; power <= 6; ++power)
      values.push_back(std::min(std::ldexp(value, power), parameter.high));
  }
  return scan;
}

Contour points_of(const study::Study& study, Id along, const study::Axis* own) {
  Contour contour;
  contour.along = along;
  for (std::size_t k = 0; k < study.axes.size(); ++k)
    if (&study.axes[k] != own) contour.axes.push_back(k);
  const std::uint64_t count = study::scenario_count(study);
  for (std::uint64_t index = 0; index < count; ++index) {
    const auto positions = study::positions(study, index);
    std::size_t point = 0;
    for (const std::size_t k : contour.axes) point = point * study.axes[k].size() + positions[k];
    contour.point_of.push_back(point);
    if (point == contour.scenarios.size()) contour.scenarios.push_back(index);
  }
  return contour;
}

/// Time limit of a run: ten times the contact's duration and the instruments' settling time. Bodies still in
/// contact then are creeping, sticking or diverging, and would cost a search most of its time.
constexpr double kPatience = 0.2;

/// Ends runs of the search early, unless the study has its own time limit. `study` comes from with_values().
study::Study impatient(study::Study study) {
  study::Axis& all = study.axes.front();
  const bool has_own = !std::isnan(study.base["numerics.time_limit"_id]) ||
                       std::ranges::find(all.parameters, "numerics.time_limit"_id) != all.parameters.end();
  if (has_own) return study;
  std::vector<double> limits;
  for (std::uint64_t index = 0; index < all.size(); ++index)
    limits.push_back(kPatience * models::automatic_time_limit(study::axial_setup(study, index)));
  all.parameters.push_back("numerics.time_limit"_id);
  all.values.push_back(std::move(limits));
  return study;
}

void check_model(const study::Study& study) {
  if (!models::is_on_one_axis(study.model) || study.model == models::ModelKind::four_mass ||
      study.twin == study::Twin::controlled)
    throw InputError("stability: is known for model = \"axial\", and \"rig\" with its identified twin");
  if (!study.hil)
    throw InputError("stability: models: the HIL model is required; add \"hil\", or omit models");
}

void check(const study::Study& study, Id along) {
  check_model(study);
  const auto& parameter = study::parameter(along);
  if (parameter.kind != study::ValueKind::quantity && parameter.kind != study::ValueKind::number)
    throw InputError(fmt::format("--along {}: takes a name; give a numeric parameter", parameter.path));
  const double value = study::parameter_values(study, 0)[along];
  if (std::isnan(value))
    throw InputError(
        fmt::format("--along {}: this study does not use it; give it a value or an axis, or "
                    "search along another parameter",
                    parameter.path));
}

}  // namespace

LinearLoop linear_loop(const models::AxialSetup& continuous) {
  LinearLoop its;
  const auto setup = models::resolved(continuous);  // with the holds of the compensator's computer
  its.is_linear = is_linear(setup.contact) && !setup.hybrid.present();  // whose parts have lags of their own
  its.loop.mass = models::reduced_mass(setup);
  its.loop.stiffness = setup.contact.stiffness;
  its.loop.damping = setup.contact.law == contact::Law::hertz ? 0.0 : setup.contact.viscosity;
  LinearPath path;
  for (const ChainSetup* chain : {&setup.actuator, &setup.force_sensor})
    for (const StageSetup& stage : chain->all())
      if (!path.add(stage)) its.left_out.push_back(kStages[stage.index()].name);
  its.delay = path.delay;
  its.loop.lags = std::move(path.lags);
  its.loop.holds = std::move(path.holds);
  if (!add_compensator(setup, its)) its.left_out.push_back(kCompensator);
  return its;
}

study::Id default_along(const study::Study& study) {
  check_model(study);
  using enum study::Instrument;
  std::vector<Id> known{"contact.damping"_id};
  for (const auto instrument : {actuator, force_sensor})
    for (const study::InstrumentKey key : std::initializer_list<study::InstrumentKey>{
             "total_delay", "lag", "transport_delay.delay", "low_pass.total_delay", "low_pass.lag",
             "bandwidth", "natural_frequency", "low_pass.bandwidth", "low_pass.natural_frequency",
             "sample_hold.rate"})
      known.push_back(study::id_of(instrument, key));
  const study::ParameterValues values = study::parameter_values(study, 0);
  const auto is_used = [&](Id id) { return !std::isnan(values[id]); };
  const auto has_axis = [&](Id id) {
    return std::ranges::any_of(study.axes,
                               [&](const study::Axis& axis) { return axis.parameters == std::vector{id}; });
  };
  if (is_used("contact.damping"_id)) return "contact.damping"_id;
  for (const Id id : known)
    if (has_axis(id)) return id;
  for (const Id id : known)
    if (is_used(id) && values[id] > 0.0) return id;
  for (const study::Axis& axis : study.axes)
    if (const auto kind = study::parameter(axis.parameters.front()).kind;
        axis.parameters.size() == 1 &&
        (kind == study::ValueKind::quantity || kind == study::ValueKind::number))
      return axis.parameters.front();
  throw InputError(
      "stability: the study does not determine the parameter along which to search neutral stability; name "
      "one "
      "with "
      "--along");
}

std::optional<Stability> stability(const study::Study& study, const StabilityOptions& options) {
  check(study, options.along);
  const std::atomic<bool>& stop = options.stop != nullptr ? *options.stop : simulate::kNeverStop;
  const auto rebounds = simulate_rebounds(study, options.threads, stop);
  if (!rebounds) return std::nullopt;
  Stability result{{}, rebounds->numerical_error, rebounds->compared, {}, {}};
  for (std::uint64_t index = 0; index < rebounds->of.size(); ++index) {
    const auto setup = study::axial_setup(study, index);
    const LinearLoop its = linear_loop(setup);
    if (stop) return std::nullopt;
    result.scenarios.push_back(judged(setup, its, rebounds->of[index], rebounds->numerical_error));
    const bool has_verdict = result.scenarios.back().linear != StabilityClass::undefined;
    for (const auto name : its.left_out) {
      if (name == kCompensator && has_verdict) continue;  // by the whole loop
      if (std::ranges::find(result.left_out, name) == result.left_out.end()) result.left_out.push_back(name);
    }
  }

  const auto own = std::ranges::find_if(
      study.axes, [&](const study::Axis& axis) { return axis.parameters == std::vector{options.along}; });
  const study::Axis* own_axis = own == study.axes.end() ? nullptr : &*own;
  Contour& contour = result.contour = points_of(study, options.along, own_axis);
  const auto scan = scan_of(study, contour, own_axis);
  const auto study_at = [&](std::span<const double> values) {
    return impatient(with_values(study, options.along, contour.scenarios, values));
  };
  using Points = std::span<const std::size_t>;
  using Values = std::span<const double>;
  const Margins simulated = [&](Points points, Values values) -> std::optional<std::vector<double>> {
    const auto at = simulate_rebounds(study_at(values), points, options.threads, stop);
    if (!at) return std::nullopt;
    std::vector<double> margins;
    for (const Rebound& its : *at) margins.push_back(1.0 - its.ratio);
    return margins;
  };
  const Margins linear = [&](Points points, Values values) -> std::optional<std::vector<double>> {
    const study::Study at = study_at(values);
    std::vector<double> margins;
    for (const std::size_t point : points) {
      const auto setup = study::axial_setup(at, point);
      margins.push_back(margin_of(setup, linear_loop(setup)));
    }
    if (stop) return std::nullopt;
    return margins;
  };
  auto by_simulation =
      find_neutral(scan, simulated, std::isnan(result.rebound_error) ? 0.0 : result.rebound_error);
  auto by_loop = find_neutral(scan, linear);
  if (!by_simulation || !by_loop) return std::nullopt;
  if (std::isnan(result.rebound_error))  // the width of the bisection is not the error
    for (Neutral& its : *by_simulation) its.error = kNone;
  contour.simulated = std::move(*by_simulation);
  contour.linear = std::move(*by_loop);
  return result;
}

}  // namespace hilspace::analysis
