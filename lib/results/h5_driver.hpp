#pragma once
// HDF5's way to the disk when it writes: an HDF5 file driver on top of AtomicFile, which keeps failed writes
// from HDF5 and reports them when the file is committed.

#include <hdf5.h>

#include "results/atomic_file.hpp"

namespace hilspace::results::h5 {

/// Makes files that are created with `access` (a file access property list) go into `file`.
herr_t use_atomic_file(hid_t access, AtomicFile& file);

}  // namespace hilspace::results::h5
