#pragma once
// DamagedFile: a file of hilspace that cannot be read as it was written. What it holds is computed again, but a
// recording of hardware cannot be.

#include <string>
#include <utility>

#include "core/error.hpp"

namespace hilspace::results {

class DamagedFile : public RunError {
 public:
  explicit DamagedFile(std::string found)
      : RunError(found + "; delete it and compute it again"), found_(std::move(found)) {}
  /// "FILE: is damaged (what)", without advice.
  const std::string& found() const { return found_; }

 private:
  std::string found_;
};

}  // namespace hilspace::results
