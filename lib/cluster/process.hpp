#pragma once
// The gate to other programs: started without a shell, heard to the end.

#include <functional>
#include <span>
#include <string>

namespace hilspace::cluster {

struct Finished {
  static constexpr int kNoSuchProgram = 127;
  int code = 0;  // exit code; 128 and the signal's number when it was killed
  std::string out;
  std::string err;
};

/// What starts a program (its words: the program, looked up on the PATH, and its arguments) and waits for it.
using Run = std::function<Finished(std::span<const std::string> words)>;

/// Throws RunError when no process can be started; that there is no such program is an exit code.
Finished run_process(std::span<const std::string> words);

}  // namespace hilspace::cluster
