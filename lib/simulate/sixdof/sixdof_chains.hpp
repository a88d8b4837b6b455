#pragma once
// The instruments of a scenario in six degrees of freedom, from their setups, and what follows from their chains for a run.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "metrics/hybrid_facts.hpp"
#include "models/sixdof_compensator.hpp"
#include "models/sixdof_instruments.hpp"
#include "models/sixdof_setup.hpp"

namespace hilspace::simulate {

/// Low-passes and quantizers. A quantizer is resolved up to `slow` quanta a second, places up to so many times that, or
/// always.
models::PlainSix plain_instruments(const models::SixChains& setups, double slow, double slow_places,
                                   bool resolve);
/// Any stages, of the robot or of the sensor, their quantizers likewise. `Six` is one of the two kinds that remember.
/// With a link there are two sensors, one on the chaser's side and one on the target's.
enum class SixInstrument : std::uint64_t { robot, sensor, target_sensor };
template <class Six>
Six general_instruments(const models::SixChains& setups, const models::RandomKey& key,
                        SixInstrument instrument, double slow, double slow_places, bool resolve);
/// Fills in the parts of the testbed's computer: of its compensator those for the components, and that along the normal.
void fill_compensator(const models::SixDofSetup& setup, models::ComponentCompensators& each,
                      compensation::Compensator<double>& along);
/// From what the source of a hybrid contact shows to what its computed part follows.
models::GeneralSix measurement_of(const models::SixDofSetup& setup);

/// Whether some chain needs more than a low-pass and a quantizer behind it.
bool needs_general(const models::SixDofSetup& setup);
/// Whether some chain has a transfer function.
bool needs_filters(const models::SixDofSetup& setup);

/// Time, s, by which a compensator is ahead of the bodies: by so much earlier begins the run, before what it shows
/// touches.
double ahead(const models::SixDofSetup& setup);
/// Whether the robot may show the bodies where they are not, however slowly they move: by noise, a bias, a dead band,
/// limits, a curve, a gain; or ahead of them. Then it may touch before they do.
bool displaces(const models::SixDofSetup& setup);
/// By how much the interface may be from where the robot shows it, m, by noise, quanta and the like; a bias is known.
double random_reach(const models::SixDofSetup& setup);
/// Lengthens the sample time of noise that would dominate the run (simulate/noise_limit.hpp). False: there is none.
bool slow_down(models::SixDofSetup& setup);
/// Of all transport delays that are none of 0; infinite: there is none. s
double shortest_delay(const models::SixDofSetup& setup);
/// Time, s, for which the surfaces must be apart to end an impact: the robot may still bounce, and what it is late by is
/// still to come.
double closing(const models::SixDofSetup& setup);

/// Of the elastic impact of the reduced mass at the approach's rate.
struct ElasticPeak {
  double depth;  // m
  double force;  // N
};
ElasticPeak elastic_peak(const models::SixDofSetup& setup);

/// What is known of a hybrid contact: the limits of a straight hit. Without one: nothing.
metrics::HybridFacts facts_of(const models::SixDofSetup& setup);

/// The step that the course of a contact asks for. The steps of the adaptive method are longer where their error
/// permits; those of the reference are not.
double fine_step(const models::SixDofSetup& setup);

/// Where in a chain the states of a kind of stage begin: behind those of the stages before it. `filter`: how many states a
/// transfer function has there.
std::size_t states_before(const instruments::ChainSetup& chain, std::size_t kind, std::size_t filter);
/// The scales of the states of a transfer function for an input of that amplitude; `rate` of its rate, or nothing where it
/// changes as fast as the filter does.
void scale_filter(const instruments::TransferFunctionSetup& filter, double amplitude,
                  std::optional<double> rate, double* scale);
/// Of its low-pass, rad/s; 0: none.
double natural_frequency(const instruments::ChainSetup& chain);

}  // namespace hilspace::simulate
