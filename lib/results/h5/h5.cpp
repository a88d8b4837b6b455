#include "results/h5/h5.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "results/h5/driver.hpp"

namespace hilspace::results::h5 {
namespace {

/// The part of HDF5's message that is meaningful to a reader.
std::string innermost_message() {
  std::string message = "HDF5 gave no reason";
  const auto take = [](unsigned depth, const H5E_error2_t* entry, void* out) -> herr_t {
    if (depth == 0 && entry->desc != nullptr) *static_cast<std::string*>(out) = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &message);
  return message;
}

std::unique_lock<std::recursive_mutex> exclusive() {
  static std::recursive_mutex mutex;
  std::unique_lock lock(mutex);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // messages go into exceptions; the setting is per thread
  // A file must not choose which code runs here.
  static const herr_t without_plugins = H5PLset_loading_state(0);
  check(without_plugins);
  return lock;
}

/// Order of creation as netCDF-4 requires; no time stamps, so that the same numbers give the same bytes.
/// Attributes stay in the header of their object as long as they fit, where its checksum covers them.
void keep_order(hid_t properties) {
  constexpr unsigned kMostInHeader = 128, kLeastElsewhere = 100;
  check(H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_attr_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_attr_phase_change(properties, kMostInHeader, kLeastElsewhere));
  check(H5Pset_obj_track_times(properties, false));
}

/// The first bytes of a file; zeros where it has none.
template <std::size_t kSize>
std::array<char, kSize> head_of(const std::filesystem::path& file) {
  std::array<char, kSize> head{};
  const files::Open open(file, O_RDONLY);
  if (!open || files::read(open.get(), head.data(), head.size(), 0) < 0)
    files::fail(file, "cannot be read", errno);
  return head;
}

/// Whether a file is still growing, or was never closed because its writer was killed. HDF5 has no query for
/// that; its mark is in the superblock (version 3).
bool is_marked_as_growing(const std::filesystem::path& file) {
  constexpr std::size_t kVersionAt = 8, kFlagsAt = 11;
  const auto head = head_of<kFlagsAt + 1>(file);
  return head[kVersionAt] == 3 && (head[kFlagsAt] & 4) != 0;
}

Handle open_as(const std::filesystem::path& file, unsigned how) {
  const Handle access = properties(H5P_FILE_ACCESS);
  // Finished files never change, and some cluster file systems know no locks.
  check(H5Pset_file_locking(access, false, true));
  check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
  check(read_from_disk(access));
  return {H5Fopen(file.c_str(), H5F_ACC_RDONLY | how, access), H5Fclose};
}

Handle open_to_read(const std::filesystem::path& file) {
  try {
    return open_as(file, 0);
  } catch (const Error& error) {
    // Only if its writer left it open: HDF5 waits for a writer to repair a damaged file of this kind.
    const bool is_open = std::string_view(error.what()).find("already open") != std::string_view::npos;
    if (!is_open || !is_marked_as_growing(file)) throw;
  }
  return open_as(file, H5F_ACC_SWMR_READ);
}

}  // namespace

Error::Error() : Error(innermost_message()) {}

void check(herr_t status) {
  if (status < 0) throw Error();
}

Handle::Handle(Handle&& other) noexcept : id_(other.release()), close_(other.close_) {}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

hid_t Handle::release() { return std::exchange(id_, H5I_INVALID_HID); }

Handle properties(hid_t kind) { return {H5Pcreate(kind), H5Pclose}; }

bool is_hdf5(const std::filesystem::path& file) {
  constexpr std::string_view kSignature = "\211HDF\r\n\032\n";
  const auto head = head_of<kSignature.size()>(file);
  return std::string_view(head.data(), head.size()) == kSignature;
}

File File::create(AtomicFile& file) {
  auto lock = exclusive();
  const Handle creation = properties(H5P_FILE_CREATE);
  keep_order(creation);
  const Handle access = properties(H5P_FILE_ACCESS);
  check(use_atomic_file(access, file));
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
  return {std::move(lock),
          Handle(H5Fcreate(file.target().c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose)};
}

File File::open(const std::filesystem::path& file) {
  auto lock = exclusive();
  take_read_failure();  // discards one of another file
  return {std::move(lock), open_to_read(file)};
}

void File::start_growing() { check(H5Fstart_swmr_write(id_)); }

void File::close() { check(H5Fclose(id_.release())); }

std::uint64_t file_size(hid_t object) {
  const Handle file(H5Iget_file_id(object), H5Fclose);
  hsize_t size = 0;
  check(H5Fget_filesize(file, &size));
  return size;
}

Handle create_group(hid_t parent, const std::string& name) {
  const Handle creation = properties(H5P_GROUP_CREATE);
  keep_order(creation);
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose};
}

Handle open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose};
}

bool exists(hid_t parent, const std::string& name) {
  const htri_t found = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
  check(found);  // an object that cannot be inspected is damaged, not absent
  return found > 0;
}

std::vector<std::string> children(hid_t group) {
  using Named = std::pair<std::int64_t, std::string>;  // order of creation, 0 if unknown
  std::vector<Named> links;
  const auto add = [](hid_t, const char* name, const H5L_info_t* info, void* out) -> herr_t {
    static_cast<std::vector<Named>*>(out)->emplace_back(info->corder_valid ? info->corder : 0, name);
    return 0;
  };
  // For any order but its native one, HDF5 1.10 builds a list first, and on a damaged group frees list
  // entries that were never filled.
  if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, nullptr, add, &links) < 0) {
    links.clear();
    check(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &links));
  }
  std::ranges::stable_sort(links, {}, &Named::first);
  std::vector<std::string> names;
  for (auto& link : links) names.push_back(std::move(link.second));
  return names;
}

Object object(hid_t parent, const std::string& name) {
  H5L_info_t link;
  check(H5Lget_info(parent, name.c_str(), &link, H5P_DEFAULT));
  if (link.type != H5L_TYPE_HARD) throw Error(name + " is a link to something else");
  H5O_info_t info;
  check(H5Oget_info_by_name2(parent, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT));
  const ObjectKind kind = info.type == H5O_TYPE_GROUP     ? ObjectKind::group
                          : info.type == H5O_TYPE_DATASET ? ObjectKind::dataset
                                                          : ObjectKind::other;
  return {kind, info.addr};
}

}  // namespace hilspace::results::h5
