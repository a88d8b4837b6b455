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
enum class Position : unsigned char { none, polynomial, lead, predictor, ats };
/// What is done to the measured force.
enum class Force : unsigned char { none, lead, secant, damper, passivity, smith };

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
    NamedCompensator{"ats",
                     "inverts the chain to second order, with coefficients that it learns from the motion of "
                     "the actuator (adaptive time series)"},
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
    NamedCompensator{"smith",
                     "replaces the late force of a model of the contact behind a model of both instruments "
                     "by that of the same model without them"},
};

/// Where the damping of a damper comes from: from a number, or
inline constexpr double kByRestitution = -std::numeric_limits<double>::infinity();
inline constexpr double kByObserver = std::numeric_limits<double>::infinity();

struct CompensatorSetup {
  Position position = Position::none;
  Force force = Force::none;
  int order = 1;  // of position: 1 to 3 for polynomial, 1 or 2 for lead
  double lag = std::numeric_limits<double>::quiet_NaN();  // s, what is compensated; NaN: that of both chains
  double lag_error = 0.0;           // relative error of what the compensator holds for the lag, > -1
  double model_error = 0.0;         // of the stiffness in its model of the contact, > -1
  double damping = kByRestitution;  // N s/m, of a damper; or one of the two above
  double rate = 0.0;                // samples of motion and force a second, Hz; 0: continuous
  double phase = 0.0;               // of a period of these, from 0 to 1
  double filter = 0.0;              // natural frequency of the filter of ats, rad/s; 0: 1/lag
  int ports = 1;                    // that passivity watches: 1 or 2, which takes a rate

  bool present() const { return position != Position::none || force != Force::none; }
  friend bool operator==(const CompensatorSetup& a, const CompensatorSetup& b) {
    const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
    return a.position == b.position && a.force == b.force && a.order == b.order && same(a.lag, b.lag) &&
           a.model_error == b.model_error && same(a.damping, b.damping) && a.lag_error == b.lag_error &&
           a.rate == b.rate && a.phase == b.phase && a.filter == b.filter && a.ports == b.ports;
  }
};

}  // namespace hilspace::compensation
