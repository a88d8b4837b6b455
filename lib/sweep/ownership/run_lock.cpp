#include "sweep/ownership/run_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <random>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"
#include "results/disk/provenance.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace files = results::files;
namespace {

constexpr std::string_view kName = "lock", kDraft = ".tmp";

/// Contents of a file of /proc; empty if unreadable.
std::string line_of(const fs::path& name) {
  std::array<char, 4096> text{};
  const files::Open file(name, O_RDONLY);
  const ssize_t size = file ? files::read(file.get(), text.data(), text.size(), 0) : -1;
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// Start time of the process; empty if there is no process of that number.
std::optional<std::uint64_t> start_of(std::int64_t process) {
  const std::string text = line_of(fmt::format("/proc/{}/stat", process));
  const auto bracket = text.rfind(')');  // the name in parentheses may contain anything
  if (bracket == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(bracket + 1));
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return std::nullopt;  // ended, but not yet reaped by its parent
  for (int number = 4; number <= 22; ++number) fields >> field;
  std::uint64_t ticks = 0;
  const auto end = std::from_chars(field.data(), field.data() + field.size(), ticks);
  return end.ec == std::errc() ? std::optional(ticks) : std::nullopt;
}

/// 64 random bits: unique for every lock.
std::string new_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

struct Record {
  Writer writer;
  bool flock = false;
  std::string since;
  std::string token = "unknown";  // of a foreign file
};

std::string text_of(const Record& record) {
  return fmt::format(
      "host = {}\nkernel = {}\npid_namespace = {}\nprocess = {}\nstarted = {}\nflock = {}\nsince = {}\n"
      "token = {}\n",
      record.writer.host, record.writer.kernel, record.writer.pid_namespace, record.writer.process,
      record.writer.started, record.flock ? 1 : 0, record.since, record.token);
}

Record read_record(int file, const fs::path& name) {
  std::array<char, 4096> text{};
  const ssize_t size = files::read(file, text.data(), text.size(), 0);
  if (size < 0) files::fail(name, "cannot be read", errno);
  std::istringstream lines(std::string(text.data(), static_cast<std::size_t>(size)));
  Record record;
  const auto number = [](const std::string& digits, auto& value) {
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
  };
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    const std::string key = line.substr(0, equals), value = line.substr(equals + 3);
    if (key == "host") record.writer.host = value;
    if (key == "kernel") record.writer.kernel = value;
    if (key == "pid_namespace") record.writer.pid_namespace = value;
    if (key == "process") number(value, record.writer.process);
    if (key == "started") number(value, record.writer.started);
    if (key == "flock") record.flock = value == "1";
    if (key == "since") record.since = value;
    if (key == "token" && value.find('/') == std::string::npos) record.token = value;
  }
  return record;
}

/// Opened lock file.
class Found {
 public:
  explicit Found(const fs::path& name) : name_(name), file_(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) {
    if (file_)
      record = read_record(file_.get(), name);
    else if (errno != ENOENT && errno != ESTALE)
      files::fail(name, "cannot be read", errno);
  }
  bool exists() const { return static_cast<bool>(file_); }
  int file() const { return file_.get(); }
  const fs::path& name() const { return name_; }

  Record record;

