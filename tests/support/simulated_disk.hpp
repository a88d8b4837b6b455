#pragma once
// A disk in memory with every failure that POSIX allows, repeatable by its seed.
//
//   power cut     unsynced data are lost, whole, in part, sector by sector; names that were
//                 made, moved or removed since their folder was synced are those of before or of any time
//                 since
//   kill          the process ends at some call, with its open files and locks; its writes remain
//   failing call  one call, or all from one on, fails with EIO, ENOSPC or EINTR, whichever it may fail with;
//                 data of a failed sync never reach the disk, whatever later syncs return
//   lie           a write reported as done changes a bit (but not in locks: a reader that finds
//                 their holder alive would wait for ever)
//   intruder      another user creates a file where the process is about to put its own
//   short calls   reads and writes transfer less than requested
//
// A process that dies continues here for a while, without a disk: every call fails, without effect.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/disk/disk.hpp"

namespace hilspace::test {

/// SplitMix64: the same numbers from the same seed, everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  /// 0 to n - 1.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// Content of an intruder's file.
inline constexpr const char* kIntruder = "somebody else's";

/// Disaster for a process, at one of its calls of the disk (from 1; 0: never).
struct Disaster {
  std::uint64_t fail_at = 0;
  int error = 0;
  bool stays = false;  // all later calls of that kind fail as well
  std::uint64_t die_at = 0;
  std::uint64_t lie_at = 0;
  std::uint64_t intrude_at = 0;  // creates a foreign file where there is none
  bool intrude_late = false;     // not before the process gives that name to a file of its own
  std::string intruder{};        // the name
  bool short_calls = false;
};

class SimulatedDisk final : public results::Disk {
 public:
  /// `has_rename`: without it an existing name cannot be refused atomically, as on NFS.
  /// `has_flock`: without it an open file cannot be locked.
  explicit SimulatedDisk(std::uint64_t seed, bool has_rename = true, bool has_flock = true);

  /// Starts a new process, as seen in /proc; earlier disasters end.
  void begin(const Disaster& disaster);
  /// Ends it: its files are closed and its locks released.
  void end();
  bool is_dead() const { return dead_; }
  /// Calls of this process so far, and whether the disaster has met one of them.
  std::uint64_t calls() const { return calls_; }
  bool has_failed() const { return failed_; }
  bool has_intruded() const { return intruded_; }
  void cut_power();
  void pass(std::int64_t seconds) { seconds_ += seconds; }
  /// Creates a file that is safe, with its folders.
  void put(const Path& name, const std::string& text);

  /// For inspection: all files under a folder, full paths.
  std::vector<std::string> all(const Path& folder);

  int open(const Path& name, int flags) override;
  int close(int file) override;
  ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset) override;
  ssize_t write(int file, const void* data, std::size_t size, std::uint64_t offset) override;
  int resize(int file, std::uint64_t size) override;
  int sync(int file) override;
  void hint(int, Hint) override {}
  int look(int file, struct stat& found) override;
  int lock(int file, int how) override;
  int touch(int file) override;
  int look(const Path& name, struct stat& found, Links links) override;
  int read_link(const Path& name, std::string& target) override;
  int rename(const Path& from, const Path& to, Taken taken) override;
  int link(const Path& from, const Path& to) override;
  int unlink(const Path& name) override;
  int make_folder(const Path& name) override;
  int remove_folder(const Path& name) override;
  int list(const Path& folder, std::vector<std::string>& names) override;
  int free_space(const Path& folder, double& bytes) override;
  bool are_on_one_disk(const Path&, const Path&) override { return true; }

 private:
  struct Node;
  using NodePtr = std::shared_ptr<Node>;
  using Names = std::map<std::string, NodePtr>;
  struct Write {
    std::uint64_t offset;
    std::string data;
    bool is_size;  // the file got the size `offset`
  };
  struct Renaming {  // target of a name since some call
    std::uint64_t when;
    std::string name;
    NodePtr node;
  };
  struct Node {
    bool is_folder = false;
    unsigned long number = 0;
    unsigned long links = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    std::string now, safe;          // visible to processes; safe from any power cut
    std::vector<Write> unsynced{};  // between the two
    Names names{}, safe_names{};
    std::vector<Renaming> unsynced_names{};
    int holder = -1;  // of its exclusive lock: the open file
    bool is_lock = false;
  };
  enum class May { read, write, be_interrupted, grow };
  struct Found {
    NodePtr folder;
    std::string name;
    NodePtr node;
  };

  /// Precedes every call. Returns errno, or 0 if the call may proceed.
  int step(std::initializer_list<May> may);
  int refuse(int error);
  void intrude();
  NodePtr find(const Path& name) const;
  Found find_place(const Path& name) const;
  void set_name(Node& folder, const std::string& name, NodePtr node);
  void stamp(Node& node);
  static void apply(std::string& text, const Write& write);
  std::string after_cut(const Node& node, std::uint64_t style);
  void cut(Node& folder, std::uint64_t style, std::uint64_t last);
  void describe(const Node& node, struct stat& found) const;
  NodePtr opened(int file) const;

  std::mutex mutex_;
  Dice dice_;
  bool has_rename_, has_flock_;
  NodePtr root_;
  std::map<int, NodePtr> open_;
  int next_file_ = 1000;
  unsigned long next_number_ = 1;
  std::int64_t seconds_ = 1'000'000'000, nanoseconds_ = 0;
  std::uint64_t changes_ = 0;  // of names, ever
  std::uint64_t processes_ = 0, boots_ = 0;
  Disaster disaster_;
  std::uint64_t calls_ = 0;
  bool dead_ = false, failed_ = false, lied_ = false, intruded_ = false;
};

}  // namespace hilspace::test
