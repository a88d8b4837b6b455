#pragma once
// The project's two exceptions. Setup and files throw; a scenario never does (it ends in an outcome).

#include <stdexcept>
#include <string>
#include <vector>

namespace hilspace {

/// Invalid user input. Carries every finding, each a full line with its place, the offending value and the
/// remedy. The programs end with exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<std::string> findings);
  explicit InputError(std::string finding) : InputError(std::vector<std::string>{std::move(finding)}) {}
  const std::vector<std::string>& findings() const { return findings_; }

 private:
  std::vector<std::string> findings_;
};

/// A failure at run time: a file, a disk, a damaged result. The programs end with exit code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace hilspace