 private:
  fs::path name_;
  files::Open file_;
};

fs::path successor(const fs::path& folder, const std::string& token) {
  return folder / fmt::format("{}.{}", kName, token);
}

/// The current holder: of `lock`, or of a takeover in progress.
Found last_of(const fs::path& folder) {
  Found last(folder / kName);
  while (last.exists()) {
    Found next(successor(folder, last.record.token));
    if (!next.exists() || next.record.token == last.record.token) break;
    last = std::move(next);
  }
  return last;
}

double touched(int file, const fs::path& name) {
  struct stat its {};
  if (files::uninterrupted([&] { return results::disk().look(file, its); }) != 0)
    files::fail(name, "cannot be inspected", errno);
  return static_cast<double>(its.st_mtim.tv_sec) + 1e-9 * static_cast<double>(its.st_mtim.tv_nsec);
}

/// `now` is the file system's time.
Holder judged(const Found& found, const Writer& me, const std::function<double()>& now) {
  const Writer& its = found.record.writer;
  Holder holder{its, found.record.since, true, 0.0};
  if (!its.kernel.empty() && its.kernel == me.kernel) {
    const auto lock = [&] { return results::disk().lock(found.file(), LOCK_SH | LOCK_NB); };
    if (found.record.flock && files::uninterrupted(lock) == 0) {
      holder.alive = false;
      return holder;
    }
    if (found.record.flock && errno == EWOULDBLOCK) return holder;
    if (its.pid_namespace == me.pid_namespace) {
      holder.alive = start_of(its.process) == its.started;
      return holder;
    }
  }
  holder.silent = now() - touched(found.file(), found.name());
  holder.alive = holder.silent <= static_cast<double>(RunLock::kStale.count());
  return holder;
}

std::string described(const Writer& writer, const std::string& since) {
  if (writer.host.empty()) return "details unknown";
  return fmt::format("process {} on {}, since {}", writer.process, writer.host, since);
}

[[noreturn]] void refuse(const fs::path& folder, const Holder& holder) {
  std::string sign;
  if (holder.silent > 0.0)
    sign = fmt::format(" (its last sign of life is {:.0f} s old; after {} s another run takes over)",
                       holder.silent, RunLock::kStale.count());
  throw RunError(fmt::format(
      "{}: another run is writing to this output: {}{}; wait for it or end it, or give another -o",
      folder.string(), described(holder.writer, holder.since), sign));
}

/// Lock files of a folder, `lock` first: without it nobody claims any of the others.
std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names{folder / kName};
  std::vector<std::string> all;
  results::disk().list(folder, all);  // leftovers are harmless
  for (const auto& name : all)
    if (name.starts_with(fmt::format("{}.", kName))) names.push_back(folder / name);
  return names;
}

/// A lock file of our own before it gets its name.
class LockDraft {
 public:
  LockDraft(const fs::path& folder, const std::string& token)
      : name_(successor(folder, token) += kDraft), file(name_, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW) {
    if (!file && errno != ENOENT) fail(errno);
  }
  ~LockDraft() { results::disk().unlink(name_); }
  LockDraft(const LockDraft&) = delete;
  LockDraft& operator=(const LockDraft&) = delete;

  void write(const std::string& text) {
    if (const int error = files::write(file.get(), text.data(), text.size(), 0); error != 0) fail(error);
    // A name that survives a power cut without its text would be a lock, and later a claim, that no process
    // could take over.
    if (files::uninterrupted([&] { return results::disk().sync(file.get()); }) != 0) fail(errno);
  }
  /// Returns false without flock support.
  bool lock() const {
    if (files::uninterrupted([&] { return results::disk().lock(file.get(), LOCK_EX | LOCK_NB); }) == 0)
      return true;
    const bool is_unknown = errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL;
    if (!is_unknown && errno != EWOULDBLOCK) fail(errno);
    return false;
  }
  double touched() const { return sweep::touched(file.get(), name_); }
  /// Returns false if another process was faster, or removed the draft as a leftover.
  bool link_to(const fs::path& name) const {
    if (results::disk().link(name_, name) == 0) return true;
    if (errno != EEXIST && errno != ENOENT) fail(errno);
    return false;
  }
  /// Returns false if another process removed the draft as a leftover.
  bool rename_to(const fs::path& name) const {
    if (results::disk().rename(name_, name, results::Disk::Taken::replaced) == 0) return true;
    if (errno != ENOENT) fail(errno);
    return false;
  }

 private:
  [[noreturn]] void fail(int error) const {
    const bool no_links = error == EPERM || error == EOPNOTSUPP || error == ENOSYS;
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw RunError(fmt::format("{}: cannot be locked: {}; {}", name_.parent_path().string(),
                               std::generic_category().message(error),
                               no_links ? "the output must be on a file system with hard links"
                               : full   ? "make room there and run the same command again"
                                        : "choose an output where files can be written"));
  }

  fs::path name_;

 public:
  files::Open file;
};

}  // namespace

Writer this_writer() {
  Writer me;
  me.host = results::host_name();
  std::istringstream(line_of("/proc/sys/kernel/random/boot_id")) >> me.kernel;
  results::disk().read_link("/proc/self/ns/pid", me.pid_namespace);
  me.process = ::getpid();
  me.started = start_of(me.process).value_or(0);
  return me;
}

