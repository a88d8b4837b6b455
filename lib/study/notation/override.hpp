#pragma once
// Override: a value given on the command line that replaces the one in the file.

#include <string>

namespace hilspace::study {

/// `--set PATH=VALUE`
struct Override {
  std::string path;
  std::string value;  // TOML, otherwise taken as a string
};

}  // namespace hilspace::study
