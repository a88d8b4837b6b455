#include "study/reading/csv_file.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "core/utf8.hpp"
#include "study/notation/quantity.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

struct Line {
  std::vector<Cell> cells;
  std::uint32_t open_quote = 0;  // start of an unclosed quote, from 1
};

/// The cells of a line; inside quotes a comma is literal, and two quotes stand for one.
Line cells_of(std::string_view text) {
  Line line{{{"", 1}}, 0};
  auto& cells = line.cells;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto column = static_cast<std::uint32_t>(i + 1);
    if (text[i] == '"') {
      const bool doubled = line.open_quote > 0 && i + 1 < text.size() && text[i + 1] == '"';
      if (doubled)
        cells.back().text += text[++i];
      else
        line.open_quote = line.open_quote > 0 ? 0 : column;
    } else if (text[i] == ',' && line.open_quote == 0) {
      cells.push_back({"", column + 1});
    } else {
      cells.back().text += text[i];
    }
  }
  for (auto& cell : cells) cell.text = std::string(trimmed(cell.text));
  return line;
}

/// Position of the first invalid character of a line, from 1; 0: none.
std::uint32_t no_text_at(std::string_view line) {
  for (std::size_t i = 0; i < line.size();) {
    const auto control = static_cast<unsigned char>(line[i]) < ' ' && line[i] != '\t' && line[i] != '\r';
    const std::size_t size = control ? 0 : utf8_length(line, i);
    if (size == 0) return static_cast<std::uint32_t>(i + 1);
    i += size;
  }
  return 0;
}

}  // namespace

CsvFile::CsvFile(std::string key, std::string_view what, const Value& name, Reading& reading)
    : key_(std::move(key)), what_(what), name_(name), reading_(reading) {}

bool CsvFile::open() {
  const auto* text = read_text(key_, name_, reading_);
  if (text == nullptr) return false;
  const std::string& name = *text;
  const fs::path path = fs::path(reading_.findings.file()).parent_path() / name;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    complain(fmt::format("is {}; name a file of comma-separated values",
                         fs::is_directory(status) ? "a folder" : "a pipe or a device"));
    return false;
  }
  if (!fs::exists(status)) {
    complain(fmt::format("there is no such file{}; its path is relative to the study's folder",
                         path.string() == name ? "" : fmt::format(" {}", path.string())));
    return false;
  }
  file_ = reading_.other_files.emplace_back(std::make_unique<std::string>(path.string())).get();
  stream_.open(path, std::ios::binary);
  if (!stream_) complain("cannot be read");
  return stream_.is_open();
}

std::optional<std::string> CsvFile::next() {
  for (std::string line; std::getline(stream_, line);) {
    ++line_;
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // byte order mark of spreadsheets
    if (!is_text(line)) return std::nullopt;
    if (const auto text = trimmed(line); !text.empty() && !text.starts_with('#')) return line;
  }
  return std::nullopt;
}

/// Reports a line that is not text, after which reading stops.
bool CsvFile::is_text(std::string_view line) {
  const auto column = no_text_at(line);
  is_broken_ = column > 0;
  if (!is_broken_) return true;
  const bool is_utf16 = line_ == 1 && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"));
  const bool is_control = static_cast<unsigned char>(line[column - 1]) < ' ';
  reading_.findings.add(at(column),
                        fmt::format("{}; save the {} as CSV in UTF-8",
                                    is_utf16     ? "is UTF-16"
                                    : is_control ? "has a control character, which text must not contain"
                                                 : "not UTF-8 text from here on",
                                    what_));
  return false;
}

std::vector<Cell> CsvFile::cells(std::string_view text) {
  auto [cells, open_quote] = cells_of(text);
  if (open_quote == 0) return std::move(cells);
  reading_.findings.add(at(open_quote), "a quote that is not closed in its line; write the second one");
  return {};
}

bool CsvFile::has_commas(const std::vector<Cell>& header) {
  for (const auto& [text, column] : header)
    for (const auto& [mark, what] : {std::pair{';', "semicolons"}, std::pair{'\t', "tabs"}})
      if (const auto found = text.find(mark); found != std::string::npos) {
        reading_.findings.add(
            at(column + static_cast<std::uint32_t>(found)),
            fmt::format("has {} between its cells; write commas, and points in numbers", what));
        return false;
      }
  return true;
}

Heading heading_of(std::string_view cell) {
  const auto bracket = cell.find('[');
  if (bracket == std::string_view::npos || !cell.ends_with(']')) return {cell, {}};
  return {trimmed(cell.substr(0, bracket)), trimmed(cell.substr(bracket + 1, cell.size() - bracket - 2))};
}

bool has_unit(std::string_view cell) {
  const auto unit = unit_of(cell);
  return unit.size() < trimmed(cell).size() && !unit.empty() &&
         std::isalpha(static_cast<unsigned char>(unit[0])) != 0;
}

}  // namespace hilspace::study
