#include "models/sixdof_setup.hpp"

#include "mechanism/assembly.hpp"

namespace hilspace::models {
namespace {

/// A straight hit on the docking axis, without the instruments.
AxialSetup straight_hit(const SixDofSetup& setup) {
  AxialSetup axial;
  axial.chaser_mass = setup.chaser.mass;
  axial.target_mass = setup.target.mass;
  axial.approach_velocity = setup.approach_velocity;
  axial.contact = setup.contact;
  return axial;
}

}  // namespace

double reduced_mass(const SixDofSetup& setup) { return reduced_mass(straight_hit(setup)); }

/// What touches is the link, where there is one.
double automatic_step(const SixDofSetup& setup) {
  AxialSetup hit = straight_hit(setup);
  if (setup.mechanism.link) hit.chaser_mass = setup.mechanism.link->mass;
  return automatic_step(hit);
}

double automatic_time_limit(const SixDofSetup& setup) {
  if (setup.mechanism.kind == mechanism::MechanismKind::plane)
    return automatic_time_limit(resolved(straight_hit(setup)));
  constexpr double kPasses = 150.0;
  const double length = setup.mechanism.kind == mechanism::MechanismKind::features
                            ? setup.mechanism.assembly->length()
                            : setup.mechanism.cylinder_length + setup.mechanism.frustum_length;
  return kPasses * length / setup.approach_velocity;
}

SixDofSetup resolved(SixDofSetup setup) {
  if (!(setup.step > 0.0)) setup.step = automatic_step(setup);
  if (!(setup.time_limit > 0.0)) setup.time_limit = automatic_time_limit(setup);
  return setup;
}

}  // namespace hilspace::models
