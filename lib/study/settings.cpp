#include "study/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/axial_setup.hpp"
#include "study/choice.hpp"
#include "study/read_instrument.hpp"
#include "study/values.hpp"

namespace hilspace::study {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr Parameter kErrorShare{"numerics.error_share", Kind::number, "1", 0.0, true, 1.0, 0.01, "0.01", ""};
constexpr Parameter kSampleInterval{
    "output.sample_interval", Kind::quantity, "s", 0.0, false, kInfinity, kNone, "\"10 us\"", ""};

std::vector<std::string> read_names(std::string_view path, const Value& value,
                                    std::span<const std::string_view> choices, Reading& reading) {
  return read_set<std::string>(path, value, reading, [&](const Value& element) -> std::optional<std::string> {
    const auto* name = read_choice(path, element, choices, reading);
    return name == nullptr ? std::nullopt : std::optional(*name);
  });
}

void read_title(std::string_view path, const Value& value, Reading& reading) {
  if (const auto* title = read_text(path, value, reading)) reading.study.title = *title;
}

void read_model(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::array<std::string_view, 1> known{"axial"};
  if (read_choice(path, value, known, reading) != nullptr) reading.study.model = models::Kind::axial;
}

void read_seed(std::string_view path, const Value& value, Reading& reading) {
  const auto* seed = value.as<std::int64_t>();
  if (seed == nullptr || *seed < 0)
    reading.complain(path, value, "must be a whole number >= 0, for example 1");
  else
    reading.study.seed = static_cast<std::uint64_t>(*seed);
}

void read_models(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::array<std::string_view, 2> known{"docking", "hil"};
  const auto models = read_names(path, value, known, reading);
  const auto* array = value.as<Array>();
  if (array != nullptr && array->empty())
    reading.complain(path, value, "must name \"docking\", \"hil\" or both");
  reading.study.docking = std::ranges::find(models, known[0]) != models.end();
  reading.study.hil = std::ranges::find(models, known[1]) != models.end();
}

void read_solver(std::string_view path, const Value& value, Reading& reading) {
  const auto known = names_of(models::kSolvers);
  if (const auto* solver = read_choice(path, value, known, reading))
    reading.study.solver = static_cast<models::Solver>(std::ranges::find(known, *solver) - known.begin());
}

void read_error_share(std::string_view, const Value& value, Reading& reading) {
  if (const auto share = read_value(kErrorShare, value, reading)) reading.study.error_share = *share;
}

void read_metrics(std::string_view path, const Value& value, Reading& reading) {
  reading.study.output.metrics = read_names(path, value, reading.known_metrics, reading);
}

void read_traces(std::string_view path, const Value& value, Reading& reading) {
  const auto read_index = [&](const Value& element) -> std::optional<std::uint64_t> {
    const auto* index = element.as<std::int64_t>();
    if (index == nullptr || *index < 0) {
      reading.complain(path, element, "must be the index of a scenario, counted from 0");
      return std::nullopt;
    }
    const auto scenario = static_cast<std::uint64_t>(*index);
    if (reading.scenarios && scenario >= *reading.scenarios)
      reading.complain(path, element, fmt::format("the study's scenarios end at {}", *reading.scenarios - 1));
    return scenario;
  };
  reading.study.output.traces = read_set<std::uint64_t>(path, value, reading, read_index);
}

void read_sample_interval(std::string_view, const Value& value, Reading& reading) {
  reading.study.output.sample_interval = read_value(kSampleInterval, value, reading).value_or(0.0);
}

constexpr std::string_view kChainMeaning =
    "stages the signal passes, in this order (hilspace list instruments); each may have a table of its own";
constexpr std::string_view kCalibrationMeaning =
    "curve of the stage calibration: what is shown for what comes in, linear in between and beyond";
constexpr std::string_view kMetres = R"({ input = ["0 mm", "0.1 mm"], output = ["0 mm", "0.11 mm"] })";
constexpr std::string_view kNewtons = R"({ input = ["0 N", "100 N"], output = ["0 N", "110 N"] })";
constexpr std::string_view kSectionsMeaning =
    "second-order sections of the stage transfer_function, coefficients in rising powers of s in rad/s";
constexpr std::string_view kSections =
    "{ sections = [{ numerator = [1.0], denominator = [1.0, 2e-4, 1e-8] }] }";

constexpr std::array kSettings{
    Setting{"title", "\"Two materials\"", "what the study is about", read_title},
    Setting{"model", "\"axial\"", "the model that is simulated: axial", read_model},
    Setting{"seed", "1", "seed of everything random", read_seed},
    Setting{"models", "[\"docking\", \"hil\"]", "which of the two models are reported; default: both",
            read_models},
    Setting{"actuator.chain", "[\"transport_delay\", \"low_pass\"]", kChainMeaning, read_chain},
    Setting{"actuator.calibration", kMetres, kCalibrationMeaning, read_calibration},
    Setting{"actuator.transfer_function", kSections, kSectionsMeaning, read_transfer_function},
    Setting{"force_sensor.chain", "[\"low_pass\", \"quantizer\"]", kChainMeaning, read_chain},
    Setting{"force_sensor.calibration", kNewtons, kCalibrationMeaning, read_calibration},
    Setting{"force_sensor.transfer_function", kSections, kSectionsMeaning, read_transfer_function},
    Setting{"numerics.solver", "\"rk4\"", "method of integration: rk4 (default), dopri5 or reference",
            read_solver},
    Setting{"numerics.error_share", "0.01",
            "share of the scenarios, at least 8 or all, run twice more with finer steps; 0: none",
            read_error_share},
    Setting{"output.metrics", "[\"velocity.error_pct\"]",
            "metrics to store (hilspace list metrics); default: all", read_metrics},
    Setting{"output.traces", "[0, 17]", "scenarios whose time histories go into the result", read_traces},
    Setting{"output.sample_interval", "\"10 us\"", "interval of time histories; absent: every step",
            read_sample_interval},
};

}  // namespace

std::span<const Setting> settings() { return kSettings; }

}  // namespace hilspace::study
