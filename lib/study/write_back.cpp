#include "study/write_back.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "contact/material.hpp"
#include "core/error.hpp"
#include "study/notation/document.hpp"
#include "study/scenario.hpp"
#include "study/schema/points_digest.hpp"
#include "study/schema/spatial_stage_keys.hpp"
#include "study/schema/value_names.hpp"
#include "study/setups/ready_made.hpp"
#include "study/written_stages.hpp"

namespace hilspace::study {
namespace {

class Writer {
 public:
  explicit Writer(const Study& study) : study_(study) {}

  std::string write() {
    write_root();
    write_tables();
    write_laws();
    write_materials();
    write_output();
    if (study_.design)
      write_design(*study_.design);
    else
      for (const auto& axis : study_.axes) write_axis(axis);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  /// Shortest digits that read as the same double.
  std::string written(const Parameter& parameter, double value) const {
    if (parameter.kind == ValueKind::number) return fmt::format("{}", value);
    if (const auto word = word_of(parameter, value); !word.empty()) return toml_string(word);
    if (parameter.kind == ValueKind::quantity) return fmt::format("\"{} {}\"", value, parameter.unit);
    return toml_string(text_of(study_, *find_parameter(parameter.path), value));
  }

  void write_root() {
    print("title = {}\nmodel = {}\nseed = {}\nmodels = [{}]\n", toml_string(study_.title),
          toml_string(models::kModels[static_cast<std::size_t>(study_.model)].name), study_.seed, models());
    if (study_.model == models::ModelKind::four_mass) print_impacts();
    if (study_.model != models::ModelKind::sixdof) return;
    const auto kind = mechanism::kMechanisms[static_cast<std::size_t>(study_.mechanism)].name;
    const auto& its = study_.features;
    const bool is_listed = study_.mechanism == mechanism::MechanismKind::features;
    const bool has_table =
        is_listed || std::isfinite(its.start_at) || std::isfinite(its.docked_at) || !its.hard.hooks.empty();
    if (!has_table) print("mechanism = {}\n", toml_string(kind));
    print_impacts();
    if (has_table) write_places(its, kind);
    if (is_listed) write_mechanism(its);
    write_hooks(its.hard);
  }

  void print_impacts() { print("impacts = {}\n", toml_string(study_.first_impact ? "first" : "all")); }

  void write_places(const FeatureMechanism& its, std::string_view kind) {
    print("\n[mechanism]\nkind = {}\n", toml_string(kind));
    if (std::isfinite(its.start_at)) print("start_at = \"{} m\"\n", its.start_at);
    if (std::isfinite(its.docked_at)) print("docked_at = \"{} m\"\n", its.docked_at);
  }

  void write_mechanism(const mechanism::Parts& its) {
    for (const auto& feature : its.features) write_feature(feature);
    if (its.link)
      print("\n[mechanism.link]\n{}mass = \"{} kg\"\ninertia = {}\nstiffness = {}\ndamping = {}\n",
            its.link->on_target ? "side = \"target\"\n" : "", its.link->mass,
            with_unit(its.link->inertia, "kg m2"), halves(its.link->stiffness, "N/m", "N m/rad"),
            halves(its.link->damping, "N s/m", "N m s/rad"));
    for (const auto& latch : its.latches) write_latch(latch);
    for (const auto& pair : its.pairs) {
      print("\n[[mechanism.pair]]\nactive = {}\npassive = {}\n", toml_string(pair.active),
            toml_string(pair.passive));
      if (pair.friction) print("friction = {}\n", *pair.friction);
    }
  }

  void write_hooks(const mechanism::HardCapture& its) {
    for (const auto& hook : its.hooks) {
      print("\n[[mechanism.hook]]\nname = {}\nat = {}\nrepeat = {}\n", toml_string(hook.name), point(hook.at),
            hook.repeat);
      for (const auto& number : mechanism::kHookNumbers)
        print("{} = \"{} {}\"\n", number.name, hook.*number.value, number.unit);
    }
    if (its.joint)
      print("\n[mechanism.joint]\nstiffness = {}\ndamping = {}\n",
            halves(its.joint->stiffness, "N/m", "N m/rad"), halves(its.joint->damping, "N s/m", "N m s/rad"));
  }

  static std::string with_unit(std::span<const double> numbers, std::string_view unit) {
    std::vector<std::string> each;
    for (const double number : numbers) each.push_back(fmt::format("\"{} {}\"", number, unit));
    return fmt::format("[{}]", fmt::join(each, ", "));
  }
  static std::string halves(const std::array<double, 6>& six, std::string_view along,
                            std::string_view about) {
    const std::string first = with_unit(std::span(six).first(3), along),
                      last = with_unit(std::span(six).last(3), about);
    return first.substr(0, first.size() - 1) + ", " + last.substr(1);
  }

  void write_latch(const mechanism::LatchSetup& latch) {
    const auto kind = static_cast<std::size_t>(latch.type);
    print("\n[[mechanism.latch]]\nname = {}\ntype = {}\non = {}\ncatches = {}\nat = {}\n",
          toml_string(latch.name), toml_string(mechanism::kLatchTypes[kind].name),
          latch.on_link ? "\"link\"" : "\"body\"", toml_string(latch.catches), point(latch.at));
    print("rotation = {}\nrepeat = {}\n", with_unit(latch.rotation, "rad"), latch.repeat);
    if (latch.type == mechanism::LatchType::rotary)
      print("hinge = {}\ntip = {}\nroot = {}\nheel = {}\n", with_unit(latch.hinge, "m"),
            with_unit(latch.tip, "m"), with_unit(latch.root, "m"), with_unit(latch.heel, "m"));
    else
      print("tip = {}\ndirection = [{}]\n", point(latch.tip_at), fmt::join(latch.direction, ", "));
    if (latch.type == mechanism::LatchType::plunger) print("groove = {}\n", with_unit(latch.groove, "m"));
    if (latch.friction > 0.0) print("friction = {}\n", latch.friction);
    for (const auto& number : mechanism::kLatchNumbers)
      if (const auto unit = number.units[kind]; !unit.empty())
        print("{} = \"{} {}\"\n", number.name, latch.*number.value, unit);
  }

  void write_feature(const mechanism::FeatureSetup& feature) {
    const auto& type = mechanism::named(feature.type);
    print("\n[[mechanism.feature]]\nname = {}\nside = {}\ntype = {}\nat = {}\n", toml_string(feature.name),
          toml_string(mechanism::kSides[static_cast<std::size_t>(feature.side)]), toml_string(type.name),
          point(feature.at));
    if (feature.axis)
      print("axis = [{}]\n", fmt::join(*feature.axis, ", "));
    else
      print("rotation = [\"{} rad\"]\n", fmt::join(feature.rotation, " rad\", \""));
    print("repeat = {}\n", feature.repeat);
    if (feature.on_link) print("on = \"link\"\n");
    for (const auto key : type.keys) write_dimension(feature, key);
  }

  void write_dimension(const mechanism::FeatureSetup& feature, std::string_view key) {
    for (const auto& number : mechanism::kFeatureNumbers)
      if (number.name == key) print("{} = \"{} {}\"\n", key, feature.*number.value, number.unit);
    if (key == "from") print("from = {}\n", point(feature.from));
    if (key == "to") print("to = {}\n", point(feature.to));
    if (key == "faces") print("faces = [{}]\n", fmt::join(feature.faces, ", "));
    if (key == "half_width")
      print("half_width = [\"{} rad\", \"{} rad\"]\n", feature.half_width[0], feature.half_width[1]);
    if (key != "profile") return;
    std::vector<std::string> points;
    for (const auto& [x, r] : feature.profile) points.push_back(fmt::format("[\"{} m\", \"{} m\"]", x, r));
    print("profile = [{}]\n", fmt::join(points, ", "));
  }

  std::string_view models() const {
    if (study_.docking && study_.hil) return "\"docking\", \"hil\"";
    return study_.docking ? "\"docking\"" : "\"hil\"";
  }

  /// The parameters, which parameters() lists table by table, and the settings that share their tables.
  void write_tables() {
    std::string_view table;
    for (std::size_t i = 0; i < kParameterCount; ++i) {
      const auto& parameter = parameters()[i];
      const double value = study_.base.values[i];
      const auto dot = parameter.path.find('.');
      if (const auto own = parameter.path.substr(0, dot); own != table) {
        table = own;
        pending_ = table;
        write_settings(table);
      }
      if (!std::isnan(value)) print_key(parameter.path.substr(dot + 1), written(parameter, value));
    }
  }

  void write_settings(std::string_view table) {
    if (table == "numerics") {
      print_key("solver", toml_string(models::kSolvers[static_cast<std::size_t>(study_.solver)].name));
      if (study_.resolve_quantizers) print_key("resolve_quantizers", "true");
      print_key("error_share", fmt::format("{}", study_.error_share));
    }
    if (table == "rig" && study_.model == models::ModelKind::rig) {
      print_key("twin", toml_string(kTwins[static_cast<std::size_t>(study_.twin)]));
      if (study_.twin == Twin::controlled)
        print_key("prefilter", toml_string(kPrefilters[static_cast<std::size_t>(study_.prefilter)]));
    }
    if (table == "scenario" && study_.ends_with_capture) print_key("ends_with", "\"capture\"");
    if (table == "compliance" && !study_.springs.empty()) {
      std::vector<std::string> each;
      for (const hybrid::Spring& spring : study_.springs)
        each.push_back(fmt::format("{{ stiffness = \"{} N m-1\", direction = [{}] }}", spring.stiffness,
                                   fmt::join(spring.direction, ", ")));
      print_key("springs", fmt::format("[{}]", fmt::join(each, ", ")));
    }
    for (std::size_t i = 0; i < kInstruments.size(); ++i)
      if (table == kInstruments[i].name) write_instrument(study_.instruments[i], kInstruments[i].unit);
    for (const auto& [name, body] : {std::pair{"chaser", Body::chaser}, std::pair{"target", Body::target}})
      if (table == name) write_shapes(name, study_.shaped[static_cast<std::size_t>(body)]);
    if (table == "target" && study_.fixed_target) print_key("fixed", "true");
    for (std::size_t i = 0; i < kSpatialInstruments.size(); ++i)
      if (table == kSpatialInstruments[i].name) {
        if (study_.spatial_chains[i] != Study().spatial_chains[i])
          print_key("chain", chain(study_.spatial_chains[i]));
        write_spatial_stages(kSpatialInstruments[i].name);
        if (study_.couplings[i] != models::kUncoupled) print_key("coupling", coupling(study_.couplings[i]));
        if (i == static_cast<std::size_t>(SpatialInstrument::wrench_sensor) && study_.one_sensor)
          print_key("sensors", "\"target\"");
      }
  }

  static std::string point(const Vec3& point) {
    return fmt::format("[\"{} m\", \"{} m\", \"{} m\"]", point[0], point[1], point[2]);
  }

  /// All that is written of that spacecraft: shapes leave no parameters.
  void write_shapes(std::string_view body, const ShapedBody& shaped) {
    if (shaped.shapes.empty()) return;
    print_key("port", point(shaped.port));
    for (const auto& shape : shaped.shapes) {
      const auto& its = dynamics::named(shape.shape);
      print("\n[[{}.shape]]\nkind = {}\n", body, toml_string(its.name));
      if (shape.mass > 0.0) print("mass = \"{} kg\"\n", shape.mass);
      if (shape.density > 0.0) print("density = \"{} kg m-3\"\n", shape.density);
      for (const auto dimension : its.dimensions)
        print("{} = \"{} m\"\n", dynamics::kDimensions[static_cast<std::size_t>(dimension)].name,
              shape[dimension]);
      print("place = {}\n", point(shape.place));
      if (its.has_axis)
        print("direction = {}\n",
              toml_string(dynamics::kDirections[static_cast<std::size_t>(shape.direction)]));
    }
  }

  static std::string coupling(const models::Coupling& coupling) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < models::kComponents; ++i)
      rows.push_back(fmt::format(
          "[{}]",
          fmt::join(std::span(coupling).subspan(i * models::kComponents, models::kComponents), ", ")));
    return fmt::format("[{}]", fmt::join(rows, ", "));
  }

