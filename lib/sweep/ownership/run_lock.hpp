#pragma once
// RunLock: one writer per output, on one computer or on many that share a file system.
//
// The lock is the file `lock` in a folder, which says who holds it: host, process, since when. Who holds it
// touches it every 30 s, by the file system's clock. It is stale
//
//   under the same kernel   as soon as that process has ended: the kernel frees its flock; where there is no
//                           flock, no process of that number began at that time
//   from anywhere else      when it was not touched for 5 min: the computer is gone, or the run suspended
//
// Its text is lines `key = value`: host, kernel, pid_namespace, process, started, flock, since, token.
//
// Taking over a stale lock: its token is like no other, so the file `lock.TOKEN` can be linked by one taker
// only, and only for this one lock. That taker then renames its own file over `lock`. A taker that comes late
// finds `lock` changed and withdraws. All names appear at once with their text.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "results/disk/files.hpp"

namespace hilspace::sweep {

/// A process, told from all others, here and elsewhere, now and later.
struct Writer {
  std::string host;
  std::string kernel;         // of which boot: the same for all containers of one computer
  std::string pid_namespace;  // in which `process` is a name
  std::int64_t process = 0;
  std::uint64_t started = 0;  // ticks since boot: numbers of processes come again
};
Writer this_writer();

/// A lock as it is found.
struct Holder {
  Writer writer;
  std::string since;    // ISO 8601, UTC
  bool alive = false;   // not stale
  double silent = 0.0;  // s since it was touched; counts between computers only
};

class RunLock {
 public:
  static constexpr std::chrono::seconds kBeat{30};
  static constexpr std::chrono::seconds kStale{300};

  /// Makes the folder, if need be, and takes its lock. Throws RunError when somebody holds it, naming host,
  /// process and since when, or when nothing can be written there.
  explicit RunLock(std::filesystem::path folder, const Writer& me = this_writer(),
                   std::chrono::milliseconds beat = kBeat);
  /// Gives it back, and leaves nothing; a lock that was taken over is left to its new holder.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Before anything is written. Throws RunError when the lock is not ours any more: this process was
  /// suspended so long that another one took it over.
  void check() const;

  /// Whether that is the name of a lock's file that is not linked yet, or never was.
  static bool is_draft(const std::filesystem::path& file);

  /// Who holds the lock of a folder, as seen by `me`; nobody where there is none.
  static std::optional<Holder> holder(const std::filesystem::path& folder, const Writer& me = this_writer());

 private:
  bool take(const Writer& me);
  bool is_ours() const;

  std::filesystem::path folder_;
  std::string token_;
  results::files::Open file_;
  std::jthread beat_;  // the last one: it uses the file
};

}  // namespace hilspace::sweep
