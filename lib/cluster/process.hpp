#pragma once
// Gate to other programs: starts them without a shell and reads all of their output.

#include <functional>
#include <span>
#include <string>

namespace hilspace::cluster {

struct Finished {
  static constexpr int kNoSuchProgram = 127;
  int code = 0;  // exit code; 128 + signal number when it was killed
  std::string out;
  std::string err;
};

/// Starts a program (found on the PATH) with its arguments and waits for it.
using Run = std::function<Finished(std::span<const std::string> words)>;

/// Throws RunError when no process can be started; an unknown program is an exit code.
Finished run_process(std::span<const std::string> words);

}  // namespace hilspace::cluster