  /// A key of the table that is being written; the first one brings the table's header.
  void print_key(std::string_view key, std::string_view value) {
    if (!pending_.empty()) print("\n[{}]\n", std::exchange(pending_, {}));
    print("{} = {}\n", key, value);
  }

  static std::string chain(std::span<const StageKind> kinds) {
    std::vector<std::string> stages;
    for (const StageKind kind : kinds) stages.push_back(toml_string(instruments::kStages[kind].name));
    return fmt::format("[{}]", fmt::join(stages, ", "));
  }

  void write_instrument(const InstrumentData& data, std::string_view unit) {
    if (data.shorthand) return;
    print_key("chain", chain(data.stages));
    if (!data.calibration.empty()) print_key("calibration", written_curve(data.calibration, unit));
    if (!data.transfer_function.empty())
      print_key("transfer_function", written_sections(data.transfer_function));
  }

  void write_spatial_stages(std::string_view table) {
    for (const SpatialStageKey& key : kSpatialStageKeys) {
      if (!key.path().starts_with(table)) continue;
      const auto& stages = study_.spatial_stages[static_cast<std::size_t>(key.instrument)];
      const auto name = key.path().substr(table.size() + 1);
      if (key.kind == kCalibration && !stages.calibration[key.place].empty())
        print_key(name, written_curve(stages.calibration[key.place], key.unit()));
      if (key.kind == kTransferFunction && !stages.transfer_function[key.place].empty())
        print_key(name, written_sections(stages.transfer_function[key.place]));
    }
  }

