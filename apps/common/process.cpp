#include "process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "exit_codes.hpp"
#include "stop.hpp"

namespace hilspace::app {

void prepare_process() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free number, i.e. this one. Read-only, so that printing to it still fails.
    if (::open("/dev/null", O_RDONLY) != stream) ::_exit(kFailed);
  }
  std::signal(SIGXFSZ, SIG_IGN);
  end_when_interrupted();
}

}  // namespace hilspace::app
