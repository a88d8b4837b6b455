#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "contact/law.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/notation/expression.hpp"
#include "study/schema/value_names.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

using contact::Damping;
using contact::kLaws;

/// The three ways to say how stiff a contact is.
constexpr std::array kMaterials{"contact.chaser_material"_id, "contact.target_material"_id,
                                "contact.radius"_id, "contact.chaser_radius"_id, "contact.target_radius"_id};
constexpr std::array kStiffness{"contact.stiffness"_id};
constexpr std::array kReference{"contact.reference_force"_id, "contact.reference_penetration"_id};

/// In six degrees the target is flat, and the radius that of the tip, whatever the contact is like.
std::span<const Id> materials(const Study& study) {
  const std::span<const Id> all = kMaterials;
  return models::is_on_one_axis(study.model) ? all : all.first(2);
}

std::array<std::span<const Id>, 3> ways(const Study& study) {
  return {materials(study), kStiffness, kReference};
}

bool is_linear(std::size_t law) { return named_law(static_cast<double>(law)).damping == Damping::viscosity; }

/// Whether the elastic force of that law is a measured curve, which has a stiffness of its own.
bool is_measured(std::size_t law, const Study& study) {
  return law >= kLaws.size() && study.laws[law - kLaws.size()].measured;
}
bool is_measured(double law, const Study& study) { return is_measured(static_cast<std::size_t>(law), study); }

/// The values of contact.law, in the order of the study; a name that is not known is NaN.
std::vector<double> written_laws(const Study& study) {
  for (const auto& axis : study.axes)
    for (std::size_t i = 0; i < axis.parameters.size(); ++i)
      if (axis.parameters[i] == "contact.law"_id) return axis.values[i];
  return {study.base["contact.law"_id]};
}

/// "kelvin_voigt or kelvin_voigt_tensile"
std::string laws_with(Damping damping) {
  std::vector<std::string_view> names;
  for (const auto& law : kLaws)
    if (law.damping == damping) names.push_back(law.name);
  return fmt::format("{}", fmt::join(names, " or "));
}

void check_law_parameters(const Table& root, Reading& reading) {
  const auto& study = reading.study;
  // Without any law, that of the example.
  const bool no_law = !reading.present("contact.law"_id);
  const bool all_read =
      !no_law && std::ranges::none_of(written_laws(study), [](double law) { return std::isnan(law); });
  for (const auto& [id, damping, required] : law_parameters()) {
    const bool used = has_law_with(damping, study) || (no_law && damping == Damping::restitution);
    if (!reading.present(id)) {
      if (used && required) report_missing(id, root, reading);
    } else if (!used && all_read && id != "contact.restitution"_id) {
      // Restitution is what studies of two laws have in common; it may stay when one tries another law.
      reading.findings.add(reading.place_of(id),
                           fmt::format("{}: no law of this study uses it; remove it, or take the law {}",
                                       parameter(id).path, laws_with(damping)));
    }
  }
}

void check_materials(const Table& root, Reading& reading) {
  for (const Id id : {"contact.chaser_material"_id, "contact.target_material"_id})
    if (!reading.present(id)) report_missing(id, root, reading);
  if (!models::is_on_one_axis(reading.study.model)) return;  // asks for the radius in any case

  const bool tip = reading.present("contact.radius"_id);
  const bool chaser = reading.present("contact.chaser_radius"_id);
  const bool target = reading.present("contact.target_radius"_id);
  if (!tip && !chaser && !target)
    report_missing("contact.radius"_id, root, reading, ", or chaser_radius and target_radius");
  else if (!tip && !(chaser && target))
    report_missing(chaser ? "contact.target_radius"_id : "contact.chaser_radius"_id, root, reading,
                   ", or radius alone for a flat target");
}

void check_reference(const Table& root, Reading& reading) {
  for (const Id id : kReference)
    if (!reading.present(id)) report_missing(id, root, reading);
}

void report_no_stiffness(const Table& root, Reading& reading) {
  const auto laws = laws_of(reading.study);
  if (std::ranges::none_of(laws, is_linear))
    check_materials(root, reading);
  else if (std::ranges::all_of(laws, is_linear))
    report_missing("contact.stiffness"_id, root, reading, ", or reference_force and reference_penetration");
  else
    check_reference(root, reading);  // what laws of different exponents can have in common
}

/// Of laws with a measured curve alone: keys of a stiffness that none of them has.
void check_unused_stiffness(std::string_view law, Reading& reading) {
  std::vector<Id> ids{"contact.exponent"_id};
  for (const auto way : ways(reading.study)) ids.insert(ids.end(), way.begin(), way.end());
  for (const Id id : ids)
    if (reading.present(id))
      reading.findings.add(reading.place_of(id), fmt::format("{}: no law of this study uses it; {} has its "
                                                             "force_curve, so remove this",
                                                             parameter(id).path, law));
}

