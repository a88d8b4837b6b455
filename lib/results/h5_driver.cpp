#include "results/h5_driver.hpp"

#include <algorithm>

namespace hilspace::results::h5 {
namespace {

/// HDF5 sees the base, we the rest.
struct Driver : H5FD_t {
  AtomicFile* file = nullptr;
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

Driver& driver(H5FD_t* base) { return *static_cast<Driver*>(base); }
const Driver& driver(const H5FD_t* base) { return *static_cast<const Driver*>(base); }

H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
  auto* made = new Driver{};
  made->file = *static_cast<AtomicFile* const*>(H5Pget_driver_info(access));
  return made;
}

herr_t close(H5FD_t* base) {
  delete static_cast<Driver*>(base);
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* features) {
  // No sieve: it reads around what is written, and all of it is written.
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA |
              H5FD_FEAT_SUPPORTS_SWMR_IO;  // what is written can be read at once, in that order
  return 0;
}

haddr_t end_of_allocation(const H5FD_t* base, H5FD_mem_t) { return driver(base).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* base, H5FD_mem_t, haddr_t end) {
  driver(base).end_of_allocation = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* base, H5FD_mem_t) { return driver(base).end_of_file; }

herr_t read(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t offset, std::size_t size, void* data) {
  driver(base).file->read(offset, data, size);
  return 0;
}

herr_t write(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t offset, std::size_t size, const void* data) {
  Driver& self = driver(base);
  self.file->write(offset, data, size);
  self.end_of_file = std::max<haddr_t>(self.end_of_file, offset + size);
  return 0;
}

herr_t truncate(H5FD_t* base, hid_t, hbool_t) {
  Driver& self = driver(base);
  if (self.end_of_file != self.end_of_allocation) self.file->resize(self.end_of_allocation);
  self.end_of_file = self.end_of_allocation;
  return 0;
}

// There are no locks, but without a driver that could lock HDF5 does not mark a file as being written, and
// its readers want to see that mark.
herr_t lock(H5FD_t*, hbool_t) { return 0; }
herr_t unlock(H5FD_t*) { return 0; }

const H5FD_class_t& driver_class() {
  static const H5FD_class_t made = [] {
    H5FD_class_t the{};
    the.name = "hilspace";
    the.maxaddr = HADDR_MAX;
    the.fc_degree = H5F_CLOSE_STRONG;
    the.fapl_size = sizeof(AtomicFile*);
    the.open = open;
    the.close = close;
    the.query = query;
    the.get_eoa = end_of_allocation;
    the.set_eoa = set_end_of_allocation;
    the.get_eof = end_of_file;
    the.read = read;
    the.write = write;
    the.truncate = truncate;
    the.lock = lock;
    the.unlock = unlock;
    // All kinds of memory from one free list, as HDF5's own drivers do.
    std::fill(std::begin(the.fl_map), std::end(the.fl_map), H5FD_MEM_SUPER);
    return the;
  }();
  return made;
}

}  // namespace

herr_t use_atomic_file(hid_t access, AtomicFile& file) {
  static const hid_t id = H5FDregister(&driver_class());
  const AtomicFile* info = &file;
  return id < 0 ? -1 : H5Pset_driver(access, id, &info);
}

}  // namespace hilspace::results::h5
