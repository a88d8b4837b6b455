#pragma once
// HDF5 file drivers for the disk (results/disk/disk.hpp).
//
//   writes   go through AtomicFile, which hides failed writes from HDF5 and reports them when the
//            file is committed
//   reads    come from the disk; a failure is reported to HDF5 and its reason kept, because HDF5
//            itself would only call the file damaged; a damaged heap (heap.hpp) is a failure

#include <hdf5.h>

#include "results/disk/atomic_file.hpp"

namespace hilspace::results::h5 {

/// Makes files created with `access` (a file access property list) write to `file`.
herr_t use_atomic_file(hid_t access, AtomicFile& file);

/// Makes files opened with `access` read from the disk.
herr_t read_from_disk(hid_t access);

/// errno of the latest failed read, once; 0 if none failed. HDF5's users hold its lock (File).
int take_read_failure();
void keep_read_failure(int error);

}  // namespace hilspace::results::h5
