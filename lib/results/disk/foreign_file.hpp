#pragma once
// The error of a file that hilspace did not write.

#include "core/error.hpp"

namespace hilspace::results {

class ForeignFile : public RunError {
 public:
  using RunError::RunError;
};

}  // namespace hilspace::results