  void write_laws() {
    for (const auto& law : study_.laws) {
      print("\n[laws.{}]\ndamping_number = {}\n", law.name, toml_string(law.damping_number));
      if (!law.points.empty()) print("force_curve = {}\n", force_curve(law.points));
    }
  }

  /// The points themselves, so that it needs no file.
  static std::string force_curve(std::span<const contact::ForcePoint> points) {
    std::vector<std::string> penetration, force;
    for (const auto& point : points) {
      penetration.push_back(fmt::format("\"{} m\"", point.penetration));
      force.push_back(fmt::format("\"{} N\"", point.force));
    }
    return fmt::format("{{ penetration = [{}], force = [{}] }}", fmt::join(penetration, ", "),
                       fmt::join(force, ", "));
  }

  void write_materials() {
    for (std::size_t i = contact::materials().size(); i < study_.materials.size(); ++i) {
      const auto& [name, material] = study_.materials[i];
      print("\n[materials.{}]\nyoungs_modulus = \"{} Pa\"\npoisson_ratio = {}\n", name,
            material.youngs_modulus, material.poisson_ratio);
    }
  }

  void write_output() {
    const auto& [metrics, precision, errors, traces, sample_interval] = study_.output;
    if (study_.output == Output{}) return;
    print("\n[output]\n");
    std::vector<std::string> names;
    for (const auto& metric : metrics) names.push_back(toml_string(metric));
    if (!names.empty()) print("metrics = [{}]\n", fmt::join(names, ", "));
    if (precision != Precision::float64)
      print("precision = \"{}\"\n", kPrecisions[static_cast<std::size_t>(precision)]);
    if (errors) print("errors = true\n");
    if (!traces.empty()) print("traces = [{}]\n", fmt::join(traces, ", "));
    if (sample_interval != 0.0) print("sample_interval = \"{} s\"\n", sample_interval);
  }

