#include "study/reading/read_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/sixdof_setup.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/parts/read_bodies.hpp"
#include "study/reading/parts/read_mechanism.hpp"
#include "study/reading/parts/read_shapes.hpp"
#include "study/reading/parts/read_springs.hpp"
#include "study/reading/read_instrument.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr Parameter kErrorShare{
    "numerics.error_share", ValueKind::number, "1", 0.0, true, 1.0, 0.01, "0.01", ""};
constexpr Parameter kSampleInterval{
    "output.sample_interval", ValueKind::quantity, "s", 0.0, false, kInfinity, kNone, "\"10 us\"", ""};

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

/// The place of a name in a list of names, or a finding and nothing.
std::optional<std::size_t> read_place(std::string_view path, const Value& value,
                                      std::span<const std::string_view> names, Reading& reading) {
  const auto* name = read_choice(path, value, names, reading);
  if (name == nullptr) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::find(names, *name) - names.begin());
}

void read_model_name(std::string_view path, const Value& value, Reading& reading) {
  if (const auto model = read_place(path, value, names_of(models::kModels), reading))
    reading.study.model = static_cast<models::ModelKind>(*model);
}

void read_impacts(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::array<std::string_view, 2> known{"first", "all"};
  if (const auto* impacts = read_choice(path, value, known, reading))
    reading.study.first_impact = *impacts == known[0];
}

void read_ends_with(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::array<std::string_view, 1> known{"capture"};
  reading.study.ends_with_capture = read_choice(path, value, known, reading) != nullptr;
}

void read_sensors(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::array<std::string_view, 2> known{"both", "target"};
  if (const auto* sensors = read_choice(path, value, known, reading))
    reading.study.one_sensor = *sensors == known[1];
}

void read_six_chain(std::string_view path, const Value& value, Reading& reading) {
  const auto names = names_of(instruments::kStages);
  auto stages =
      read_set<StageKind>(path, value, reading, [&](const Value& element) -> std::optional<StageKind> {
        const auto* name = read_choice(path, element, names, reading);
        if (name == nullptr) return std::nullopt;
        return static_cast<StageKind>(std::ranges::find(names, *name) - names.begin());
      });
  const auto instrument =
      std::ranges::find(kSpatialInstruments, path.substr(0, path.find('.')), &NamedSpatialInstrument::name);
  reading.study.spatial_chains[static_cast<std::size_t>(instrument - kSpatialInstruments.begin())] =
      std::move(stages);
}

void read_coupling(std::string_view path, const Value& value, Reading& reading) {
  constexpr std::size_t n = models::kComponents;
  const auto is_row = [](const Value& row) {
    return row.as<Array>() != nullptr && row.as<Array>()->size() == n;
  };
  const auto* rows = value.as<Array>();
  if (rows == nullptr || rows->size() != n || !std::ranges::all_of(*rows, is_row))
    return reading.complain(path, value, "must be an array of 6 rows of 6 numbers each");
  const Parameter element{path, ValueKind::number, "1", -kInfinity, true, kInfinity, kNone, "0.01", ""};
  const auto instrument =
      std::ranges::find(kSpatialInstruments, path.substr(0, path.find('.')), &NamedSpatialInstrument::name);
  auto& coupling =
      reading.study.couplings[static_cast<std::size_t>(instrument - kSpatialInstruments.begin())];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      coupling[i * n + j] = read_value(element, (*(*rows)[i].as<Array>())[j], reading).value_or(kNone);
}

void read_fixed(std::string_view path, const Value& value, Reading& reading) {
  if (const auto* fixed = value.as<bool>())
    reading.study.fixed_target = *fixed;
  else
    reading.complain(path, value, "must be true or false");
}

void read_twin(std::string_view path, const Value& value, Reading& reading) {
  // One that is misspelt is taken for the one that reads more: one finding is enough.
  reading.study.twin = static_cast<Twin>(
      read_place(path, value, kTwins, reading).value_or(static_cast<std::size_t>(Twin::controlled)));
}

void read_prefilter(std::string_view path, const Value& value, Reading& reading) {
  if (const auto place = read_place(path, value, kPrefilters, reading))
    reading.study.prefilter = static_cast<Prefilter>(*place);
}

