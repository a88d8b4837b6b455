#pragma once
// The two exceptions of the house. Set-up and files throw; a scenario never does (it ends in an outcome).

#include <stdexcept>
#include <string>
#include <vector>

namespace hilspace {

/// Something the user wrote cannot be used. Carries every finding, each a full line that says where, what
/// was found and how to mend it. The programs end with exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<std::string> findings);
  explicit InputError(std::string finding) : InputError(std::vector<std::string>{std::move(finding)}) {}
  const std::vector<std::string>& findings() const { return findings_; }

 private:
  std::vector<std::string> findings_;
};

/// Something failed while running: a file, a disk, a damaged result. The programs end with exit code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace hilspace
