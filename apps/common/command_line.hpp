#pragma once
// The command line of one verb. How it is taken apart is the source's own affair.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilspace::app {

class CommandLine {
 public:
  /// `usage` is the line behind "usage: ", from the program's name on; `positional` names the positional
  /// arguments, of which there are `least` to `most`.
  CommandLine(std::string usage, std::string positional, std::size_t least = 1, std::size_t most = 1);
  CommandLine(CommandLine&&) noexcept;
  ~CommandLine();

  /// The text of --help between usage and options.
  void about(std::string text) { about_ = std::move(text); }

  /// A whole command, shown below it.
  void example(std::string command) { example_ = std::move(command); }

  /// What positional arguments may be, for the completion of shells; default: files.
  void choices(const std::vector<std::string_view>& words) { choices_.assign(words.begin(), words.end()); }

  /// Options, in the order of --help. A name is "output" or, with a letter beside it, "output,o"; --help
  /// shows `value` for what is to be written, and the default. T: std::string, int, std::int64_t,
  /// std::uint64_t, double.
  void flag(const std::string& name, const std::string& text);
  template <class T>
  void option(const std::string& name, const std::string& value, const std::string& text,
              const std::optional<T>& default_value = {});
  /// May be repeated: a std::vector<std::string>.
  void list(const std::string& name, const std::string& value, const std::string& text);

  /// Throws InputError with the usage. False when --help was asked for, and printed; or --words, which shells
  /// ask for: choices and options, each a line of its name, a tab and what it means.
  bool parse(std::span<const std::string> arguments);

  /// Whether the option was given, or has a default.
  bool has(const std::string& name) const;
  template <class T>
  T get(const std::string& name) const;
  const std::string& argument() const { return arguments_.front(); }
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  struct Parser;

  void check_count() const;
  void print_words() const;

  std::string usage_, positional_, about_, example_;
  std::size_t least_, most_;
  std::vector<std::string> choices_, arguments_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace hilspace::app
