#pragma once
// Checks for programs that read a file after us, with an HDF5 that follows damaged heaps: on some it crashes, on others it
// does not return.

#include <hdf5.h>

namespace hilspace::results::h5 {

/// Reads all attributes and datasets whose values have any length. Throws Error when one is damaged. Not read is what lies in
/// other files, behind filters that are unknown here, or is larger unpacked than its file; and files in which HDF5's lengths
/// have not 8 bytes.
void check_heaps(hid_t file);

}  // namespace hilspace::results::h5
