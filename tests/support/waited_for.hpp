#pragma once
// Whether a program waits, as the kernel shows it in /proc/locks.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace hilspace::test {

/// Whether somebody waits for the lock of that file or folder.
inline bool is_waited_for(const std::filesystem::path& file) {
  struct stat its {};
  ::stat(file.c_str(), &its);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);)
    if (line.find("-> FLOCK") != std::string::npos &&
        line.find(":" + std::to_string(its.st_ino) + " ") != std::string::npos)
      return true;
  return false;
}

}  // namespace hilspace::test
