#pragma once
// Error context: turns HDF5's errors into messages for users with the file, the problem and the remedy.

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/h5/h5.hpp"

namespace hilspace::results {

/// Throws "FILE: what; advice" as RunError.
[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what,
                         const std::string& advice);

/// The same as ForeignFile, for a file that hilspace did not write.
[[noreturn]] void refuse_foreign(const std::filesystem::path& file, const std::string& what);

[[noreturn]] void refuse_damaged(const std::filesystem::path& file, const std::string& what);

/// Opens a file for reading; distinguishes a missing file, a non-HDF5 file and a truncated one.
h5::File open_file(const std::filesystem::path& file);

/// Runs `action`, which reads `file`.
template <class Action>
auto reading(const std::filesystem::path& file, Action&& action) {
  try {
    return std::invoke(action);
  } catch (const h5::Error& error) {
    refuse_damaged(file, error.what());
  }
}

/// Runs `action`, which reads the object of that name in a file, and adds the name to errors.
template <class Action>
auto naming(const std::string& name, Action&& action) {
  try {
    return std::invoke(action);
  } catch (const h5::Error& error) {
    throw h5::Error(name + ": " + error.what());
  }
}

/// Runs `action`, which writes to `output`.
template <class Action>
void writing(const AtomicFile& output, Action&& action) {
  try {
    std::invoke(action);
  } catch (const h5::Error& error) {
    output.check();  // an HDF5 error may only be the consequence of a failed write
    refuse(output.target(), std::string("cannot be written: ") + error.what(), "please report this");
  }
}

/// Fills a new file: `action` receives it open, and must close everything it opens in it before returning.
template <class Action>
void write_whole(const Place& place, Action&& action, AtomicFile::Next next = AtomicFile::Next::read) {
  AtomicFile output(place);
  writing(output, [&] {
    h5::File target = h5::File::create(output);
    std::invoke(action, target);
    target.close();
  });
  output.commit(next);
}

}  // namespace hilspace::results
