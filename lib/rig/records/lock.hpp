#pragma once
// Lock of a file or folder that several programs write to: one after the other. Held for moments, until it is closed.

#include <filesystem>

namespace hilspace::rig {

/// Waits for the lock of an open file or folder. Throws RunError where there is none, as on some file systems.
void lock(int file, const std::filesystem::path& name);

}  // namespace hilspace::rig
