#pragma once
// A result, trace, table or campaign's file, opened to be read piece by piece: what memory it takes does not
// depend on how many scenarios there are.
//
// Nothing is believed before it is looked at: kinds, sizes and dimensions when the file is opened, numbers
// when they are read. What is damaged is named.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "results/format/contents.hpp"

namespace hilspace::results {

class ResultReader {
 public:
  /// Throws RunError when it is none of these, or damaged in what is read here: not the numbers.
  explicit ResultReader(const std::filesystem::path& file);
  ~ResultReader();
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;

  /// Variables and coordinates have sizes, and neither values nor texts.
  const ResultFile& contents() const;
  /// The numbers of a variable from `begin` on, its dimensions in row-major order. Throws RunError when they
  /// are damaged, elsewhere and gone, or no flags where they should be.
  void read(const Variable& variable, std::uint64_t begin, std::span<double> values);
  /// All its numbers.
  std::vector<double> numbers(const Variable& variable);
  std::vector<std::string> texts(const Variable& variable);
  /// Reads all numbers and texts but those of time histories, and throws RunError where they are not what
  /// was written. `go_on(done, total)` is asked between pieces; false ends it early.
  void verify(const std::function<bool(std::uint64_t done, std::uint64_t total)>& go_on);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace hilspace::results
