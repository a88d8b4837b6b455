#include "results/h5/driver.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "results/disk/files.hpp"
#include "results/h5/h5.hpp"
#include "results/h5/heap.hpp"

namespace hilspace::results::h5 {
namespace {

/// State of every driver: HDF5's view is the base, the rest is ours.
struct State : H5FD_t {
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

haddr_t end_of_allocation(const H5FD_t* base, H5FD_mem_t) {
  return static_cast<const State*>(base)->end_of_allocation;
}

herr_t set_end_of_allocation(H5FD_t* base, H5FD_mem_t, haddr_t end) {
  static_cast<State*>(base)->end_of_allocation = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* base, H5FD_mem_t) { return static_cast<const State*>(base)->end_of_file; }

/// A file that is written.
struct Driver : State {
  AtomicFile* file = nullptr;
};

Driver& driver(H5FD_t* base) { return *static_cast<Driver*>(base); }

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
  // No sieve buffer: it reads around each write, and everything is written.
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA |
              H5FD_FEAT_SUPPORTS_SWMR_IO;  // written data can be read at once, in the order of writing
  return 0;
}

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

// There are no locks, but without a driver that could lock, HDF5 does not mark a file as being written, and
// its readers require that mark.
herr_t lock(H5FD_t*, hbool_t) { return 0; }
herr_t unlock(H5FD_t*) { return 0; }

int read_failure = 0;

/// A file of the disk that is read. Its size is the size at opening.
struct Reader : State {
  files::Open file;
  int number = -1;  // of that file
};

Reader& reader(H5FD_t* base) { return *static_cast<Reader*>(base); }

/// HDF5 expects a failure to be described on its error stack.
herr_t fail_with(const std::string& what) {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, H5E_READERROR, "%s", what.c_str());
  return -1;
}

herr_t fail_to_read(int error) {
  keep_read_failure(error);
  return fail_with(std::generic_category().message(error));
}

H5FD_t* open_reader(const char* name, unsigned, hid_t, haddr_t) {
  auto made = std::make_unique<Reader>();
  made->file = files::Open(name, O_RDONLY);
  struct stat its {};
  if (!made->file || files::uninterrupted([&] { return disk().look(made->file.get(), its); }) != 0) {
    fail_to_read(errno);
    return nullptr;
  }
  made->number = made->file.get();
  made->end_of_file = static_cast<haddr_t>(its.st_size);
  return made.release();
}

herr_t close_reader(H5FD_t* base) {
  delete &reader(base);
  return 0;
}

herr_t query_reader(const H5FD_t*, unsigned long* features) {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO;  // as HDF5's own
  return 0;
}

/// For text.cpp: the argument of disk().read().
herr_t reader_handle(H5FD_t* base, hid_t, void** handle) {
  *handle = &reader(base).number;
  return 0;
}

/// Checks the heap that begins at `offset`. HDF5 reads a heap from its beginning, but at first only a piece of it.
herr_t check_heap(const Reader& from, haddr_t offset, std::uint64_t size) {
  const std::uint64_t most = offset < from.end_of_file ? from.end_of_file - offset : 0;
  if (size < kHeapHead || size > most) return fail_with("one of its heaps lies outside the file");
  try {
    std::string heap(size, '\0');
    const ssize_t done = files::read(from.file.get(), heap.data(), heap.size(), offset);
    if (done < 0) return fail_to_read(errno);
    if (static_cast<std::uint64_t>(done) != size) return fail_with("one of its heaps lies outside the file");
    objects_in(heap);
  } catch (const Error& error) {
    return fail_with(error.what());
  } catch (const std::exception&) {  // none may pass through HDF5, which is C
    return fail_with("one of its heaps does not fit into memory");
  }
  return 0;
}

herr_t read_reader(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t offset, std::size_t size, void* data) {
  const ssize_t done = files::read(reader(base).file.get(), data, size, offset);
  if (done < 0) return fail_to_read(errno);
  std::memset(static_cast<char*>(data) + done, 0, size - static_cast<std::size_t>(done));
  const auto heap = heap_size({static_cast<const char*>(data), size});
  return heap ? check_heap(reader(base), offset, *heap) : 0;
}

herr_t write_reader(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) { return -1; }

/// Properties common to both drivers.
H5FD_class_t begin_class(const char* name) {
  H5FD_class_t the{};
  the.name = name;
  the.maxaddr = HADDR_MAX;
  the.fc_degree = H5F_CLOSE_STRONG;
  the.get_eoa = end_of_allocation;
  the.set_eoa = set_end_of_allocation;
  the.get_eof = end_of_file;
  the.lock = lock;
  the.unlock = unlock;
  // A single free list for all kinds of memory, as in HDF5's own drivers.
  std::fill(std::begin(the.fl_map), std::end(the.fl_map), H5FD_MEM_SUPER);
  return the;
}

const H5FD_class_t& reader_class() {
  static const H5FD_class_t made = [] {
    H5FD_class_t the = begin_class("hilspace_read");
    the.open = open_reader;
    the.close = close_reader;
    the.query = query_reader;
    the.get_handle = reader_handle;
    the.read = read_reader;
    the.write = write_reader;  // a driver must define one
    return the;
  }();
  return made;
}

const H5FD_class_t& driver_class() {
  static const H5FD_class_t made = [] {
    H5FD_class_t the = begin_class("hilspace");
    the.fapl_size = sizeof(AtomicFile*);
    the.open = open;
    the.close = close;
    the.query = query;
    the.read = read;
    the.write = write;
    the.truncate = truncate;
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

herr_t read_from_disk(hid_t access) {
  static const hid_t id = H5FDregister(&reader_class());
  return id < 0 ? -1 : H5Pset_driver(access, id, nullptr);
}

int take_read_failure() { return std::exchange(read_failure, 0); }
void keep_read_failure(int error) { read_failure = error; }

}  // namespace hilspace::results::h5
