#include "study/notation/syntax_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/notation/quantity.hpp"

namespace hilspace::study {
namespace {

/// Line `number`, counted from 1, without its end.
std::string_view line_of(std::string_view text, std::uint32_t number) {
  for (; number > 1 && !text.empty(); --number)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const auto line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::uint32_t line_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint32_t>(1 + std::ranges::count(text.substr(0, at), '\n'));
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

/// One of the tables that may be there several times.
bool is_repeated(std::string_view path) {
  return is_one_of(path.substr(path.rfind('.') + 1),
                   {"axis", "parameter", "feature", "pair", "latch", "hook", "shape", "body"});
}

/// A line of `key = value`, or what resembles it.
struct StudyLine {
  std::string_view text, key, value, behind;  // behind: the error, to the end of the line

  StudyLine(std::string_view line, std::uint32_t column) : text(trimmed(line)) {
    const auto equals = line.find('=');
    if (equals != line.npos) {
      key = trimmed(line.substr(0, equals));
      value = trimmed(line.substr(equals + 1));
      if (!value.starts_with('"') && !value.starts_with('\''))
        value = trimmed(value.substr(0, value.find('#')));
    }
    behind = line.substr(std::min<std::size_t>(column - 1, line.size()));
  }

  bool has_odd_quotes() const { return std::ranges::count(text, '"') % 2 != 0; }
  /// Whether quotes around the value are all that is missing.
  bool wants_quotes() const {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return value.find_first_of("\"'[]{}(),;=\\`$") == value.npos &&
           value.find_first_of(letters) != value.npos;
  }
};

constexpr std::string_view kQuotes = "; texts and quantities stand in quotes";
constexpr std::string_view kTableHeader = "; a table is written [name], one of several [[name]]";
constexpr std::string_view kComment = "; nothing ends a line, and a comment begins with #";
constexpr std::string_view kBrackets = "; several values stand in square brackets, with commas between them";

std::string quotes_for(const StudyLine& line) {
  if (is_one_of(line.value, {"True", "False", "TRUE", "FALSE"}))
    return "; true and false are written in small letters";
  if (is_one_of(line.value, {"None", "null", "nil", "NULL"}))
    return "; a key without a value is left out, and texts stand in quotes";
  if (line.value.starts_with('=')) return "; one = joins a key and its value";
  if (line.value.starts_with('(')) return std::string(kBrackets);
  if (line.value.find('(') != line.value.npos) return "; there are no functions; write the values themselves";
  if (line.wants_quotes()) return fmt::format("{}; write {} = \"{}\"", kQuotes, line.key, line.value);
  return std::string(kQuotes);
}

/// The name in "cannot redefine existing table 'NAME' as ...".
std::string_view redefined(std::string_view description) {
  const auto begin = description.find('\'');
  if (begin == description.npos) return {};
  const auto end = description.find('\'', begin + 1);
  return end == description.npos ? std::string_view() : description.substr(begin + 1, end - begin - 1);
}

std::string redefinition(std::string_view description, const StudyLine& line) {
  const auto name = redefined(description);
  const auto says = [&](std::string_view words) { return description.find(words) != description.npos; };
  if ((says("existing table") || says("existing array")) && is_repeated(name))
    return fmt::format("; write [[{}]] for each of them, in double brackets", name);
  if (says("existing string 'mechanism") || line.text.starts_with("mechanism."))
    return "; instead of mechanism = \"...\" write kind = \"...\" in [mechanism]";
  if (says("existing table")) return "; there is one of that name above: write these keys there";
  return "; it is given twice";
}

/// Where a key and its value are not joined.
std::string equals_sign(std::string_view saw, const StudyLine& line) {
  if (saw.starts_with("saw ':'")) return "; a key and its value are joined by =";
  if (saw.starts_with("saw ']'")) return std::string(kTableHeader);
  if (saw.starts_with("saw '}'")) return std::string(kBrackets);
  if (line.text.starts_with("--")) return std::string(kComment);
  if (line.has_odd_quotes()) return "; a quote is missing in this line";
  return "; a line is key = value, and a key has no blanks; or a table, [name]";
}

/// Behind a value.
std::string end_of_line(std::string_view saw, const StudyLine& line) {
  if (saw.starts_with("saw ','"))
    return trimmed(line.behind.substr(std::min<std::size_t>(1, line.behind.size()))).empty()
               ? std::string(kComment)
               : "; numbers have a decimal point, and several values stand in square brackets";
  if (saw.starts_with("saw ';'") || saw.starts_with("saw '%'") || saw.starts_with("saw '/'"))
    return std::string(kComment);
  if (line.behind.find('=') != line.behind.npos) return "; each key has a line of its own";
  if (saw.starts_with("saw '\"'")) return std::string(kBrackets);
  return quotes_for(line);
}

std::string number_end(std::string_view saw, const StudyLine& line) {
  if (saw.starts_with("saw '.'")) return "; a number begins with a digit, as in 0.8";
  if (saw.starts_with("saw '/'") || saw.starts_with("saw '*'") || saw.starts_with("saw '^'"))
    return "; there are no formulas here; write the number itself, as in 0.8";
  if (line.wants_quotes() && line.value.find(' ') != line.value.npos) return quotes_for(line);
  return "; a number ends with a digit, as in 1.0, and quantities stand in quotes, as in \"30 kg\"";
}

std::string mending(std::string_view description, const StudyLine& line) {
  const auto says = [&](std::string_view words) { return description.find(words) != description.npos; };
  const auto at = description.find("saw ");
  const auto saw = at == description.npos ? std::string_view() : description.substr(at);
  if (says("escape sequence")) return "; in quotes a backslash is written twice, in single quotes once";
  if (says("control characters")) return "; delete it, which cannot be seen";
  if (says("after '\\r'")) return "; lines end with LF or CR LF, not with CR alone; save the study so";
  if (says("dangling comma")) return "; remove the comma before }";
  if (says("redefine existing")) return redefinition(description, line);
  if (says("parsing inline table") && says("saw '\\n'"))
    return "; what { begins, } ends on the same line; or write [name], and below it a line for each key";
  if (says("parsing inline table") && says("saw ';'")) return "; the keys in { } are separated by commas";
  if (says("leading zeroes")) return "; write it without them";
  if (says("not representable")) return "; a whole number is at most 9223372036854775807";
  if (says("expected value") || (says("parsing key-value pair") && says("end-of-file")))
    return says("parsing array") ? "; a value is missing before the comma" : "; a value is missing behind =";
  if (says("expected '='")) return equals_sign(saw, line);
  if (says("expected decimal digit") || says("expected digit")) return number_end(saw, line);
  if (says("parsing array"))
    return "; the values of a list are separated by commas, and ] ends it: one of them is missing before "
           "this";
  if (says("parsing table header")) return std::string(kTableHeader);
  if (says("expected a comment or whitespace")) return end_of_line(saw, line);
  if (says("could not determine value type") || says("parsing boolean") || says("parsing floating-point"))
    return quotes_for(line);
  if (says("parsing key:")) return "; a key has letters, digits, _ and -, and dots between its parts";
  if (saw.starts_with("saw ';'") || saw.starts_with("saw '%'") || saw.starts_with("saw '/'"))
    return std::string(kComment);
  if (says("parsing root table")) return "; a study is TOML: lines of key = value, and of tables, [name]";
  return "";
}

/// Something that has a text of its own in the place of what toml++ says; or nothing.
std::string plain_words(std::string_view description, std::string_view line, std::uint32_t column) {
  const auto says = [&](std::string_view words) { return description.find(words) != description.npos; };
  const auto has = [&](std::string_view words) { return line.find(words) != line.npos; };
  if (says("utf-8")) return "not UTF-8 text from here on; save the study as UTF-8";
  if (says("\\u0000")) return "a NUL character, which no text has; save the study as UTF-8";
  const bool at_line_end = column > line.size();
  if (says("string") && (says("end-of-file") || (says("control characters") && at_line_end)))
    return "a text in quotes is not closed; its closing quote is missing";
  if (has("\u201C") || has("\u201D") || has("\u201E"))
    return "typographic quotes; texts and quantities need straight ones, as in \"30 kg\"";
  for (const std::string_view blank : {"\\u00A0", "\\u2007", "\\u2009", "\\u202F", "\\u3000"})
    if (says(blank)) return "a character that only looks like a blank; write a plain one";
  for (const std::string_view unseen :
       {"\\u200B", "\\u200C", "\\u200D", "\\u200E", "\\u200F", "\\u2060", "\\uFEFF"})
    if (says(unseen))
      return fmt::format("a character that cannot be seen, U+{}; delete it", unseen.substr(2));
  if (line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>"))
    return "the mark of a merge of two versions; keep one of them, and remove the marks";
  return "";
}

}  // namespace

SyntaxError syntax_error(std::string_view description, std::string_view text, std::uint32_t line,
                         std::uint32_t column) {
  const auto says = [&](std::string_view words) { return description.find(words) != description.npos; };
  const auto its_line = line_of(text, line);
  SyntaxError error{line, column, plain_words(description, its_line, column)};
  if (says("string") && says("end-of-file")) {  // a text of several lines: where it begins
    for (const std::string_view mark : {"\"\"\"", "'''"})
      if (const auto at = text.rfind(mark); at != text.npos) {
        error.line = line_at(text, at);
        error.column = static_cast<std::uint32_t>(at - (text.rfind('\n', at) + 1) + 1);
        break;
      }
  }
  if (!error.what.empty()) return error;
  const bool is_first =
      trimmed(its_line.substr(0, std::min<std::size_t>(column - 1, its_line.size()))).empty();
  if (says("parsing array") && says("expected comma") && is_first) {  // what is missing, is so further up
    while (error.line > 1 && trimmed(line_of(text, error.line - 1)).empty()) --error.line;
    if (error.line > 1) --error.line;
    error.column = static_cast<std::uint32_t>(line_of(text, error.line).size() + 1);
  }
  constexpr std::string_view prefix = "Error while ";
  std::string_view told = description;
  if (told.starts_with(prefix)) told.remove_prefix(prefix.size());
  error.what = fmt::format("not TOML: {}{}", told, mending(description, StudyLine(its_line, column)));
  return error;
}

}  // namespace hilspace::study
