#include "support/simulated_disk.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>

namespace hilspace::test {

SimulatedDisk::SimulatedDisk(std::uint64_t seed, bool has_rename, bool has_flock)
    : dice_(seed), has_rename_(has_rename), has_flock_(has_flock), root_(std::make_shared<Node>()) {
  root_->is_folder = true;
  root_->number = next_number_++;
}

void SimulatedDisk::begin(const Disaster& disaster) {
  end();
  disaster_ = disaster;
  calls_ = 0;
  dead_ = failed_ = lied_ = intruded_ = false;
  const std::lock_guard guard(mutex_);
  std::string stat = std::to_string(::getpid()) + " (hilspace) R";
  for (int field = 4; field < 22; ++field) stat += " 0";
  put(Path("/proc") / std::to_string(::getpid()) / "stat", stat + " " + std::to_string(++processes_) + " 0");
  put("/proc/sys/kernel/random/boot_id", "boot-" + std::to_string(boots_) + "\n");
}

void SimulatedDisk::end() {
  for (auto& [file, node] : open_) node->holder = -1;
  open_.clear();
  disaster_ = {};
  dead_ = false;
}

int SimulatedDisk::refuse(int error) {
  errno = error;
  return -1;
}

int SimulatedDisk::step(std::initializer_list<May> may) {
  if (dead_) return EIO;
  ++calls_;
  if (calls_ == disaster_.intrude_at && !disaster_.intrude_late) intrude();
  if (calls_ == disaster_.die_at) {
    dead_ = true;
    return EIO;
  }
  const auto can = [&](May what) { return std::ranges::find(may, what) != may.end(); };
  const bool is_due =
      disaster_.fail_at != 0 && (disaster_.stays ? calls_ >= disaster_.fail_at : calls_ == disaster_.fail_at);
  if (!is_due) return 0;
  int error = disaster_.error;
  if (error == ENOSPC && !can(May::grow)) {
    if (disaster_.stays) return 0;  // a full disk is still readable
    error = EIO;
  }
  if (error == EINTR && !can(May::be_interrupted)) error = EIO;
  if (error == EINTR && disaster_.stays) disaster_.fail_at = 0;  // once: an interrupted call is repeated
  failed_ = true;
  return error;
}

void SimulatedDisk::put(const Path& name, const std::string& text) {
  NodePtr folder = root_;
  for (const auto& part : name.relative_path()) {
    auto& node = folder->names[part.string()];
    if (!node) {
      node = std::make_shared<Node>();
      node->number = next_number_++;
      node->links = 1;
      node->is_folder = part != name.filename();
      stamp(*node);
    }
    folder->safe_names[part.string()] = node;
    std::erase_if(folder->unsynced_names, [&](const Renaming& past) { return past.name == part.string(); });
    folder = node;
  }
  folder->now = folder->safe = text;
}

void SimulatedDisk::intrude() {
  const Found found = find_place(disaster_.intruder);
  if (!found.folder || found.node) return;
  intruded_ = true;
  put(disaster_.intruder, kIntruder);
}

SimulatedDisk::NodePtr SimulatedDisk::find(const Path& name) const {
  NodePtr node = root_;
  for (const auto& part : name.lexically_normal().relative_path()) {
    if (part.empty() || part == ".") continue;
    if (!node->is_folder) return nullptr;
    const auto its = node->names.find(part.string());
    if (its == node->names.end()) return nullptr;
    node = its->second;
  }
  return node;
}

SimulatedDisk::Found SimulatedDisk::find_place(const Path& name) const {
  const Path normal = name.lexically_normal();
  Found found{find(normal.parent_path()), normal.filename().string(), nullptr};
  if (!found.folder || !found.folder->is_folder) return {nullptr, found.name, nullptr};
  if (const auto its = found.folder->names.find(found.name); its != found.folder->names.end())
    found.node = its->second;
  return found;
}

void SimulatedDisk::stamp(Node& node) {
  nanoseconds_ += 1000;
  node.seconds = seconds_;
  node.nanoseconds = nanoseconds_;
}

void SimulatedDisk::set_name(Node& folder, const std::string& name, NodePtr node) {
  auto& entry = folder.names[name];
  if (entry) --entry->links;
  if (node) ++node->links;
  entry = node;
  if (!node) folder.names.erase(name);
  folder.unsynced_names.push_back({++changes_, name, std::move(node)});
  stamp(folder);
}

SimulatedDisk::NodePtr SimulatedDisk::opened(int file) const {
  const auto its = open_.find(file);
  return its == open_.end() ? nullptr : its->second;
}

int SimulatedDisk::open(const Path& name, int flags) {
  const std::lock_guard guard(mutex_);
  const bool makes = (flags & O_CREAT) != 0;
  const int error = makes ? step({May::be_interrupted, May::grow}) : step({May::be_interrupted});
  if (error != 0) return refuse(error);
  Found found = find_place(name);
  if (name.lexically_normal() == "/") found.node = root_;
  if (!found.folder && !found.node) return refuse(ENOENT);
  if (found.node && makes && (flags & O_EXCL) != 0) return refuse(EEXIST);
  if (!found.node) {
    if (!makes) return refuse(ENOENT);
    found.node = std::make_shared<Node>();
    found.node->number = next_number_++;
    found.node->is_lock = found.name.starts_with("lock");
    stamp(*found.node);
    set_name(*found.folder, found.name, found.node);
  }
  if ((flags & O_DIRECTORY) != 0 && !found.node->is_folder) return refuse(ENOTDIR);
  if ((flags & O_TRUNC) != 0) {
    found.node->unsynced.push_back({0, {}, true});
    found.node->now.clear();
    stamp(*found.node);
  }
  open_[next_file_] = found.node;
  return next_file_++;
}

int SimulatedDisk::close(int file) {
  const std::lock_guard guard(mutex_);
  const int error = step({May::be_interrupted, May::grow});
  if (dead_) return refuse(error);
  const auto its = open_.find(file);
  if (its == open_.end()) return refuse(EBADF);
  if (its->second->holder == file) its->second->holder = -1;
  open_.erase(its);  // whatever close() says
  return error != 0 ? refuse(error) : 0;
}

ssize_t SimulatedDisk::read(int file, void* data, std::size_t size, std::uint64_t offset) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::be_interrupted}); error != 0) return refuse(error);
  const NodePtr node = opened(file);
  if (!node) return refuse(EBADF);
  if (offset >= node->now.size()) return 0;
  std::size_t count = std::min<std::size_t>(size, node->now.size() - offset);
  if (disaster_.short_calls && count > 1 && dice_.one_in(3)) count = 1 + dice_.below(count - 1);
  std::memcpy(data, node->now.data() + offset, count);
  return static_cast<ssize_t>(count);
}

