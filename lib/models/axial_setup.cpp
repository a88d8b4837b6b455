#include "models/axial_setup.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "dynamics/axial.hpp"
#include "instruments/chain_lag.hpp"
#include "instruments/simplify.hpp"
#include "integrate/rk4_stability.hpp"

namespace hilspace::models {
namespace {

using namespace instruments;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// Natural frequency and damping of a section; for a first-order one, its pole.
struct Pole {
  double frequency;  // rad/s
  double damping;
};
Pole pole(const Section& section) {
  const auto& [a0, a1, a2] = section.denominator;
  if (a2 == 0.0) return {a1 == 0.0 ? 0.0 : std::abs(a0 / a1), 1.0};
  const double w = std::sqrt(std::abs(a0 / a2));
  return {w, std::abs(a1 / a2) / (2.0 * w)};
}

/// Ratio of the faster of two real poles to the natural frequency; its inverse holds for the slower one.
double spread(double damping) { return damping > 1.0 ? damping + std::sqrt(damping * damping - 1.0) : 1.0; }

/// Reaction time and memory of a pair of poles.
double reaction(const Pole& pole) { return 1.0 / (pole.frequency * spread(pole.damping)); }
double settling(const Pole& pole) {
  return spread(pole.damping) / (pole.frequency * std::min(pole.damping, 1.0));
}

/// Time after which a stage has practically forgotten its input.
double settling(const StageSetup& stage) {
  return std::visit(
      Overloaded{
          [](const LowPassSetup& s) {
            return s.natural_frequency > 0.0 ? settling(Pole{s.natural_frequency, s.damping}) : 0.0;
          },
          [](const TransportDelaySetup& s) { return s.delay; },
          [](const SampleHoldSetup& s) { return s.rate > 0.0 ? 1.0 / s.rate : 0.0; },
          [](const TransferFunctionSetup& s) {
            double sum = 0.0;
            for (const Section& section : s.sections)
              if (const Pole its = pole(section); its.frequency > 0.0 && its.damping > 0.0)
                sum += settling(its);
            return sum;
          },
          [](const auto&) { return 0.0; },
      },
      stage);
}

/// The default bound on the cost of a scenario: a few seconds.
constexpr double kMostSteps = 1e7;

/// Rounded down to five significant bits, so that the last bits of a library's pow() practically never reach
/// results.
double coarsened(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::floor(mantissa * 32.0), exponent - 5);
}

/// chi, or its counterpart in the other laws.
double damping_number(const AxialSetup& setup) {
  const contact::LawSetup& law = setup.contact;
  if (law.viscosity > 0.0)  // b relative to the critical damping, the nearest measure
    return law.viscosity / std::sqrt(law.stiffness * reduced_mass(setup));
  return law.damping_number + law.damping_per_stiffness * setup.approach_velocity;
}

/// Largest quantum of a chain; 0: none.
double quantum(const instruments::ChainSetup& chain) {
  double largest = 0.0;
  for (const StageSetup& stage : chain.all())
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage))
      largest = std::max(largest, quantizer->resolution);
  return largest;
}

/// Whether a quantum is a large part of the peak, so that every jump and its time matter.
bool is_coarse(const AxialSetup& setup) {
  constexpr double kCoarse = 0.03;
  const contact::LawSetup& law = setup.contact;
  const double depth = contact::elastic_depth(law, reduced_mass(setup), setup.approach_velocity);
  return quantum(setup.actuator) > kCoarse * depth ||
         quantum(setup.force_sensor) > kCoarse * contact::elastic_force(law, depth);
}

/// Of the two parts of a hybrid contact, which may be much stiffer than what they are together.
double longest_step(const hybrid::HybridSetup& setup, double mass) {
  const double stiffness = setup.real_stiffness + std::abs(setup.virtual_stiffness);
  const double damping = setup.real_damping + std::abs(setup.virtual_damping);
  double step = std::numeric_limits<double>::infinity();
  if (stiffness > 0.0) step = std::numbers::pi * std::sqrt(mass / stiffness) / 100.0;
  if (damping > 0.0) step = std::min(step, 0.1 * mass / damping);
  return step;
}

}  // namespace

double reduced_mass(const AxialSetup& setup) {
  return 1.0 / dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass);
}

bool is_realisable(const AxialSetup& setup) {
  const auto& compensator = setup.compensator;
  if (!compensation::is_realisable(compensator, setup.actuator, setup.force_sensor)) return false;
  if (!setup.hybrid.is_computed) return true;
  // The computed force bypasses the sensor; what is compensated stays the lag of all.
  auto of_position = compensator;
  of_position.force = compensation::Force::none;
  of_position.lag_error = 0.0;
  of_position.lag = compensation::lags_of(compensator, setup.actuator, setup.force_sensor).position.first;
  instruments::ChainSetup measurement;
  measurement.add(instruments::TransportDelaySetup{setup.hybrid.measurement_delay});
  measurement.add(instruments::SampleHoldSetup{setup.hybrid.rate});
  const bool commanded = setup.hybrid.source == hybrid::Source::commanded;
  return compensation::is_realisable(of_position, commanded ? instruments::ChainSetup{} : setup.actuator,
                                     measurement);
}

contact::LawSetup law_at_interface(const AxialSetup& setup) {
  if (!setup.hybrid.present()) return setup.contact;
  contact::LawSetup law{contact::Law::kelvin_voigt_tensile, setup.hybrid.real_stiffness, 1.0};
  law.viscosity = setup.hybrid.real_damping;
  return law;
}