  void write_axis(const Axis& axis) {
    print("\n[[axis]]\nname = {}\n", toml_string(axis.name));
    for (std::size_t p = 0; p < axis.parameters.size(); ++p) {
      const auto& parameter = parameters()[static_cast<std::size_t>(axis.parameters[p])];
      write_values(fmt::format("\"{}\"", parameter.path), parameter, axis.values[p]);
    }
  }

  void write_values(std::string_view key, const Parameter& parameter, std::span<const double> values) {
    print("{} = [", key);
    for (std::size_t i = 0; i < values.size(); ++i)
      print("{}{}", i == 0 ? "" : ", ", written(parameter, values[i]));
    print("]\n");
  }

  /// The design and the digest of its points; for a list the points themselves, so that it needs no file.
  void write_design(const Design& design) {
    const auto& type = sampling::named(design.setup.type);
    const bool is_list = design.setup.type == sampling::DesignType::list;
    print("\n[design]\ntype = {}\n", toml_string(type.name));
    if (!type.samples.empty()) print("samples = {}\n", design.setup.samples);
    if (type.has_levels) print("levels = {}\n", design.setup.levels);
    if (!is_list) print("points_sha256 = {}\n", toml_string(points_digest(study_)));
    for (std::size_t p = 0; p < design.varied.size(); ++p) {
      const auto& [id, distribution] = design.varied[p];
      const auto& parameter = parameters()[static_cast<std::size_t>(id)];
      print("\n[[parameter]]\npath = {}\n", toml_string(parameter.path));
      if (is_list)
        write_values("values", parameter, study_.axes.front().values[p]);
      else
        write_distribution(parameter, distribution);
    }
  }

