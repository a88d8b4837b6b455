#pragma once
// Setup of a delay compensator, as plain numbers in SI: what the testbed's computer does to the command of the
// actuator and to the measured force, so that the lag of its instruments counts less.
//
// The command is a prediction of the bodies' displacement d by the lag of the loop; the force side corrects what
// comes of it. compensator.hpp has the equations.

#include <array>
#include <limits>
#include <string_view>

namespace hilspace::compensation {

/// What is done to the command.
enum class Position : unsigned char { none, polynomial, lead, predictor };
/// What is done to the measured force.
enum class Force : unsigned char { none, lead, secant, damper, passivity };

struct NamedCompensator {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Position.
inline constexpr std::array kPositions{
    NamedCompensator{"none", "the command is the displacement of the bodies"},
    NamedCompensator{"polynomial",
                     "extrapolates the displacement over the lag from equally spaced past values"},
    NamedCompensator{"lead",
                     "inverts the chain to first or second order, with the rate and the acceleration of "
                     "the simulated bodies"},
    NamedCompensator{"predictor", "integrates the bodies against a model of the contact over the lag"},
};
/// In the order of Force.
inline constexpr std::array kForces{
    NamedCompensator{"none", "the measured force acts on the bodies"},
    NamedCompensator{"lead",
                     "adds the sensor's lag times the rate of the measured force; that share is taken from "
                     "the position side"},
    NamedCompensator{"secant",
                     "scales the measured force from the penetration of the interface to that of the "
                     "bodies"},
    NamedCompensator{"damper", "adds a damping force on the bodies while the interface touches"},
    NamedCompensator{"passivity",
                     "lets the force give the bodies no more energy than it has taken from them"},
};

struct CompensatorSetup {
  Position position = Position::none;
  Force force = Force::none;
  int order = 1;  // of position: 1 to 3 for polynomial, 1 or 2 for lead
  double lag = std::numeric_limits<double>::quiet_NaN();  // s, what is compensated; NaN: that of both chains
  double lag_error = 0.0;    // relative error of what the compensator holds for the lag, > -1
  double model_error = 0.0;  // of the stiffness in a predictor's model of the contact, > -1
  double damping = std::numeric_limits<double>::quiet_NaN();  // N s/m, of a damper; NaN: by the lag

  bool present() const { return position != Position::none || force != Force::none; }
  friend bool operator==(const CompensatorSetup& a, const CompensatorSetup& b) {
    const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
    return a.position == b.position && a.force == b.force && a.order == b.order && same(a.lag, b.lag) &&
           a.model_error == b.model_error && same(a.damping, b.damping) && a.lag_error == b.lag_error;
  }
};

}  // namespace hilspace::compensation
