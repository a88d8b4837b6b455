#pragma once
// Commissioning: the steps that a rig must pass before a campaign is armed. Each is performed by a verb of
// hilspace-rig and kept as a dated record in the folder that the rig file names (rig.records).
//
//   step             valid for  invalidated by changes of
//   doctor           30 d
//   selftest         1 d        wiring, scaling of the command
//   calibrate        30 d       wiring, laser
//   calibrate_force  365 d      wiring of the force, rig.force_per_volt
//   tare             1 d        wiring of the force, rig.force_per_volt, rig.force_zero
//   identify         30 d       wiring, scaling of the command, calibration by its content
//   tune             always     controller, prefilter and plant by their content
//   verify           7 d        all of [rig], with the content of its files
//   touch_off        1 d        the same, and the specimens
//
// A record is a file NNNN-STEP.toml that is never changed. Each holds the SHA-256 of the previous one, and the
// journal beside them that of each, so that later changes or removals are detected, also of the last one. A record whose
// program was stopped before the journal had it does not count; the next one sets it aside as NNNN-STEP.toml.unfinished.
// (Records before the first that the journal has are older than such lines.) This is against mistakes: whoever changes
// record and journal alike is not noticed.

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rig/records/evidence.hpp"

namespace hilspace::rig {

enum class Step : std::uint8_t {
  doctor,
  selftest,
  calibrate,
  calibrate_force,
  tare,
  identify,
  tune,
  verify,
  touch_off,
};
inline constexpr std::array<std::string_view, 9> kSteps{
    "doctor", "selftest", "calibrate", "calibrate_force", "tare", "identify", "tune", "verify", "touch_off"};

struct CommissioningRecord {
  std::filesystem::path file;
  Step step = Step::doctor;
  bool passed = false;
  std::string time;          // ISO 8601 with time zone
  std::int64_t seconds = 0;  // the same since 1970
  std::string specimen;
  std::vector<std::string> files;  // SHA-256 of the files that belong to it
  std::string scope;               // SHA-256 of the parts of the rig file it depends on
};

struct AddedRecord {
  std::filesystem::path file;
  std::string note;  // of a record that was set aside; else empty
};

class Records {
 public:
  explicit Records(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes the next record, with the findings and the digests of the files that belong to it. Throws
  /// RunError when it cannot be written. A newest record that the journal does not have is set aside.
  AddedRecord add(Step step, bool passed, const RigFile& rig, const Evidence& evidence, const Texts& found,
                  std::span<const std::filesystem::path> files) const;
  /// All records. Throws RunError if one was changed or is missing, or its program was stopped before the journal had it.
  std::vector<CommissioningRecord> all() const;
  /// Deficiencies that prevent a campaign on that rig with those specimens at that time (s since 1970), one
  /// per line; empty: it may be armed.
  std::vector<std::string> missing(const RigFile& rig, const std::string& specimen, std::int64_t now) const;

 private:
  std::filesystem::path folder_;
};

/// SHA-256 of the parts of the rig file that a step depends on.
std::string scope_of(Step step, const RigFile& rig);

}  // namespace hilspace::rig