void SimulatedDisk::apply(std::string& text, const Write& write) {
  if (write.is_size) return text.resize(write.offset);
  if (text.size() < write.offset + write.data.size()) text.resize(write.offset + write.data.size());
  text.replace(write.offset, write.data.size(), write.data);
}

ssize_t SimulatedDisk::write(int file, const void* data, std::size_t size, std::uint64_t offset) {
  const std::lock_guard guard(mutex_);
  const bool was_dead = dead_;
  const int error = step({May::be_interrupted, May::grow});
  const NodePtr node = opened(file);
  if (was_dead) return refuse(error);
  if (!node) return refuse(EBADF);
  Write write{offset, std::string(static_cast<const char*>(data), size), false};
  // A process that dies, or runs out of space, may have written a part.
  const bool in_part = (dead_ || error == ENOSPC) && size > 1;
  if (in_part || (disaster_.short_calls && size > 1 && dice_.one_in(3)))
    write.data.resize(1 + dice_.below(size - 1));
  else if (error != 0)
    return refuse(error);
  if (disaster_.lie_at != 0 && calls_ >= disaster_.lie_at && !lied_ && !node->is_lock) {
    lied_ = true;
    const auto bit = dice_.below(8 * write.data.size());
    write.data[bit / 8] = static_cast<char>(write.data[bit / 8] ^ (1 << bit % 8));
  }
  apply(node->now, write);
  const auto written = static_cast<ssize_t>(write.data.size());
  node->unsynced.push_back(std::move(write));
  stamp(*node);
  if (dead_) return refuse(error);
  if (error == ENOSPC && !disaster_.stays) disaster_.fail_at = calls_ + 1;  // the rest does not fit either
  return written;
}

int SimulatedDisk::resize(int file, std::uint64_t size) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::be_interrupted, May::grow}); error != 0) return refuse(error);
  const NodePtr node = opened(file);
  if (!node) return refuse(EBADF);
  const Write write{size, {}, true};
  apply(node->now, write);
  node->unsynced.push_back(write);
  stamp(*node);
  return 0;
}

int SimulatedDisk::sync(int file) {
  const std::lock_guard guard(mutex_);
  const bool was_dead = dead_;
  const int error = step({May::be_interrupted, May::grow});
  const NodePtr node = opened(file);
  if (was_dead || (error == EINTR)) return refuse(error);
  if (!node) return refuse(EBADF);
  if (error != 0 && !dead_) {
    // Linux drops data that it could not write, and reports that once.
    for (const Write& write : node->unsynced)
      if (dice_.one_in(2)) apply(node->safe, write);
    node->unsynced.clear();
    return refuse(error);
  }
  if (dead_ && dice_.one_in(2)) return refuse(error);  // it died before, or just after
  for (const Write& write : node->unsynced) apply(node->safe, write);
  node->unsynced.clear();
  node->safe_names = node->names;
  node->unsynced_names.clear();
  return dead_ ? refuse(error) : 0;
}

void SimulatedDisk::describe(const Node& node, struct stat& found) const {
  found = {};
  found.st_dev = 1;
  found.st_ino = node.number;
  found.st_mode = node.is_folder ? S_IFDIR | 0777 : S_IFREG | 0666;
  found.st_nlink = node.links;
  found.st_size = static_cast<off_t>(node.now.size());
  found.st_mtim = {node.seconds, node.nanoseconds};
}

