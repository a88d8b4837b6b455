#pragma once
// Stops: what the actuator does after a stop. After a trip no limit is watched any more, and an actuator that
// is hardly damped rings behind its command: below rest the stack's own inertia pulls on it, and a pull tears
// it. Before a rig is armed, its twin is therefore stopped at the worst instants of what is about to be done.
//
//   instants  largest extension, force and command, largest speed either way, and one every ms
//   stop      the command is held, for no time or for half a period, in which the actuator swings on, and then
//             goes to the safe one as retreat.hpp says, one write per period; followed for 1.5 ms after that
//
//   extension_min <= x <= extension_max       |x'| <= velocity_max       F <= force_max
//
// x, m, and F, N, > 0 pressing, are the true ones, without noise and filters. The limits are the rig's own. A
// retreat that is slower than necessary keeps the specimens pressed for some ms longer; one that is too fast
// tears the stack.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/rig_plant.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

/// Writes of a guard on its way to the safe command, Hz, at least about.
inline constexpr double kWritesOfGuard = 75e3;

/// A rig at the instant of a stop, with the command at its output, of full scale.
struct Stop {
  models::RigPlant plant;
  double command = 0.0;
  std::string_view where;  // "at the largest force"
};

/// Collects stops while a rig is driven. What the setup of the rig refers to must outlive them.
class Stops {
 public:
  /// After each write; `rate`, Hz, of the writes. `often`: also one every ms.
  void see(const models::RigPlant& plant, double command, double rate, bool often);
  /// At rest, without contact, at commands up to `most`: short retreats are worse than long ones, whose
  /// beginning has died away before their end.
  void at_rest(const models::RigPlantSetup& plant, double most);
  /// The next rig begins.
  void next();
  const std::vector<Stop>& all() const { return all_; }

 private:
  enum Kind { extension, force, command, out, back, count };
  void keep(Kind kind, double value, const models::RigPlant& plant, double its_command);

  std::vector<Stop> all_;
  std::array<std::size_t, count> at_{};
  std::array<double, count> most_{};
  bool begun_ = false;
  double before_ = 0.0, since_ = 0.0;  // m; s since the last of many
};

/// Extremes of a stop: m, m, m/s, N; infinite where the twin diverges.
struct Stopped {
  double lowest = 0.0, highest = 0.0, speed = 0.0, force = 0.0;
};
/// The command held for `held` s, then by the limits' rate of retreat to their safe command. `rate` of the
/// writes, Hz.
Stopped stopped(const Stop& stop, const Limits& limits, double rate, double held = 0.0);

/// "a stop at the largest force makes the stack swing to -31.0 um, and limits.extension_min is -20 um"; empty
/// where all stops stay within the limits.
std::string violation(std::span<const Stop> stops, const Limits& limits, double rate);
/// Largest rate of retreat below that of the limits with which they do, of two digits, 1/s; empty: none.
std::optional<double> qualified_retreat(std::span<const Stop> stops, const Limits& limits, double rate,
                                        double full_volts);

/// Throws RunError, with a rate of retreat that qualifies, unless all stops stay within the limits. `rate` in
/// Hz; `full_volts` between command 0 and 1.
void require_stops(const Stops& stops, const Limits& limits, double rate, double full_volts);

/// The stops of a run of the loop on that rig, with only the command's limits.
Stops stops_of(const LoopSetup& loop, const models::RigPlantSetup& plant);
/// Those of a drive without contact: at rest up to its largest command, and around that.
Stops stops_of(std::span<const double> drive, const models::RigPlantSetup& plant, double rate);

}  // namespace hilspace::rig
