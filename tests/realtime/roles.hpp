#pragma once
// The parts of a rig as separate processes: this program, started again in another role.
//
//   plant NAME                     the emulated rig
//   loop NAME FILE starts|forks    a scenario on it, recorded; it starts its guard, or forks it
//   loop NAME FILE waits           the same, but it waits for minutes before the bodies move
//   guard NAME
//   idle NAME                      a guard that writes nothing, but confirms that it has

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "rig/backends/emulated.hpp"
#include "rig/loop/rig_run.hpp"

namespace hilspace::rig::roles {

/// A process in such a role, killed with its owner.
class Process {
 public:
  explicit Process(std::vector<std::string> role) : Process(std::move(role), "/proc/self/exe") {}
  /// Another program with those words.
  Process(std::vector<std::string> words, const std::string& program);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  void signal(int number);
  /// Waits for its end and returns its exit code, or -1 after a signal.
  int wait();
  bool running();
  pid_t id() const { return id_; }

 private:
  pid_t id_ = -1;
  std::string memory_;  // of a plant
};

/// A name that no other test has.
std::string unique_name();

/// The scenario of the role `loop`: at a twentieth of its rate in wall-clock time; deadlines are only
/// counted.
RigRunSetup run_setup(const std::string& name, const std::filesystem::path& file);
inline constexpr double kRate = 20e3;
inline constexpr int kTripped = 4;

}  // namespace hilspace::rig::roles
