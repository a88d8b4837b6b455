#pragma once
// RunLock: one writer per output, on one computer or on many that share a file system.
//
// The lock is the file `lock` in a folder, which names its holder: host, process, start. The holder touches
// it every 30 s, by the file system's clock. It is stale
//
//   under the same kernel   as soon as that process has ended: the kernel frees its flock; where there is no
//                           flock, no process of that number began at that time
//   from anywhere else      when it was not touched for 5 min: the computer is gone, or the run suspended
//
// Its text is lines `key = value`: host, kernel, pid_namespace, process, started, flock, since, token.
//
// Taking over a stale lock: its token is unique, so the file `lock.TOKEN` can be linked by only one taker,
// for only this lock. That taker then renames its own file over `lock`. A late taker finds `lock` changed and
// withdraws. All names appear atomically with their text.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "results/disk/files.hpp"

namespace hilspace::sweep {

/// Identity of a process, unique across computers and time.
struct Writer {
  std::string host;
  std::string kernel;         // its boot: the same for all containers of one computer
  std::string pid_namespace;  // namespace of `process`
  std::int64_t process = 0;
  std::uint64_t started = 0;  // ticks since boot; process numbers are reused
};
Writer this_writer();

/// State of a lock.
struct Holder {
  Writer writer;
  std::string since;    // ISO 8601, UTC
  bool alive = false;   // not stale
  double silent = 0.0;  // s since the last touch; relevant between computers only
};

class RunLock {
 public:
  static constexpr std::chrono::seconds kBeat{30};
  static constexpr std::chrono::seconds kStale{300};

  /// Creates the folder if necessary and takes its lock. Throws RunError when another process holds it,
  /// naming host, process and start, or when nothing can be written there.
  explicit RunLock(std::filesystem::path folder, const Writer& me = this_writer(),
                   std::chrono::milliseconds beat = kBeat);
  /// Releases it and leaves nothing behind; a lock that was taken over is left to its new holder.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Call before any write. Throws RunError when the lock is no longer ours: this process was suspended so
  /// long that another one took it over.
  void check() const;

  /// Whether a name is that of a lock file that is not linked yet, or never was.
  static bool is_draft(const std::filesystem::path& file);

  /// Holder of a folder's lock, as seen by `me`; empty if there is no lock.
  static std::optional<Holder> holder(const std::filesystem::path& folder, const Writer& me = this_writer());

 private:
  bool take(const Writer& me);
  bool is_ours() const;

  std::filesystem::path folder_;
  std::string token_;
  results::files::Open file_;
  std::jthread beat_;  // last member: it uses the file
};

}  // namespace hilspace::sweep
