#pragma once
// What the verbs share: options of the command line, the study they name, and how they end.

#include <boost/program_options.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/place.hpp"
#include "study/study.hpp"

namespace hilspace::app {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kInterrupted = 3;

inline std::string_view program = "hilspace";  // as it is called in messages

/// The command line of one verb.
class CommandLine {
 public:
  /// `usage` is the line behind "usage: PROGRAM "; `positional` names the positional arguments, of which
  /// there are `least` to `most`.
  CommandLine(std::string usage, std::string positional, std::size_t least = 1, std::size_t most = 1);

  /// What --help says between usage and options.
  void about(std::string text) { about_ = std::move(text) + "\n\n"; }
  boost::program_options::options_description_easy_init add() { return options_.add_options(); }
  void add_study_options();  // --set

  /// Throws InputError with the usage. False when --help was asked for, and printed.
  bool parse(std::span<const std::string> arguments);

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  template <class T>
  T get(const std::string& name) const {
    return values_[name].as<T>();
  }
  const std::string& argument() const { return arguments_.front(); }
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  void check_count() const;

  std::string usage_, positional_, about_;
  std::size_t least_, most_;
  std::vector<std::string> arguments_;
  boost::program_options::options_description options_;
  boost::program_options::variables_map values_;
};

/// The study named by the positional argument, with those overrides and then its --set ones.
study::Study load_study(const CommandLine& line, std::vector<study::Override> overrides = {});

/// Adds --index, and reads it. Throws InputError when there is no such scenario.
void add_index_option(CommandLine& line);
std::uint64_t scenario_index(const CommandLine& line, const study::Study& study);

/// Throws InputError when there is no such file, or it cannot be read.
void check_readable(const std::string& input);

/// Where the file is to be, behind all links, and what stands there before anything is computed for it.
/// Throws InputError when no file of that name can be written.
results::Place check_writable(const std::string& output);

/// The same of a table, which replaces tables only, and of a trace.
results::Place check_table_writable(const std::string& output);
results::Place check_trace_writable(const std::string& output);

/// To standard error. A run does not end because nobody can read how it goes.
void tell(const std::string& text);

/// "1,234,567"
std::string grouped(unsigned long long n);
/// "0.8 s", "12 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace hilspace::app