double contact_duration(const AxialSetup& setup) {
  return contact::elastic_duration(setup.contact, reduced_mass(setup), setup.approach_velocity);
}

double lag(const instruments::ChainSetup& chain) { return instruments::lag_of(chain).first; }

namespace {

/// The least of a time of the poles of a stage; infinite without poles.
template <class TimeOf>
double least_of_poles(const StageSetup& stage, TimeOf time_of) {
  double least = std::numeric_limits<double>::infinity();
  const auto include = [&](const Pole& its) {
    if (its.frequency > 0.0) least = std::min(least, time_of(its));
  };
  std::visit(Overloaded{
                 [&](const LowPassSetup& s) {
                   include({s.natural_frequency, s.damping});
                 },
                 [&](const TransferFunctionSetup& s) {
                   for (const Section& section : s.sections) include(pole(section));
                 },
                 [](const auto&) {},
             },
             stage);
  return least;
}

}  // namespace

double sampled_level(const AxialSetup& setup) {
  double level = 0.0;
  for (const StageSetup& stage : setup.actuator.all()) {
    if (smooths(stage)) level = 0.0;
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage)) level = quantizer->resolution;
  }
  const hybrid::HybridSetup& its = setup.hybrid;
  if (its.is_computed && its.rate > 0.0 && its.source != hybrid::Source::commanded) return level;
  for (const StageSetup& stage : setup.force_sensor.all()) {
    if (smooths(stage)) return 0.0;
    if (const auto* hold = std::get_if<SampleHoldSetup>(&stage); hold != nullptr && hold->rate > 0.0)
      return level;
  }
  return 0.0;
}

bool is_fine_level(const AxialSetup& setup, double quantum) {
  constexpr double kFine = 1e-3;
  return quantum <
         kFine * contact::elastic_depth(setup.contact, reduced_mass(setup), setup.approach_velocity);
}

double reaction_time(const StageSetup& stage) { return least_of_poles(stage, reaction); }

double longest_stable_step(const StageSetup& stage) {
  return least_of_poles(stage, [](const Pole& its) {
    // An overdamped pair: the faster of its real poles.
    return integrate::rk4_stable_step(std::min(its.damping, 1.0)) * reaction(its);
  });
}

namespace {

double automatic_step(const AxialSetup& setup, double duration) {
  // A strongly damped contact decelerates within a fraction chi^(-2/5) of the elastic duration.
  double step = duration / (100.0 * (1.0 + 0.5 * std::pow(damping_number(setup), 0.4)));
  // A viscoplastic spring unloads stiffer than it was loaded.
  step /= std::sqrt(setup.contact.permanent_deformation);
  if (setup.contact.curve.present()) {
    // A measured curve may be much stiffer at its end than on the whole.
    const double depth = contact::elastic_depth(setup.contact, reduced_mass(setup), setup.approach_velocity);
    const double steepest = setup.contact.stiffness * contact::steepest(setup.contact.curve, depth);
    step = std::min(step, std::numbers::pi * std::sqrt(reduced_mass(setup) / steepest) / 100.0);
  }
  if (setup.contact.viscosity > 0.0)  // the jump at the onset decays within m/b
    step = std::min(step, 0.1 * reduced_mass(setup) / setup.contact.viscosity);
  for (const auto* chain : {&setup.actuator, &setup.force_sensor})
    for (const StageSetup& stage : chain->all()) step = std::min(step, 2.0 * reaction_time(stage));
  if (setup.hybrid.present()) step = std::min(step, longest_step(setup.hybrid, reduced_mass(setup)));
  // A crossing is met within 1/256 of a step: of the way through a level a 64th.
  if (const double level = sampled_level(setup); level > 0.0 && !is_fine_level(setup, level))
    step = std::min(step, 4.0 * level / setup.approach_velocity);
  return coarsened(is_coarse(setup) ? 0.4 * step : step);
}

double automatic_time_limit(const AxialSetup& setup, double duration) {
  // A strongly damped contact ends creeping, at about v0/chi from a depth proportional to chi^(-2/5).
  const double contact = duration * (1.0 + std::pow(damping_number(setup), 0.6));
  double rest = 0.0;
  for (const auto* chain : {&setup.actuator, &setup.force_sensor})
    for (const StageSetup& stage : chain->all()) rest += settling(stage);
  rest += setup.hybrid.measurement_delay;
  if (setup.hybrid.rate > 0.0) rest += 1.0 / setup.hybrid.rate;
  const double step = setup.step > 0.0 ? setup.step : automatic_step(setup, duration);
  return coarsened(std::min(50.0 * (contact + rest), kMostSteps * step));
}

}  // namespace

double automatic_step(const AxialSetup& setup) { return automatic_step(setup, contact_duration(setup)); }
double automatic_time_limit(const AxialSetup& setup) {
  return automatic_time_limit(setup, contact_duration(setup));
}

AxialSetup resolved(AxialSetup setup) {
  compensation::add_holds(setup.compensator, setup.actuator, setup.force_sensor);
  simplify(setup.actuator);
  simplify(setup.force_sensor);
  if (setup.step != 0.0 && setup.time_limit != 0.0) return setup;
  const double duration = contact_duration(setup);
  if (setup.step == 0.0) setup.step = automatic_step(setup, duration);
  if (setup.time_limit == 0.0) setup.time_limit = automatic_time_limit(setup, duration);
  return setup;
}

}  // namespace hilspace::models