void check_stiffness(const Table& root, Reading& reading) {
  const auto laws = laws_of(reading.study);
  if (!laws.empty() &&
      std::ranges::all_of(laws, [&](std::size_t law) { return is_measured(law, reading.study); }))
    return check_unused_stiffness(reading.study.laws[laws.front() - kLaws.size()].name, reading);
  const auto all = ways(reading.study);
  std::vector<Id> firsts;  // of each way that is begun
  for (const auto way : all)
    if (any_present(way, reading)) firsts.push_back(first_present(way, reading));
  if (firsts.empty()) return report_no_stiffness(root, reading);
  for (std::size_t i = 1; i < firsts.size(); ++i)
    report_exclusive(firsts[0], firsts[i], reading,
                     models::is_on_one_axis(reading.study.model)
                         ? "a contact has either materials and radius, or stiffness, or reference_force and "
                           "reference_penetration"
                         : "a contact has either materials, or stiffness, or reference_force and "
                           "reference_penetration");
  if (firsts.size() > 1) return;
  if (any_present(all[0], reading)) check_materials(root, reading);
  if (any_present(kReference, reading)) check_reference(root, reading);
}

/// Why a law and its exponent do not go together, and the key to blame; nothing if they do.
struct Misfit {
  Id id;
  std::string text;
};
std::optional<Misfit> misfit(const ParameterValues& values, const Reading& reading) {
  const double value = values["contact.law"_id];
  if (is_measured(value, reading.study)) return std::nullopt;
  const auto& law = named_law(value);
  const auto its_name = names_of(ValueKind::law, reading.study)[static_cast<std::size_t>(value)];
  const double n = exponent(law.law, values);
  const bool given = reading.present("contact.exponent"_id);
  if (law.damping == Damping::viscosity && n != 1.0)
    return Misfit{"contact.exponent"_id, fmt::format("is {}, but {} takes no exponent other than 1; leave it "
                                                     "out, or vary it together with contact.law",
                                                     n, its_name)};
  if (reading.present("contact.stiffness"_id) && n != 1.0)
    return Misfit{"contact.stiffness"_id,
                  fmt::format("goes with exponent 1, but {} has {}; write {}reference_force and "
                              "reference_penetration instead",
                              its_name, n, given ? "" : "exponent = 1, or ")};
  const auto its_materials = materials(reading.study);
  if (!any_present(its_materials, reading) || n == 1.5) return std::nullopt;
  if (given)
    return Misfit{"contact.exponent"_id,
                  fmt::format("is {}, but materials and radii make it 1.5; leave it out, or write "
                              "reference_force and reference_penetration instead of them",
                              n)};
  return Misfit{first_present(its_materials, reading),
                fmt::format("makes a contact of exponent 1.5, but {} is linear; write stiffness, or "
                            "reference_force and reference_penetration instead",
                            its_name)};
}

void check_exponent(Reading& reading) {
  constexpr std::array ids{"contact.law"_id, "contact.exponent"_id};
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return true;
    const auto found = misfit(values, reading);
    if (found)
      reading.findings.add(reading.place_of(found->id),
                           fmt::format("{}: {}", parameter(found->id).path, found->text));
    return !found;
  });
}

/// A varied parameter is the likelier cause, so it is named first.
Id likely_cause(std::span<const Id> ids, const Reading& reading) {
  const auto varied = std::ranges::find_if(ids, [&](Id id) { return reading.varied[id].has_value(); });
  return varied != ids.end() ? *varied : first_present(ids, reading);
}

/// Which key makes a stiffness beyond the numbers, and what to write instead.
Misfit beyond_numbers(std::span<const Id> ids, const ParameterValues& values, const Reading& reading) {
  constexpr double kSteepest = 10.0;  // of contacts that are known: up to 3
  constexpr double kUsualExponent = 1.5, kDepth = 1e-4;
  const auto is_mended_by = [&](Id id, double value) {
    ParameterValues others = values;
    others[id] = value;
    const double k = stiffness(reading.study, others);
    return !std::isinf(k) && k != 0.0;
  };
  constexpr auto kExponent = "contact.exponent"_id, kPenetration = "contact.reference_penetration"_id;
  if (values[kExponent] > kSteepest && is_mended_by(kExponent, kUsualExponent))
    return {kExponent, "write a smaller one; contacts have 1 to 3"};
  if (reading.present(kPenetration) && is_mended_by(kPenetration, kDepth))
    return {kPenetration, "write one that the contact reaches, such as \"0.1 mm\", and the force there"};
  return {likely_cause(ids, reading), "look at its unit, and at those beside it"};
}

