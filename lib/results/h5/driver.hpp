#pragma once
// HDF5's ways to the disk (results/disk/disk.hpp), as file drivers of HDF5.
//
//   what is written   goes through AtomicFile, which keeps failed writes from HDF5 and reports them when the
//                     file is committed
//   what is read      comes from the disk; HDF5 is told when that fails, and the reason is kept, because HDF5
//                     knows nothing better than to call the file damaged

#include <hdf5.h>

#include "results/disk/atomic_file.hpp"

namespace hilspace::results::h5 {

/// Makes files that are created with `access` (a file access property list) go into `file`.
herr_t use_atomic_file(hid_t access, AtomicFile& file);

/// Makes files that are opened with `access` be read from the disk.
herr_t read_from_disk(hid_t access);

/// errno of the latest read that failed, once; 0: none did. HDF5's users hold its lock (File).
int take_read_failure();
void keep_read_failure(int error);

}  // namespace hilspace::results::h5
