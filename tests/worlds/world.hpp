#pragma once
// A world: a simulated disk, and the sessions of the program on it. Each session is a separate process that
// meets a disaster, or none; its claims of finished work are recorded and verified after every session.
//
// All random choices follow from the seed, so a seed is a world.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/format/identity.hpp"
#include "support/simulated_disk.hpp"

namespace hilspace::worlds {

using Bits = std::vector<std::uint64_t>;

/// All numbers and texts of a result, its time histories included. Throws RunError when anything in it is
/// unreadable.
Bits bits_of_result(const std::filesystem::path& file);
Bits bits_of_part(const std::filesystem::path& file);

enum class Kind {
  calm,        // nothing happens
  disastrous,  // calls fail, processes die, the power is cut
  dishonest,   // as well, and the disk lies about what it wrote
};

class World {
 public:
  /// Without `has_rename` the seed decides whether the disk can rename without replacing.
  World(std::uint64_t seed, Kind kind, std::optional<bool> has_rename = {});

  test::Dice& dice() { return dice_; }
  bool is_calm() const { return kind_ == Kind::calm; }

  /// A session of the program that may meet a disaster, with its consequences. `name` is its kind, by which
  /// its calls are counted; `output` is where a foreign file may appear. Returns whether it ended without an
  /// error.
  bool session(const std::string& name, const std::function<void()>& action,
               const std::filesystem::path& output = {});
  /// A session that meets this disaster.
  bool session(const std::string& name, const test::Disaster& disaster, const std::function<void()>& action,
               const std::filesystem::path& output = {});
  /// A session without a disaster: it must succeed, after waiting for the locks of dead processes.
  void calm_session(const std::function<void()>& action);

  void cut_power();

  /// A file that has been there for long.
  void put(const std::filesystem::path& file, const std::string& text) { disk_.put(file, text); }

  /// Called by a session that has ended well: from now on the file has these bits. With `other` it may have
  /// those as well, until the next promise.
  void promise(const std::filesystem::path& file, const Bits& bits, bool is_part = false);
  void allow(const std::filesystem::path& file, const Bits& other);
  /// Any other invariant from now on; returns its violation, or nothing.
  void promise(const std::string& name, const std::function<std::string()>& check);

  /// Existing files, for messages and for leftover checks.
  std::vector<std::string> files() { return disk_.all("/w"); }
  /// Calls of each session so far: a fingerprint of this world.
  const std::vector<std::uint64_t>& calls() const { return calls_; }
  /// Whether the disaster of the latest session met one of its calls.
  bool was_met() const { return was_met_; }
  /// The first violation; empty: none.
  const std::string& wrong() const { return wrong_; }

 private:
  struct Promised {
    std::vector<Bits> bits;
    bool is_part = false;
  };
  test::Disaster disaster(const std::string& name, const std::filesystem::path& output);
  void check_intruder(const std::filesystem::path& output);
  void fail(const std::string& what);
  void judge_error(const std::string& name, const std::string& text);
  void check_promises(const std::string& after);
  bool follow_advice(const std::string& text);

  Kind kind_;
  test::Dice dice_;
  test::SimulatedDisk disk_;
  results::DiskInstead instead_;
  std::map<std::string, Promised> promised_;
  std::map<std::string, std::function<std::string()>> checks_;
  std::string wrong_;
  std::vector<std::uint64_t> calls_;
  bool was_met_ = false;
  std::string past_;  // history so far
};

}  // namespace hilspace::worlds
