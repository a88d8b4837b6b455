#pragma once
// The variants of a run. sixdof_docking.cpp and sixdof_plain.cpp compile one each, sixdof_chained.cpp both with chains,
// which have much in common.

#include <memory>
#include <optional>

#include "models/sixdof_setup.hpp"
#include "simulate/sixdof/sixdof_any_run.hpp"

namespace hilspace::simulate::sixdof {

struct HilStart {
  /// Time by which both runs begin before the bodies are where the study has them, s; nothing: the interface touches at
  /// any distance.
  std::optional<double> early;
  std::unique_ptr<AnyRun> run;
};

/// With low-passes and quantizers.
HilStart start_plain(const models::SixDofSetup& setup);
/// With chains of any stages but transfer functions, and compensators.
HilStart start_general(const models::SixDofSetup& setup);
/// The same with transfer functions.
HilStart start_filtered(const models::SixDofSetup& setup);

std::unique_ptr<AnyRun> start_docking(const models::SixDofSetup& setup, double early);
/// Steps that the run of a docking model takes at least.
double least_steps(const models::SixDofSetup& setup);

}  // namespace hilspace::simulate::sixdof
