#pragma once
// Findings: all errors of a study, collected, so that the user sees them at once instead of one per run.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hilspace::study {

struct Override;

/// Location of a text: in the file, in a `--set`, or in another file.
struct Location {
  std::uint32_t line = 0;  // from 1; 0: the file as a whole
  std::uint32_t column = 0;
  const Override* setting = nullptr;  // set if it is not in the file but in this setting
  const std::string* file =
      nullptr;  // set if it is not in the study's file but in this one, which outlives the findings
};

class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}

  void add(const Location& place, std::string message);
  const std::string& file() const { return file_; }
  std::size_t size() const { return found_.size(); }
  /// Throws InputError with all of them: the file's by line, then those of the overrides.
  void throw_if_any() const;

  /// "study.toml:12:15", or "--set PATH=VALUE".
  std::string text_of(const Location& place) const;

 private:
  std::string file_;
  std::vector<std::pair<Location, std::string>> found_;
};

}  // namespace hilspace::study