  void write_distribution(const Parameter& parameter, const sampling::Distribution& distribution) {
    if (distribution.kind == sampling::DistributionKind::levels)
      return write_values("values", parameter, distribution.levels);
    print("distribution = {}\n",
          toml_string(sampling::kDistributions[static_cast<std::size_t>(distribution.kind)].name));
    for (const auto& [key, value] : {std::pair{"from", distribution.from}, std::pair{"to", distribution.to},
                                     std::pair{"mean", distribution.mean}, std::pair{"std", distribution.std},
                                     std::pair{"mode", distribution.mode}})
      if (!std::isnan(value)) print("{} = {}\n", key, written(parameter, value));
  }

  const Study& study_;
  std::string text_;
  std::string_view pending_;  // a table whose header is still to be written
};

}  // namespace

std::string write_back(const Study& study) { return Writer(study).write(); }

std::string written_out(const Study& study) {
  if (study.model != models::ModelKind::sixdof)
    throw InputError("mechanism: on one axis there is none; a study of model = \"sixdof\" has one");
  if (!mechanism::is_of_features(study.mechanism))
    throw InputError("mechanism: has no features; those of \"androgynous\", for example, can be written out");
  if (!mechanism::is_ready_made(study.mechanism)) return study.resolved;
  const auto [first, count] = dimensions_of(study.mechanism);
  Study listed = study;
  for (std::size_t i = 0; i < count; ++i) {
    const Id id{static_cast<std::size_t>(first) + i};
    if (std::isnan(study.base[id]))
      throw InputError(fmt::format("{}: varies; remove it from its axis or design to write the mechanism out",
                                   parameter(id).path));
    listed.base[id] = kNone;
  }
  static_cast<mechanism::Parts&>(listed.features) = ready_made(study.mechanism, study.base);
  listed.mechanism = mechanism::MechanismKind::features;
  return write_back(listed);
}

}  // namespace hilspace::study
