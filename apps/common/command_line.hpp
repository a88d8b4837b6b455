#pragma once
// Command line of one verb, independent of the library that parses it.

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
  /// `usage` is the text after "usage: ", beginning with the program's name; `positional` names the
  /// positional arguments, of which there are `least` to `most`.
  CommandLine(std::string usage, std::string positional, std::size_t least = 1, std::size_t most = 1);
  CommandLine(CommandLine&&) noexcept;
  ~CommandLine();

  /// Text of --help between usage and options.
  void about(std::string text) { about_ = std::move(text); }

  /// A complete command, shown below the text.
  void example(std::string command) { example_ = std::move(command); }

  /// Valid positional arguments, for shell completion; default: files.
  void choices(const std::vector<std::string_view>& words) { choices_.assign(words.begin(), words.end()); }

  /// Options, in the order of --help. A name is "output", or "output,o" with a short form; --help shows
  /// `value` as the placeholder, and the default. T: std::string, int, std::int64_t, std::uint64_t, double.
  void flag(const std::string& name, const std::string& text);
  template <class T>
  void option(const std::string& name, const std::string& value, const std::string& text,
              const std::optional<T>& default_value = {});
  /// May be repeated: a std::vector<std::string>.
  void list(const std::string& name, const std::string& value, const std::string& text);

  /// Throws InputError with the usage. False when --help was requested and printed; or --words, for shell
  /// completion: choices and options, each a line with name, tab and description.
  bool parse(std::span<const std::string> arguments);

  /// Whether the option was given, or has a default.
  bool has(const std::string& name) const;
  /// Whether it was given, default or not.
  bool given(const std::string& name) const;
  template <class T>
  T get(const std::string& name) const;
  const std::string& argument() const { return arguments_.front(); }
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  struct Parser;

  void check_count() const;
  /// "; did you mean --threads?" of "--thread=4"; empty: none is near.
  std::string nearest_option(std::string_view written) const;
  void print_words() const;

  std::string usage_, positional_, about_, example_;
  std::size_t least_, most_;
  std::vector<std::string> choices_, arguments_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace hilspace::app