void read_seed(std::string_view path, const Value& value, Reading& reading) {
  const auto* seed = value.as<std::int64_t>();
  if (seed == nullptr || *seed < 0) {
    const auto advice = whole_number_advice(value, 0.0, kInfinity);
    reading.complain(path, value,
                     "must be a whole number from 0 to 9223372036854775807" +
                         (advice.empty() ? ", for example 1" : advice));
    return;
  }
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
  const auto place = read_place(path, value, names_of(models::kSolvers), reading);
  if (!place) return;
  const auto solver = static_cast<models::Solver>(*place);
  if (reading.study.model == models::ModelKind::sixdof &&
      (solver == models::Solver::rk4 || models::collocates(solver)))
    return reading.complain(
        path, value,
        "is for models of one axis; contacts in six degrees come at any time, which takes "
        "\"dopri5\" or \"reference\"");
  if (reading.study.model == models::ModelKind::four_mass && solver != models::Solver::rk4)
    return reading.complain(path, value, "is not known for four masses; write \"rk4\", or leave it out");
  reading.study.solver = solver;
}

void read_resolve_quantizers(std::string_view path, const Value& value, Reading& reading) {
  const auto* resolve = value.as<bool>();
  if (resolve == nullptr) return reading.complain(path, value, "must be true or false");
  reading.study.resolve_quantizers = *resolve;
}

void read_error_share(std::string_view, const Value& value, Reading& reading) {
  if (const auto share = read_value(kErrorShare, value, reading)) reading.study.error_share = *share;
}

/// Read elsewhere: with the axes, or with the table.
void pass_over(std::string_view, const Value&, Reading&) {}

/// "force.*" of "force.e_imax"
std::string group_of(std::string_view metric) {
  return fmt::format("{}.*", metric.substr(0, metric.find('.')));
}

bool says_all(const Value& value) {
  const auto* text = value.as<std::string>();
  return text != nullptr && (*text == "*" || *text == "all");
}
constexpr std::string_view kAll = "names no metric; leave output.metrics out, and all are stored";

void read_metrics(std::string_view path, const Value& value, Reading& reading) {
  if (says_all(value)) return reading.complain(path, value, kAll);
  if (const auto* list = value.as<Array>(); list != nullptr && list->empty())
    return reading.complain(path, value, "is empty; list what is stored, or leave it out, and all are");
  const auto model = reading.study.model;
  std::vector<std::string> groups;
  std::vector<std::string_view> names;
  for (const auto& metric : reading.known_metrics) {
    if (!metric.models.has(model)) continue;
    names.push_back(metric.name);
    if (auto group = group_of(metric.name); std::ranges::find(groups, group) == groups.end())
      groups.push_back(std::move(group));
  }
  names.insert(names.end(), groups.begin(), groups.end());
  reading.study.output.metrics =
      read_set<std::string>(path, value, reading, [&](const Value& element) -> std::optional<std::string> {
        const auto* text = element.as<std::string>();
        if (says_all(element)) {
          reading.complain(path, element, kAll);
          return std::nullopt;
        }
        const auto known = text == nullptr
                               ? reading.known_metrics.end()
                               : std::ranges::find_if(reading.known_metrics, [&](const KnownMetric& its) {
                                   return selects(*text, its.name);
                                 });
        if (known != reading.known_metrics.end() && std::ranges::find(names, *text) == names.end()) {
          reading.complain(
              path, element,
              fmt::format("is no {} of model = \"{}\"", is_group(*text) ? "group of metrics" : "metric",
                          models::kModels[static_cast<std::size_t>(model)].name));
          return std::nullopt;
        }
        const auto* name = read_choice(path, element, names, reading);
        return name == nullptr ? std::nullopt : std::optional(*name);
      });
}

