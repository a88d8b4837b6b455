#pragma once
// One scenario of a study, of the study's model: the argument of simulate, finer and similar, through
// std::visit.

#include <cstdint>
#include <variant>

#include "models/axial_setup.hpp"
#include "models/four_mass_setup.hpp"
#include "models/rig_setup.hpp"
#include "models/sixdof_setup.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

using Scenario =
    std::variant<models::AxialSetup, models::SixDofSetup, models::RigSetup, models::FourMassSetup>;

/// Ready to simulate; its spans point into the study.
inline Scenario scenario(const study::Study& study, std::uint64_t index) {
  if (study.model == models::ModelKind::sixdof) return study::sixdof_setup(study, index);
  if (study.model == models::ModelKind::four_mass) return study::four_mass_setup(study, index);
  if (study.twin == study::Twin::controlled) return study::rig_setup(study, index);
  return study::axial_setup(study, index);
}

}  // namespace hilspace::sweep