/// Numbers may be fine one by one and too large or small together.
void check_coefficients(Reading& reading) {
  std::vector<Id> ids{"contact.law"_id, "contact.exponent"_id};
  for (const auto way :
       {std::span<const Id>(kMaterials), std::span<const Id>(kStiffness), std::span<const Id>(kReference)})
    ids.insert(ids.end(), way.begin(), way.end());
  const auto blame = [&](Id id, std::string_view coefficient, std::string_view remedy) {
    reading.findings.add(reading.place_of(id),
                         fmt::format("{}: makes a {} beyond the numbers of double precision; {}",
                                     parameter(id).path, coefficient, remedy));
  };
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading) || is_measured(values["contact.law"_id], reading.study)) return true;
    const double k = stiffness(reading.study, values);
    const bool good = !std::isinf(k) && k != 0.0;
    if (good) return true;
    const auto [id, remedy] = beyond_numbers(std::span(ids).subspan(2), values, reading);
    blame(id, "stiffness", remedy);
    return false;
  });

  constexpr std::array damping_ids{"contact.law"_id, "contact.restitution"_id};
  for_each_combination(reading.study, damping_ids, [&](const ParameterValues& values) {
    if (!all_known(damping_ids, values, reading)) return true;
    const bool good = !std::isinf(damping_number(reading.study, values));
    if (!good) blame("contact.restitution"_id, "damping", "write a larger one");
    return good;
  });
}

}  // namespace

std::vector<std::size_t> laws_of(const Study& study) {
  std::set<std::size_t> laws;
  for (const double law : written_laws(study))
    if (!std::isnan(law)) laws.insert(static_cast<std::size_t>(law));
  return {laws.begin(), laws.end()};
}

bool has_law_with(Damping damping, const Study& study) {
  return std::ranges::any_of(laws_of(study), [&](std::size_t law) {
    return named_law(static_cast<double>(law)).damping == damping;
  });
}

namespace {

/// Keys that refine others, without which nothing reads them. Features may have friction of their own.
void check_refinements(Reading& reading) {
  const auto needs = [&](Id id, std::vector<Id> others, std::string_view example) {
    if (!reading.present(id) || any_present(others, reading)) return;
    reading.findings.add(reading.place_of(id),
                         fmt::format("{}: means nothing without {}; write it, for example {}, or remove this",
                                     parameter(id).path, parameter(others.front()).path, example));
  };
  needs("contact.compaction_rate"_id, {"contact.permanent_deformation"_id}, "1.5");
  if (mechanism::is_of_features(reading.study.mechanism)) return;
  for (const Id id : {"contact.friction.stribeck_velocity"_id, "contact.friction.creep_velocity"_id})
    needs(id, {"contact.friction.stiction"_id, "contact.friction.sliding"_id}, "0.35");
}

}  // namespace

void check_contact(const Table& root, Reading& reading) {
  const bool of_features = mechanism::is_of_features(reading.study.mechanism);
  if (reading.study.model == models::ModelKind::sixdof && !reading.present("contact.radius"_id) &&
      (!of_features || any_present(materials(reading.study), reading)))
    report_missing("contact.radius"_id, root, reading,
                   of_features ? ", the effective radius of a contact of these materials"
                               : ", the radius of the probe's tip");
  check_stiffness(root, reading);
  check_law_parameters(root, reading);
  check_refinements(reading);
}

namespace {

/// Every value of a parameter that the study has, as written or on an axis.
std::vector<double> all_values(Id id, const Study& study) {
  for (const auto& axis : study.axes)
    for (std::size_t i = 0; i < axis.parameters.size(); ++i)
      if (axis.parameters[i] == id) return axis.values[i];
  return {study.base[id]};
}

std::string origin_of_restitution(const Reading& reading) {
  if (!reading.present("contact.restitution"_id)) return {};
  return fmt::format(" (contact.restitution at {})",
                     reading.findings.text_of(reading.place_of("contact.restitution"_id)));
}

/// The formulas of the study's own laws, at every restitution: they need not be monotonic.
void check_own_laws(Reading& reading) {
  const auto used = laws_of(reading.study);
  for (const double c : all_values("contact.restitution"_id, reading.study))
    for (std::size_t i = 0; i < reading.study.laws.size() && !std::isnan(c); ++i) {
      const auto& name = reading.study.laws[i].name;
      const auto& formula = reading.study.laws[i].damping_number;
      const bool is_used = std::ranges::find(used, kLaws.size() + i) != used.end();
      if (!is_used || formula.empty()) continue;  // an empty one is already reported
      std::string complaint;
      const auto chi = evaluate(formula, "c", c, complaint);
      if (chi && std::isfinite(*chi) && *chi >= 0.0) continue;
      const auto value = [](double x) { return std::isnan(x) ? "not a number" : fmt::format("{}", x); };
      reading.findings.add(reading.law_places[i],
                           fmt::format("laws.{}.damping_number: {}{}; a damping number is finite and not "
                                       "negative",
                                       name, chi ? fmt::format("is {} at c = {}", value(*chi), c) : complaint,
                                       origin_of_restitution(reading)));
      return;
    }
}

}  // namespace

void check_contact_values(Reading& reading) {
  if (!reading.present("contact.law"_id)) return;
  const auto before = reading.findings.size();
  check_own_laws(reading);
  if (reading.findings.size() > before) return;  // they have no damping to check
  check_exponent(reading);
  check_coefficients(reading);
}

}  // namespace hilspace::study
