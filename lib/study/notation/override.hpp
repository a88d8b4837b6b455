#pragma once
// A value given on the command line, which takes the place of the one in the file.

#include <string>

namespace hilspace::study {

/// `--set PATH=VALUE`
struct Override {
  std::string path;
  std::string value;  // TOML, else taken as a string
};

}  // namespace hilspace::study
