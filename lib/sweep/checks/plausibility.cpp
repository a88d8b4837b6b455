#include "sweep/checks/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <variant>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "core/count_text.hpp"
#include "dynamics/merged_bodies.hpp"
#include "mechanism/assembly.hpp"
#include "metrics/catalogue.hpp"
#include "models/linear_loop.hpp"
#include "study/setups/setup.hpp"
#include "sweep/checks/coaxial_seats.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::sweep {
namespace {

constexpr std::uint64_t kMost = 10'000;   // scenarios that are examined
constexpr int kPointsOfAll = 10'000'000;  // along the lines of all linear loops, about a second
constexpr double kLate = 0.1, kCoarse = 0.1, kDeep = 0.1;
constexpr double kGrowing = 0.1;     // of the motion of a lasting contact, within an impact
constexpr double kGain = 0.01;       // of a restitution, above which an error of some scenario excuses none
constexpr double kImbalance = 1e-3;  // of the initial energy; numerical errors are below 1e-5

double quantum_of(const instruments::ChainSetup& chain) {
  double largest = 0.0;
  for (const auto& stage : chain.all())
    if (const auto* quantizer = std::get_if<instruments::QuantizerSetup>(&stage))
      largest = std::max(largest, quantizer->resolution);
  return largest;
}

/// Testbed and contact of one scenario.
struct Facts {
  double lag = 0.0, duration = 0.0;         // s
  double place_quantum = 0.0, depth = 0.0;  // m
  double force_quantum = 0.0, force = 0.0;  // N
  double measured = 0.0;                    // end of a measured curve, m; 0: there is none
  std::optional<bool> stable;               // a contact that lasts, where that is known
  bool compensated = false;
  double link_share = HUGE_VAL;  // stiffness of all that holds the bodies apart, over that of the hooks
  bool rises = false;            // friction, with speed
};

/// Along x. Infinite without hooks or a link, or where features of the bodies themselves meet.
double share_of_link(const mechanism::Setup& setup) {
  if (!setup.link || setup.hard.hooks.empty()) return HUGE_VAL;
  const auto& assembly = *setup.assembly;
  if (!std::ranges::all_of(assembly.pairs(), [&](const auto& pair) { return assembly.is_on_link(pair); }))
    return HUGE_VAL;
  double hooks = 0.0;
  for (const auto& hook : setup.hard.hooks) hooks += static_cast<double>(hook.repeat) * hook.stiffness;
  return setup.link->stiffness[0] / hooks;
}

Facts contact_facts(const contact::LawSetup& law, double mass, double velocity) {
  Facts facts;
  facts.duration = contact::elastic_duration(law, mass, velocity);
  facts.depth = contact::elastic_depth(law, mass, velocity);
  facts.force = contact::elastic_force(law, facts.depth);
  if (law.curve.present()) facts.measured = law.curve.end();
  return facts;
}

/// What a compensator leaves of the lag of the loop.
double lag_left(const models::AxialSetup& setup) {
  using compensation::Position, compensation::Force;
  auto actuator = setup.actuator, sensor = setup.force_sensor;
  add_holds(setup.compensator, actuator, sensor);
  const double whole = models::lag(actuator) + models::lag(sensor);
  const auto lags = lags_of(setup.compensator, actuator, sensor);
  const bool uses_it =
      setup.compensator.position != Position::none || setup.compensator.force == Force::smith;
  return std::abs(whole - (uses_it ? lags.position.first : 0.0) - lags.force);
}

/// Whether a contact that lasts is stable, as long as points along the line are `left` for it.
std::optional<bool> lasts_stably(const models::AxialSetup& setup, double duration, int& left) {
  int here = std::min(left, models::kMostPoints);
  left -= here;
  const auto stable = models::is_stable(setup, std::log1p(kGrowing) / duration, here);
  left += std::max(here, 0);
  return stable;
}

Facts facts_of(const models::AxialSetup& setup, int& left) {
  Facts facts = contact_facts(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
  facts.lag = lag_left(setup);
  facts.place_quantum = quantum_of(setup.actuator);
  facts.force_quantum = quantum_of(setup.force_sensor);
  facts.compensated = setup.compensator.present();
  facts.stable = lasts_stably(setup, facts.duration, left);
  return facts;
}

Facts facts_of(const models::FourMassSetup& setup, int& left) { return facts_of(setup.impact, left); }

Facts facts_of(const models::SixDofSetup& setup, int& left) {
  Facts facts = contact_facts(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
  double robot = 0.0, sensor = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    robot = std::max(robot, models::lag(setup.robot[i]));
    sensor = std::max(sensor, models::lag(setup.wrench_sensor[i]));
    facts.place_quantum = std::max(facts.place_quantum, quantum_of(setup.robot[i]));
    facts.force_quantum = std::max(facts.force_quantum, quantum_of(setup.wrench_sensor[i]));
  }
  const auto hit = models::straight_hit(setup);
  facts.lag = setup.compensator.present() ? lag_left(hit) : robot + sensor;
  facts.compensated = setup.compensator.present();
  if (setup.hil) facts.stable = lasts_stably(hit, facts.duration, left);
  facts.link_share = share_of_link(setup.mechanism);
  facts.rises = setup.friction.stiction < setup.friction.sliding;
  return facts;
}

/// Not applicable to the testbed of the controlled twin.
Facts facts_of(const models::RigSetup& setup, int&) {
  models::AxialSetup docking;
  docking.chaser_mass = setup.computer.chaser_mass;
  docking.target_mass = setup.computer.target_mass;
  return contact_facts(setup.plant.contact, models::reduced_mass(docking), setup.computer.approach_velocity);
}

void look_at(Plausibility::Hertz& its, const Facts& facts, double radius) {
  if (!(radius > 0.0)) return;
  ++its.looked_at;
  its.deepest = std::max(its.deepest, facts.depth / radius);
  if (facts.depth > kDeep * radius) ++its.deep;
}

void look_at(Plausibility::Curve& its, const Facts& facts) {
  if (!(facts.measured > 0.0)) return;
  ++its.looked_at;
  its.deepest = std::max(its.deepest, facts.depth / facts.measured);
  if (facts.depth > facts.measured) ++its.beyond;
}

void look_at(Plausibility::Hooked& its, const Facts& facts) {
  ++its.looked_at;
  its.softest = std::min(its.softest, facts.link_share);
  if (facts.link_share < 1.0) ++its.loose;
}

void look_at(Plausibility::Quantum& its, double quantum, double peak) {
  its.largest = std::max(its.largest, quantum / peak);
  if (quantum > kCoarse * peak) ++its.coarse;
}

/// "in 3 of 28 scenarios ", and nothing where there is but one.
std::string among(std::uint64_t count, std::uint64_t of, std::string_view least = "") {
  return of == 1 ? std::string()
                 : fmt::format("in {}{} of {} ", least, grouped(count), counted(of, "scenario"));
}

/// The largest of several, or the only one.
std::string_view up_to(std::uint64_t of) { return of == 1 ? "" : "up to "; }

std::string coarse_text(std::string_view who, const Plausibility::Quantum& its, std::uint64_t looked_at) {
  return fmt::format(
      "{}a step of the {} is more than a tenth of the peak, {}{:.2g} of it: the numbers depend on where its "
      "steps lie (numerics.repeats averages over that)",
      among(its.coarse, looked_at), who, up_to(looked_at), its.largest);
}

/// Bodies in a row, which the model has as two masses.
std::string merged_text(std::string_view who, const std::vector<dynamics::RowBody>& row) {
  const auto two = dynamics::merged(row);
  const double hertz = 0.5 / std::numbers::pi;
  return fmt::format(
      "the {} bodies of the {} count as {:.6g} kg behind {:.6g} kg on {:.6g} N/m: they swing at {:.4g} Hz, "
      "where all bodies together have {:.4g} Hz, {:.2g} % less",
      row.size(), who, two.rear, two.front, two.stiffness, hertz * two.frequency, hertz * two.exact,
      100.0 * (1.0 - two.exact / two.frequency));
}

}  // namespace

void Reach::include(double x) {
  low = std::min(low, x);
  high = std::max(high, x);
}

Plausibility plausibility(const study::Study& study) {
  Plausibility its;
  const bool has_testbed = study.hil && study.twin != study::Twin::controlled;
  int left = kPointsOfAll;
  CoaxialSeats seats;
  const std::uint64_t count = study::scenario_count(study), stride = (count + kMost - 1) / kMost;
  for (std::uint64_t index = 0; index < count; index += stride) {
    const auto setup = scenario(study, index);
    const Facts facts = std::visit([&](const auto& one) { return facts_of(one, left); }, setup);
    if (!(facts.duration > 0.0 && facts.depth > 0.0 && facts.force > 0.0))
      continue;  // numbers that underflow
    look_at(its.hertz, facts, study::hertz_radius(study::parameter_values(study, index)));
    look_at(its.curve, facts);
    look_at(its.hooked, facts);
    seats.look_at(setup, facts.depth);
    if (facts.rises) ++its.rising;
    if (!has_testbed) continue;
    ++its.looked_at;
    its.lag.include(facts.lag);
    its.duration.include(facts.duration);
    its.largest_lag = std::max(its.largest_lag, facts.lag / facts.duration);
    if (facts.lag > kLate * facts.duration) ++its.late;
    if (!facts.stable.value_or(true)) {
      ++its.unstable;
      its.compensated = its.compensated || facts.compensated;
    }
    look_at(its.place, facts.place_quantum, facts.depth);
    look_at(its.force, facts.force_quantum, facts.force);
  }
  its.all_judged = left > 0;
  its.coaxial = seats.judged();
  return its;
}

namespace {

/// Of a restitution; 0 where no scenario was compared. That of one scenario, which may be infinite, hides no
/// gain of another one.
double known_error(const study::Study& study, double largest) {
  if (std::isnan(largest)) return 0.0;
  return study::scenario_count(study) == 1 ? largest : std::min(largest, kGain);
}

}  // namespace

std::vector<std::string> warnings(const study::Study& study, const Plausibility& its) {
  std::vector<std::string> texts;
  for (const auto body : {study::Body::chaser, study::Body::target})
    if (const auto& row = study.bodies[static_cast<std::size_t>(body)]; !row.empty())
      texts.push_back(merged_text(study::kBodies[static_cast<std::size_t>(body)], row));
  const bool is_axial = models::is_on_one_axis(study.model);
  if (its.late > 0)
    texts.push_back(fmt::format(
        "{}the testbed is late by more than a tenth of the contact, {}{:.2g} of it: it shows another impact",
        among(its.late, its.looked_at), up_to(its.looked_at), its.largest_lag));
  if (its.unstable > 0)
    texts.push_back(
        fmt::format("{}a contact that lasts is unstable behind the testbed{}: its motion grows by more than "
                    "a tenth within the duration of an impact",
                    among(its.unstable, its.looked_at, its.all_judged ? "" : "at least "),
                    its.compensated ? " and its compensator" : ""));
  if (its.place.coarse > 0)
    texts.push_back(coarse_text(is_axial ? "actuator" : "robot", its.place, its.looked_at));
  if (its.force.coarse > 0)
    texts.push_back(coarse_text(is_axial ? "force sensor" : "wrench sensor", its.force, its.looked_at));
  if (its.hertz.deep > 0)
    texts.push_back(fmt::format(
        "{}the penetration is more than a tenth of the contact's radius, {}{:.2g} of it: Hertz' theory does "
        "not hold for so deep a contact",
        among(its.hertz.deep, its.hertz.looked_at), up_to(its.hertz.looked_at), its.hertz.deepest));
  if (its.curve.beyond > 0)
    texts.push_back(fmt::format(
        "{}an elastic contact goes beyond the last point of force_curve, {}{:.2g} times as deep: it ends "
        "there, unless numerics.penetration_limit is larger and the curve goes on along its tangent",
        among(its.curve.beyond, its.curve.looked_at), up_to(its.curve.looked_at), its.curve.deepest));
  if (its.hooked.loose > 0)
    texts.push_back(
        fmt::format("{}hooks close behind a soft link alone, which is along x {:.2g} of their stiffness: "
                    "they throw the chaser into its ring and need not all close; give the bodies a stop, "
                    "features without on = \"link\" that meet a little behind the link's",
                    among(its.hooked.loose, its.hooked.looked_at), its.hooked.softest));
  if (its.coaxial.found > 0)
    texts.push_back(fmt::format(
        "{}{} and {} meet exactly on one axis, where every direction around it is as near: their force jumps "
        "from side to side, so that runs end as stalled or their energies do not balance; come in a "
        "micrometre and a microradian beside it (approach.offset, approach.attitude), or build the seat of "
        "pads",
        among(its.coaxial.found, its.coaxial.looked_at, its.coaxial.all_judged ? "" : "at least "),
        its.coaxial.chaser, its.coaxial.target));
  if (its.rising > 0)
    texts.push_back(
        fmt::format("{}contact.friction.stiction is less than sliding: dry friction falls with speed",
                    among(its.rising, its.hooked.looked_at)));
  if (study.output.errors && !(study.error_share > 0.0))
    texts.push_back(
        "output.errors: there are none with numerics.error_share = 0, which compares nothing; 1 compares "
        "every scenario");
  return texts;
}

std::vector<std::string> warnings(const study::Study& study, const metrics::Summary& summary) {
  std::vector<std::string> texts = warnings(study, plausibility(study));
  const auto place = [](std::string_view name) {
    const auto catalogue = metrics::catalogue();
    return static_cast<std::size_t>(std::ranges::find(catalogue, name, &metrics::Metric::name) -
                                    catalogue.begin());
  };
  const auto largest = [&](std::string_view name) { return summary.largest[place(name)]; };
  // Of several contacts one after the other the rates before and after are along other normals, in space as well.
  if (const double restitution = largest("restitution.hil");
      study.hil && restitution - 1.0 > known_error(study, summary.error.values[place("restitution.hil")]) &&
      !(largest("restitution.docking") >= restitution))
    texts.push_back(fmt::format("the testbed gives energy to the contact: restitution.hil is {}{}",
                                up_to(study::scenario_count(study)),
                                restitution < 1.005 ? fmt::format("1 + {:.2g}", restitution - 1.0)
                                                    : fmt::format("{:.3g}", restitution)));
  if (const double imbalance = largest("energy.imbalance_docking"); imbalance > kImbalance)
    texts.push_back(
        fmt::format("the energy of the docking model does not balance, by {}{:.2g} of the initial one: a "
                    "contact begins or ends under load, as where features pass behind each other or a "
                    "contact has several nearest points; these forces are not those of the mechanism",
                    up_to(study::scenario_count(study)), imbalance));
  return texts;
}

}  // namespace hilspace::sweep
