#pragma once
// The folder of a replay (hilspace simulate --vtk): checked before anything is computed, and gone again where
// nothing comes of it.

#include <filesystem>
#include <string>
#include <vector>

namespace hilspace::app {

class ReplayFolder {
 public:
  /// Makes the folder where there is none. Throws InputError where files that are not of a replay would be
  /// replaced.
  explicit ReplayFolder(const std::string& name);
  /// Removes the folders that it made, where they are empty.
  ~ReplayFolder();
  ReplayFolder(const ReplayFolder&) = delete;
  ReplayFolder& operator=(const ReplayFolder&) = delete;

  std::string trace() const { return (folder_ / "trace.h5").string(); }

 private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> made_;  // the outermost first
};

}  // namespace hilspace::app
