#pragma once
// Delay compensator in the computer of the rig: the one of the axial model (compensation/compensator.hpp), sample by
// sample, on what the computer has.
//
//   d, d'    bodies at the sample, d'' = -F/m under the force until then
//   F, F'    measured force behind the contact detection; its rate from the last two samples, 0 without contact
//   a, a'    penetration of the specimens from the measured extension; its rate from the last two samples. A damper
//            takes a > 0 for contact
//
// Two ports are watched with the measured force, brought forward by its sensor's lag: F + t F', never pulling. What acts at
// the interface is not known otherwise.
//
// Between samples command and force are held, and the bodies move exactly; the states of the compensator (filters of
// the adaptive lead, the model of the testbed) take equal steps, short against their poles and delays.
//
// Memory is requested when it is made. A sample neither allocates nor throws.

#include <array>
#include <cstddef>
#include <vector>

#include "compensation/compensator.hpp"
#include "instruments/past.hpp"
#include "models/rig_setup.hpp"

namespace hilspace::models {

class RigCompensator {
 public:
  /// The one of `setup.compensation`, which is present.
  explicit RigCompensator(const RigComputerSetup& setup);
  // The delays point into its memory, which moves along and is not copied.
  RigCompensator(RigCompensator&&) = default;
  RigCompensator& operator=(RigCompensator&&) = default;
  RigCompensator(const RigCompensator&) = delete;
  RigCompensator& operator=(const RigCompensator&) = delete;
  ~RigCompensator() = default;

  /// How long before the bodies touch its command does, on the approach: the lag that it compensates, s.
  double foresight() const noexcept { return foresight_; }

  /// The approach of the bodies, at that motion, with the actuator at rest where it shows that displacement.
  void start(Signal<double> motion, double shown) noexcept;

  struct Answer {
    double displacement;  // x_c, m: to be shown
    double force;         // F_in, N: on the bodies
  };
  /// At a sample: the bodies, and what is measured; `raw` is the force before the contact detection.
  Answer sample(Signal<double> motion, double penetration, double force, double raw) noexcept;

  /// From there on for that long, with the motion as it begins, d'' under the new force.
  void advance(Signal<double> motion, double seconds) noexcept;

  /// Whether nothing is left of what it adds to the force, beyond that threshold, N.
  bool settled(double threshold) const noexcept { return core_.settled(x_.data(), threshold); }

 private:
  using Core = compensation::Compensator<double>;
  using State = std::array<double, Core::kStates>;
  static constexpr int kDelays = 5;      // of the polynomial, and in the model of the testbed
  static constexpr int kMostSteps = 64;  // between two samples, or for samples that were missed

  Horizon<double> horizon(double step) const noexcept { return {step, step / 256.0, time_, false}; }
  void begin(Signal<double> motion, double step) noexcept;
  void give_memory(instruments::TransportDelay<double>& delay, std::vector<instruments::PastStep>& memory);

  Core core_;
  State x_{};
  std::array<std::vector<instruments::PastStep>, kDelays> memory_;
  double sample_ = 0.0;      // s
  double step_ = 0.0;        // s, longest of its states
  double foresight_ = 0.0;   // s
  double sensor_lag_ = 0.0;  // t, s
  double time_ = 0.0;        // s since the start
  bool begun_ = false;       // whether a step begins at this instant
  bool has_last_ = false;    // whether there was a sample before, as the next ones
  double since_ = 0.0;       // s since the last sample
  double last_raw_ = 0.0, last_penetration_ = 0.0;
  Signal<double> command_{}, interface_{}, measured_{};  // as of the last sample, held
  double force_ = 0.0;
  bool touching_ = false;
};

}  // namespace hilspace::models