RunLock::RunLock(fs::path folder, const Writer& me, std::chrono::milliseconds beat)
    : folder_(std::move(folder)), token_(new_token()) {
  // Each failed attempt is due to another run; this many are not.
  constexpr int kMostLooks = 1000;
  for (int looks = 1; !take(me); ++looks)
    if (looks == kMostLooks)
      throw RunError(fmt::format(
          "{}: cannot be locked: its lock files are inconsistent; unless another run is writing there, "
          "remove the files 'lock' and 'lock.*' in it",
          folder_.string()));
  beat_ = std::jthread([file = file_.get(), beat](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      ended.wait_for(lock, stop, beat, [] { return false; });
      if (!stop.stop_requested()) results::disk().touch(file);
    }
  });
}

/// Returns false to try again: another process changed something meanwhile.
bool RunLock::take(const Writer& me) {
  files::make_folder(folder_);
  // Files are deleted in there, and another user may have chosen the target of a link.
  if (files::is_link(folder_))
    throw RunError(
        fmt::format("{}: is a link; parts are kept in a folder of its own: remove the link, or give "
                    "an -o on the disk where they should be kept",
                    folder_.string()));
  LockDraft draft(folder_, token_);
  if (!draft.file) return false;  // the folder was removed with its last run
  draft.write(text_of({me, draft.lock(), results::utc_now(), token_}));

  const fs::path lock = folder_ / kName;
  {
    const Found found = last_of(folder_);
    if (!found.exists()) {
      if (!draft.link_to(lock)) return false;
    } else {
      const Holder holder = judged(found, me, [&] { return draft.touched(); });
      if (holder.alive) refuse(folder_, holder);
      const fs::path claim = successor(folder_, found.record.token);
      if (!draft.link_to(claim)) return false;
      if (last_of(folder_).record.token != token_) {  // that lock was gone before our claim
        results::disk().unlink(claim);
        return false;
      }
      const auto old = names_in(folder_);
      if (!draft.rename_to(lock)) {
        results::disk().unlink(claim);
        return false;
      }
      for (const auto& name : old)
        if (name != lock) results::disk().unlink(name);
    }
  }
  file_ = std::move(draft.file);
  return true;
}

RunLock::~RunLock() {
  beat_ = {};
  try {
    if (is_ours())
      for (const auto& name : names_in(folder_)) results::disk().unlink(name);
  } catch (const RunError&) {  // the next run sees that its holder's process has ended
  }
}

bool RunLock::is_ours() const {
  struct stat opened {
  }, named{};
  const auto is_there = [&](int looked) {
    if (looked == 0) return true;
    if (errno != ENOENT && errno != ESTALE) files::fail(folder_ / kName, "cannot be inspected", errno);
    return false;
  };
  results::Disk& disk = results::disk();
  return is_there(disk.look(file_.get(), opened)) &&
         is_there(disk.look(folder_ / kName, named, results::Disk::Links::kept)) &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev &&
         !files::exists(successor(folder_, token_));
}

void RunLock::check() const {
  if (is_ours()) return;
  const Found found = last_of(folder_);
  if (!found.exists())
    throw RunError(fmt::format(
        "{}: the lock of this run was removed; the same command goes on from its parts", folder_.string()));
  throw RunError(fmt::format(
      "{}: the lock of this run was taken over by {}: for {} s this run gave no sign of life; the "
      "other one goes on from its parts",
      folder_.string(), described(found.record.writer, found.record.since), kStale.count()));
}

bool RunLock::is_draft(const fs::path& file) {
  return file.filename().string().starts_with(fmt::format("{}.", kName)) && file.extension() == kDraft;
}

std::optional<Holder> RunLock::holder(const fs::path& folder, const Writer& me) {
  const Found found = last_of(folder);
  if (!found.exists()) return std::nullopt;
  return judged(found, me, [&] {
    try {
      const LockDraft draft(folder, new_token());
      if (draft.file) return draft.touched();
    } catch (const RunError&) {  // readable but not writable
    }
    return static_cast<double>(std::time(nullptr));
  });
}

}  // namespace hilspace::sweep
