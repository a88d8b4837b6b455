// Tables of `hilspace list`, generated from the program's own lists only.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "compensation/setup.hpp"
#include "contact/law.hpp"
#include "contact/material.hpp"
#include "core/outcome.hpp"
#include "dynamics/shape.hpp"
#include "instruments/setup.hpp"
#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "reference/list.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "study/reading/read_design.hpp"
#include "study/reading/vectors.hpp"
#include "study/schema/parameter.hpp"
#include "study/schema/settings.hpp"
#include "study/schema/value_names.hpp"

namespace hilspace::app {
namespace {

using Cells = std::vector<std::string>;

std::string text(std::string_view view) { return std::string(view); }

/// "a, b, c"
std::string listed(const Cells& words) { return fmt::format("{}", fmt::join(words, ", ")); }

// ---- parameters and settings

std::string unit(const study::Parameter& parameter) {
  return parameter.unit == "1" ? "" : text(parameter.unit);
}

/// Models that a key is limited to; empty: all.
std::string model(study::ModelSet models) {
  Cells names;
  for (std::size_t kind = 0; kind < models::kModels.size(); ++kind)
    if (models.has(static_cast<models::ModelKind>(kind))) names.push_back(text(models::kModels[kind].name));
  return names.size() == models::kModels.size() ? "" : listed(names);
}

/// "contact" of "contact.law"
std::string_view table_of(std::string_view path) {
  const auto dot = path.find('.');
  return dot == std::string_view::npos ? "" : path.substr(0, dot);
}

std::vector<ListTable> parameters() {
  const std::vector<ListColumn> columns{{"key", true},
                                        {"model"},
                                        {"unit", false, true},
                                        {"allowed", false, true},
                                        {"default", false, true},
                                        {"example", true},
                                        {"meaning"}};
  std::vector<ListTable> tables;
  std::string_view now;
  for (const auto& parameter : study::parameters()) {
    if (const auto its = table_of(parameter.path); tables.empty() || its != now) {
      now = its;
      tables.push_back({fmt::format("[{}]", its), columns, {}});
    }
    std::string fallback = std::isnan(parameter.fallback) ? "" : fmt::format("{}", parameter.fallback);
    if (const auto word = study::word_of(parameter, parameter.fallback); !word.empty()) fallback = word;
    tables.back().rows.push_back({text(parameter.path), model(parameter.models), unit(parameter),
                                  allowed_text(parameter), fallback, text(parameter.example),
                                  text(parameter.description)});
  }
  ListTable vectors{
      "Several at once", {{"key", true}, {"example", true, false, 44}, {"in the place of"}}, {}};
  for (const auto& vector : study::vectors()) {
    Cells keys;
    for (const auto& names : {vector.components, vector.products})
      for (const auto name : names) keys.push_back(fmt::format("{}.{}", vector.path, name));
    vectors.rows.push_back({text(vector.path), text(vector.example), listed(keys)});
  }
  tables.push_back(vectors);
  ListTable settings{
      "What no axis can vary", {{"key", true}, {"model"}, {"example", true, false, 29}, {"meaning"}}, {}};
  for (const auto& setting : study::kSettings)
    settings.rows.push_back(
        {text(setting.path), model(setting.models), text(setting.example), text(setting.description)});
  tables.push_back(settings);
  return tables;
}

// ---- contact

std::string heading(contact::Damping damping) {
  Cells keys;
  for (const auto& its : study::law_parameters())
    if (its.damping == damping) keys.push_back(text(study::parameter(its.id).path));
  switch (damping) {
    case contact::Damping::none:
      return "F = k d^n";
    case contact::Damping::restitution:
      return fmt::format("F = k d^n (1 + chi v/v0), never tensile, with c = {}", listed(keys));
    case contact::Damping::viscosity:
      return fmt::format("linear, n = 1, with b = {}", listed(keys));
    case contact::Damping::plastic:
      return fmt::format("with {}", listed(keys));
  }
  __builtin_unreachable();
}

std::vector<ListTable> laws() {
  std::vector<ListTable> tables;
  using enum contact::Damping;
  for (const auto damping : {none, restitution, viscosity, plastic}) {
    ListTable table{heading(damping), {{"law", true}, {"formula", true}, {"source"}}, {}};
    for (const auto& law : contact::kLaws)
      if (law.damping == damping) table.rows.push_back({text(law.name), text(law.formula), text(law.source)});
    tables.push_back(table);
  }
  return tables;
}

std::vector<ListTable> materials() {
  ListTable table{"", {{"material", true}, {"Young's modulus"}, {"Poisson's ratio"}, {"source"}}, {}};
  for (const auto& [name, material, source] : contact::materials())
    table.rows.push_back({text(name), fmt::format("E = {:.4g} GPa", material.youngs_modulus / 1e9),
                          fmt::format("nu = {:.2f}", material.poisson_ratio), text(source)});
  return {table};
}

// ---- instruments and solvers

/// Keys of a stage's table, or the form of that table.
std::string keys_of(std::string_view stage) {
  const std::string path = fmt::format("{}.{}", study::kInstruments.front().name, stage);
  for (const auto& setting : study::kSettings)
    if (setting.path == path) return fmt::format("{} = {}", stage, setting.example);
  Cells keys;
  for (const auto& parameter : study::parameters())
    if (parameter.path.starts_with(path + '.')) keys.push_back(text(parameter.path.substr(path.size() + 1)));
  return listed(keys);
}

std::vector<ListTable> instruments() {
  ListTable stages{"Stages of a chain",
                   {{"stage", true}, {"what it does", false, false, 50}, {"keys of its table", true}},
                   {}};
  for (const auto& stage : instruments::kStages)
    stages.rows.push_back({text(stage.name), text(stage.meaning), keys_of(stage.name)});

  ListTable shorthand{"Shorthand, without a chain", {{"key", true}, {"meaning"}}, {}};
  const std::string prefix = text(study::kInstruments.front().name) + '.';
  for (const auto& parameter : study::parameters())
    if (parameter.path.starts_with(prefix) &&
        parameter.path.find('.', prefix.size()) == std::string_view::npos)
      shorthand.rows.push_back({text(parameter.path.substr(prefix.size())), text(parameter.description)});
  return {stages, shorthand};
}

std::vector<ListTable> solvers() {
  ListTable table{"", {{"solver", true}, {"what it does"}}, {}};
  for (const auto& solver : models::kSolvers) table.rows.push_back({text(solver.name), text(solver.meaning)});
  return {table};
}

// ---- designs

ListTable keys_table(std::string heading, std::span<const study::DesignKey> keys) {
  ListTable table{std::move(heading), {{"key", true}, {"example", true}, {"meaning"}}, {}};
  for (const auto& key : keys)
    table.rows.push_back({text(key.path), text(key.example), text(key.description)});
  return table;
}

std::vector<ListTable> designs() {
  ListTable types{
      "Types", {{"type", true}, {"samples counts"}, {"takes levels"}, {"grows"}, {"its points"}}, {}};
  for (const auto& type : sampling::kTypes)
    types.rows.push_back({text(type.name), text(type.samples), type.has_levels ? "levels" : "",
                          type.grows ? "grows" : "", text(type.description)});
  ListTable distributions{"Distributions", {{"distribution", true}, {"its keys", true}, {"what it is"}}, {}};
  for (const auto& kind : sampling::kDistributions) {
    Cells keys;
    for (const auto key : kind.needs)
      if (!key.empty()) keys.push_back(text(key));
    if (kind.truncates) keys.insert(keys.end(), {"from", "to"});
    distributions.rows.push_back({text(kind.name), listed(keys), text(kind.description)});
  }
  return {types, keys_table("[design]", study::design_keys()),
          keys_table("[[parameter]]", study::varied_keys()), distributions};
}

// ---- spacecraft

std::vector<ListTable> shapes() {
  ListTable kinds{"Kinds", {{"kind", true}, {"what it is"}, {"its place"}, {"its dimensions", true}}, {}};
  for (const auto& shape : dynamics::kShapes) {
    Cells dimensions;
    for (const auto dimension : shape.dimensions)
      dimensions.push_back(text(dynamics::kDimensions[static_cast<std::size_t>(dimension)].name));
    kinds.rows.push_back({text(shape.name), text(shape.meaning), text(shape.place), listed(dimensions)});
  }
  ListTable keys{"Keys", {{"key", true}, {"example", true}, {"meaning"}}, {}};
  keys.rows = {
      {"kind", "\"cylinder\"", "one of the above"},
      {"mass", "\"120 kg\"", "mass of the shape"},
      {"density", "\"2700 kg/m3\"", "instead of mass"},
      {"place", R"(["0 m", "0 m", "0.5 m"])",
       "where its place lies in the axes of the spacecraft; default: 0"},
      {"direction", "\"-x\"",
       fmt::format("where its axis points, if it has one, from base to top: {}; default: +x",
                   fmt::join(dynamics::kDirections, ", "))},
  };
  for (const auto& dimension : dynamics::kDimensions)
    keys.rows.push_back({text(dimension.name), "\"0.5 m\"", text(dimension.meaning)});
  return {kinds, keys};
}

// ---- compensators

std::vector<ListTable> compensators() {
  ListTable position{"What is done to the command: position", {{"name", true}, {"meaning"}}, {}};
  for (const auto& its : compensation::kPositions)
    position.rows.push_back({text(its.name), text(its.meaning)});
  ListTable force{"What is done to the measured force: force", {{"name", true}, {"meaning"}}, {}};
  for (const auto& its : compensation::kForces) force.rows.push_back({text(its.name), text(its.meaning)});
  return {position, force};
}

// ---- results

std::vector<ListTable> metrics() {
  ListTable table{"", {{"metric", true}, {"unit"}, {"model"}, {"meaning"}}, {}};
  for (const auto& metric : metrics::catalogue())
    table.rows.push_back({text(metric.name), text(metric.units),
                          model({metric.axial, metric.sixdof, metric.axial, metric.four_mass}),
                          text(metric.long_name)});
  return {table};
}

std::vector<ListTable> outcomes() {
  ListTable table{"How a scenario went: outcome", {{"value"}, {"name", true}, {"meaning"}}, {}};
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    table.rows.push_back({std::to_string(i), text(kOutcomes[i].name), text(kOutcomes[i].meaning)});
  ListTable ends{"How a model's run ended: end.docking, end.hil", {{"value"}, {"name", true}}, {}};
  for (std::size_t i = 0; i < kEnds.size(); ++i) ends.rows.push_back({std::to_string(i), text(kEnds[i])});
  ListTable agreements{
      "Whether space and testbed capture: captured.agreement", {{"value"}, {"name", true}, {"meaning"}}, {}};
  for (std::size_t i = 0; i < kAgreements.size(); ++i)
    agreements.rows.push_back({std::to_string(i), text(kAgreements[i].name), text(kAgreements[i].meaning)});
  return {table, ends, agreements};
}

constexpr std::array kTopics{
    ListTopic{
        "parameters", "Parameters",
        "Keys of a study, by table. An axis can vary all of them but those of the last table, `--set` sets "
        "any,\nand results carry them under the same names. Units are those of results; a study writes any "
        "unit of the\nsame dimension. A key with a model is there in studies of that model only.",
        parameters},
    ListTopic{
        "laws", "Contact laws",
        "Values of `contact.law`. d is the penetration, v its rate, v0 that at the start of the contact, k "
        "the\nstiffness, n the exponent. A study can add laws of its own to the second table, with a formula "
        "in "
        "c for chi:\n`[laws.mine]`, `damping_number = \"1.5*(1-c)/c\"`, and a measured elastic force in "
        "place of k d^n:\n"
        "`force_curve = \"curve.csv\"`. See the [theory "
        "manual](theory.md#1-contact).",
        laws},
    ListTopic{"materials", "Materials",
              "Values of `contact.chaser_material` and `contact.target_material`; a study can add its own.",
              materials},
    ListTopic{
        "instruments", "Instruments",
        "What `actuator` and `force_sensor` are made of; `robot` and `wrench_sensor` take the shorthand, "
        "for all\ncomponents and for each. See the [theory manual](theory.md#4-instruments).",
        instruments},
    ListTopic{
        "compensators", "Delay compensators",
        "Values of `compensator.position` and `compensator.force`. d is the displacement of the bodies. See "
        "the\n[theory manual](theory-compensation.md).",
        compensators},
    ListTopic{
        "shapes", "Shapes",
        "What `chaser.shape` and `target.shape` put spacecraft together from, along axes of which +x is "
        "the docking\naxis: out of the chaser, into the target.",
        shapes},
    ListTopic{
        "features", "Features of a mechanism",
        "What `[[mechanism.feature]]` puts a mechanism together from, where `mechanism.kind` is `features`. "
        "Axes as with\nshapes, about the port of the body. See the [theory "
        "manual](theory-mechanisms.md#22-features-and-pairs).",
        feature_tables},
    ListTopic{"latches", "Latches of a mechanism",
              "What `[[mechanism.latch]]` puts on the chaser or its link. See the [theory "
              "manual](theory-mechanisms.md#24-latches).",
              latch_tables},
    ListTopic{
        "designs", "Designs",
        "What `[design]` and `[[parameter]]` put in the place of axes. One that grows can be extended: `run "
        "--extend`.\nSee the [guide](guide-designs.md).",
        designs},
    ListTopic{"solvers", "Solvers", "Values of `numerics.solver`. See [numerics](numerics.md).", solvers},
    ListTopic{"metrics", "Metrics",
              "Variables of a result, in SI units or percent. See the\n[theory "
              "manual](theory.md#5-error-measures).",
              metrics},
    ListTopic{"outcomes", "Outcomes", "Values of the flags in a result.", outcomes},
};

}  // namespace

std::string allowed_text(const study::Parameter& parameter) {
  if (parameter.kind == study::ValueKind::law) return "a contact law";
  if (study::has_names(parameter.kind)) return fmt::format("a {}", study::noun_of(parameter.kind));
  std::string range;
  if (!std::isinf(parameter.low))
    range = fmt::format("{} {:.6g}", parameter.low_allowed ? ">=" : ">", parameter.low);
  if (!std::isinf(parameter.high))
    range += fmt::format("{}{} {:.6g}", range.empty() ? "" : ", ", parameter.high_allowed ? "<=" : "<",
                         parameter.high);
  return range.empty() ? "any" : range;
}

std::span<const ListTopic> list_topics() { return kTopics; }

}  // namespace hilspace::app
