#pragma once
// A world: a simulated disk, and the sessions of the program on it. Each session is a process of its own that
// meets a disaster, or none; what it said to have finished is remembered and looked for after every session.
//
// What the dice decide follows from the seed, so a seed is a world.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "results/format/identity.hpp"
#include "support/simulated_disk.hpp"

namespace hilspace::worlds {

using Bits = std::vector<std::uint64_t>;

/// All numbers and texts of a result, its time histories included. Throws RunError when anything of it cannot
/// be read.
Bits bits_of_result(const std::filesystem::path& file);
Bits bits_of_part(const std::filesystem::path& file);

enum class Kind {
  calm,        // nothing happens
  disastrous,  // calls fail, processes die, the power is cut
  dishonest,   // as well, and the disk lies about what it wrote
};

class World {
 public:
  World(std::uint64_t seed, Kind kind);

  test::Dice& dice() { return dice_; }
  bool is_calm() const { return kind_ == Kind::calm; }

  /// A session of the program that may meet a disaster, and what follows from it. `name` is of its kind, by
  /// which its calls are counted; `output` is where somebody else may put a file. Whether it ended without an
  /// error.
  bool session(const std::string& name, const std::function<void()>& action,
               const std::filesystem::path& output = {});
  /// One that meets this one.
  bool session(const std::string& name, const test::Disaster& disaster, const std::function<void()>& action,
               const std::filesystem::path& output = {});
  /// One that meets none: it has to succeed, after waiting for the locks of the dead.
  void calm_session(const std::function<void()>& action);

  void cut_power();

  /// To be called by a session that has ended well: from now on the file has these bits. With `other` it may
  /// have those as well, until somebody promises again.
  void promise(const std::filesystem::path& file, const Bits& bits, bool is_part = false);
  void allow(const std::filesystem::path& file, const Bits& other);
  /// Anything else that has to hold from now on: what is wrong, or nothing.
  void promise(const std::string& name, const std::function<std::string()>& check);

  /// Which files there are, for messages and for who looks for leftovers.
  std::vector<std::string> files() { return disk_.all("/w"); }
  /// How many calls each session so far made: a fingerprint of this world.
  const std::vector<std::uint64_t>& calls() const { return calls_; }
  /// Whether the disaster of the latest session met one of its calls.
  bool was_met() const { return was_met_; }
  /// What went wrong, empty: nothing. The first of it is enough.
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
  std::string past_;  // what happened so far
};

}  // namespace hilspace::worlds