int SimulatedDisk::look(int file, struct stat& found) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  const NodePtr node = opened(file);
  if (!node) return refuse(EBADF);
  describe(*node, found);
  return 0;
}

int SimulatedDisk::look(const Path& name, struct stat& found, Links) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  const NodePtr node = find(name);
  if (!node) return refuse(ENOENT);
  describe(*node, found);
  return 0;
}

int SimulatedDisk::lock(int file, int how) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::be_interrupted}); error != 0) return refuse(error);
  const NodePtr node = opened(file);
  if (!node) return refuse(EBADF);
  if (!has_flock_) return refuse(EOPNOTSUPP);
  if (node->holder >= 0 && node->holder != file) return refuse(EWOULDBLOCK);
  if ((how & LOCK_EX) != 0) node->holder = file;
  return 0;
}

int SimulatedDisk::touch(int file) {
  const std::lock_guard guard(mutex_);
  if (dead_) return refuse(EIO);  // by a separate thread, so it does not count
  const NodePtr node = opened(file);
  if (!node) return refuse(EBADF);
  stamp(*node);
  return 0;
}

int SimulatedDisk::read_link(const Path&, std::string&) { return refuse(EINVAL); }

int SimulatedDisk::rename(const Path& from, const Path& to, Taken taken) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::grow}); error != 0) return refuse(error);
  if (taken == Taken::refused && !has_rename_) return refuse(EINVAL);
  if (disaster_.intrude_late && to == disaster_.intruder) intrude();
  const Found source = find_place(from), target = find_place(to);
  if (!source.node || !target.folder) return refuse(ENOENT);
  if (target.node && taken == Taken::refused) return refuse(EEXIST);
  if (target.node && target.node->is_folder) return refuse(EISDIR);
  if (source.node == target.node) return 0;
  set_name(*target.folder, target.name, source.node);
  set_name(*source.folder, source.name, nullptr);
  return 0;
}

int SimulatedDisk::link(const Path& from, const Path& to) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::grow}); error != 0) return refuse(error);
  if (disaster_.intrude_late && to == disaster_.intruder) intrude();
  const Found source = find_place(from), target = find_place(to);
  if (!source.node || !target.folder) return refuse(ENOENT);
  if (target.node) return refuse(EEXIST);
  set_name(*target.folder, target.name, source.node);
  return 0;
}

int SimulatedDisk::unlink(const Path& name) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  const Found found = find_place(name);
  if (!found.node) return refuse(ENOENT);
  if (found.node->is_folder) return refuse(EISDIR);
  set_name(*found.folder, found.name, nullptr);
  return 0;
}

int SimulatedDisk::make_folder(const Path& name) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({May::grow}); error != 0) return refuse(error);
  const Found found = find_place(name);
  if (!found.folder) return refuse(ENOENT);
  if (found.node) return refuse(EEXIST);
  auto made = std::make_shared<Node>();
  made->is_folder = true;
  made->number = next_number_++;
  stamp(*made);
  set_name(*found.folder, found.name, std::move(made));
  return 0;
}

int SimulatedDisk::remove_folder(const Path& name) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  const Found found = find_place(name);
  if (!found.node) return refuse(ENOENT);
  if (!found.node->is_folder) return refuse(ENOTDIR);
  if (!found.node->names.empty()) return refuse(ENOTEMPTY);
  set_name(*found.folder, found.name, nullptr);
  return 0;
}

int SimulatedDisk::list(const Path& folder, std::vector<std::string>& names) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  const NodePtr node = find(folder);
  if (!node) return refuse(ENOENT);
  if (!node->is_folder) return refuse(ENOTDIR);
  const auto first = static_cast<std::ptrdiff_t>(names.size());
  for (const auto& entry : node->names) names.push_back(entry.first);
  for (auto i = names.size(); i > static_cast<std::size_t>(first) + 1; --i)  // in any order
    std::swap(names[i - 1],
              names[static_cast<std::size_t>(first) + dice_.below(i - static_cast<std::size_t>(first))]);
  return 0;
}

int SimulatedDisk::free_space(const Path&, double& bytes) {
  const std::lock_guard guard(mutex_);
  if (const int error = step({}); error != 0) return refuse(error);
  bytes = 1e12;
  return 0;
}

std::vector<std::string> SimulatedDisk::all(const Path& folder) {
  const std::lock_guard guard(mutex_);
  std::vector<std::string> found;
  std::function<void(const Path&, const Node&)> add = [&](const Path& name, const Node& node) {
    if (!node.is_folder) return found.push_back(name.string());
    found.push_back(name.string() + "/");
    for (const auto& entry : node.names) add(name / entry.first, *entry.second);
  };
  if (const NodePtr node = find(folder)) add(folder, *node);
  return found;
}

}  // namespace hilspace::test