void read_traces(std::string_view path, const Value& value, Reading& reading) {
  if (value.as<std::string>() != nullptr)
    return reading.complain(path, value, "must be an array of scenarios, counted from 0, for example [0]");
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

void read_precision(std::string_view path, const Value& value, Reading& reading) {
  if (const auto place = read_place(path, value, kPrecisions, reading))
    reading.study.output.precision = static_cast<Precision>(*place);
}

void read_errors(std::string_view path, const Value& value, Reading& reading) {
  const auto* errors = value.as<bool>();
  if (errors == nullptr) return reading.complain(path, value, "must be true or false");
  reading.study.output.errors = *errors;
}

void read_sample_interval(std::string_view, const Value& value, Reading& reading) {
  reading.study.output.sample_interval = read_value(kSampleInterval, value, reading).value_or(0.0);
}

/// How the setting of that path is read.
struct SettingReader {
  std::string_view path;
  void (*read)(std::string_view path, const Value& value, Reading& reading);
};

constexpr std::array kPlainReaders{
    SettingReader{"title", read_title},
    SettingReader{"model", read_model_name},
    SettingReader{"seed", read_seed},
    SettingReader{"models", read_models},
    SettingReader{"mechanism", read_mechanism},
    SettingReader{"mechanism.kind", pass_over},
    SettingReader{"mechanism.feature", pass_over},
    SettingReader{"mechanism.pair", pass_over},
    SettingReader{"mechanism.start_at", pass_over},
    SettingReader{"mechanism.docked_at", pass_over},
    SettingReader{"mechanism.latch", pass_over},
    SettingReader{"mechanism.link", pass_over},
    SettingReader{"mechanism.hook", pass_over},
    SettingReader{"mechanism.joint", pass_over},
    SettingReader{"scenario.ends_with", read_ends_with},
    SettingReader{"impacts", read_impacts},
    SettingReader{"chaser.shape", read_shapes},
    SettingReader{"chaser.port", read_port},
    SettingReader{"target.shape", read_shapes},
    SettingReader{"target.port", read_port},
    SettingReader{"chaser.body", read_bodies},
    SettingReader{"target.body", read_bodies},
    SettingReader{"target.fixed", read_fixed},
    SettingReader{"actuator.chain", read_chain},
    SettingReader{"actuator.calibration", read_calibration},
    SettingReader{"actuator.transfer_function", read_transfer_function},
    SettingReader{"force_sensor.chain", read_chain},
    SettingReader{"force_sensor.calibration", read_calibration},
    SettingReader{"force_sensor.transfer_function", read_transfer_function},
    SettingReader{"rig.twin", read_twin},
    SettingReader{"compliance.springs", read_springs},
    SettingReader{"rig.prefilter", read_prefilter},
    SettingReader{"robot.chain", read_six_chain},
    SettingReader{"robot.coupling", read_coupling},
    SettingReader{"wrench_sensor.chain", read_six_chain},
    SettingReader{"wrench_sensor.coupling", read_coupling},
    SettingReader{"wrench_sensor.sensors", read_sensors},
    SettingReader{"numerics.solver", read_solver},
    SettingReader{"numerics.resolve_quantizers", read_resolve_quantizers},
    SettingReader{"numerics.error_share", read_error_share},
    SettingReader{"numerics.repeats", pass_over},
    SettingReader{"output.metrics", read_metrics},
    SettingReader{"output.precision", read_precision},
    SettingReader{"output.errors", read_errors},
    SettingReader{"output.traces", read_traces},
    SettingReader{"output.sample_interval", read_sample_interval},
};
constexpr auto kReaders = [] {
  std::array<SettingReader, kPlainReaders.size() + kSpatialStageKeys.size()> all{};
  std::size_t i = 0;
  for (const SettingReader& reader : kPlainReaders) all[i++] = reader;
  for (const SpatialStageKey& key : kSpatialStageKeys)
    all[i++] = {key.path(), key.kind == kCalibration ? read_calibration : read_transfer_function};
  return all;
}();
static_assert(std::ranges::equal(kReaders, kSettings, {}, &SettingReader::path, &Setting::path),
              "each row of kSettings has its reader here, in the same order");

}  // namespace

void read_setting(const Setting& setting, const Value& value, Reading& reading) {
  kReaders[static_cast<std::size_t>(&setting - kSettings.data())].read(setting.path, value, reading);
}

void read_model(const Table& root, Reading& reading) {
  const auto before = reading.findings.size();
  if (const auto* entry = find(root, "model")) read_model_name("model", entry->value, reading);
  if (reading.findings.size() > before) reading.findings.throw_if_any();  // no key would be right
  reading.study.first_impact = reading.study.model == models::ModelKind::four_mass;
}

}  // namespace hilspace::study
