#include "cluster/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace hilspace::cluster {
namespace {

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
      throw RunError("cannot create a pipe: " + std::generic_category().message(errno));
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int end(std::size_t which) const { return ends_[which]; }
  void close(std::size_t which) {
    if (const int end = std::exchange(ends_[which], -1); end >= 0) ::close(end);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// Reads both pipes until all writers have closed them; reading them together avoids a deadlock.
void read_both(Pipe& out, Pipe& err, Finished& finished) {
  std::array<char, 4096> piece{};
  for (;;) {
    std::array<pollfd, 2> open{pollfd{out.end(0), POLLIN, 0}, pollfd{err.end(0), POLLIN, 0}};
    if (open[0].fd < 0 && open[1].fd < 0) return;
    if (::poll(open.data(), open.size(), -1) < 0) continue;  // a signal
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (open[k].fd < 0 || open[k].revents == 0) continue;
      const ssize_t size = ::read(open[k].fd, piece.data(), piece.size());
      if (size > 0)
        (k == 0 ? finished.out : finished.err).append(piece.data(), static_cast<std::size_t>(size));
      else if (size == 0 || errno != EINTR)
        (k == 0 ? out : err).close(0);
    }
  }
}

}  // namespace

Finished run_process(std::span<const std::string> words) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Pipe out, err;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.end(1), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.end(1), STDERR_FILENO);
  pid_t process = -1;
  const int error =
      ::posix_spawnp(&process, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  Finished finished;
  if (error == ENOENT) {
    finished.code = Finished::kNoSuchProgram;
    return finished;
  }
  if (error != 0)
    throw RunError(
        fmt::format("{}: cannot be started: {}", words.front(), std::generic_category().message(error)));
  out.close(1);
  err.close(1);
  read_both(out, err, finished);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

}  // namespace hilspace::cluster
