// Features in hybrid contacts: the law of each contact along its own normal.

#include "models/sixdof_features.hpp"

namespace hilspace::models {

void FeatureTouch::show_real_part(const hybrid::SpatialSetup& setup) {
  part_ = Part::real;
  parts_ = setup;
  fresh_ = contact::general_law({contact::Law::kelvin_voigt_tensile, 0.0, 1.0}, kSlowestRate);
  for (Place& place : places_) place.law = fresh_;
}

void FeatureTouch::show_computed_part(const hybrid::SpatialSetup& setup) {
  part_ = Part::computed;
  parts_ = setup;
  for (PairState& pair : pairs_) pair.friction = {};
}

contact::GeneralLaw<double> FeatureTouch::along(const contact::GeneralLaw<double>& law, const Met& met,
                                                const Carriers& at) const {
  contact::GeneralLaw<double> its = law;
  if (part_ == Part::whole) return its;
  const Eigen::Vector3d n = at.port.pose.turn.transpose() * met.contact.normal;
  const auto here = hybrid::along(parts_, {n.x(), n.y(), n.z()});
  const bool is_real = part_ == Part::real;
  its.spring = !is_real ? here.virtual_stiffness : parts_.its.is_real ? here.real_stiffness : 0.0;
  its.viscosity = !is_real ? here.virtual_damping : parts_.its.is_real ? here.real_damping : 0.0;
  return its;
}

}  // namespace hilspace::models
