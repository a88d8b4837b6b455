#pragma once
// Checks for programs that read a file after us, with an HDF5 that follows damaged heaps: on some it crashes, on others it
// does not return.

#include <hdf5.h>

namespace hilspace::results::h5 {

/// Reads all attributes and texts of any length. Throws Error when one is damaged.
void check_heaps(hid_t file);

}  // namespace hilspace::results::h5
