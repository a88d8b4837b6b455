#include "command_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
#include "dispatch.hpp"
#include "study/notation/nearest.hpp"

namespace hilspace::app {
namespace po = boost::program_options;

using Texts = std::vector<std::string>;

struct CommandLine::Parser {
  po::options_description options{"options"};
  po::variables_map values;
};

CommandLine::CommandLine(std::string usage, std::string positional, std::size_t least, std::size_t most)
    : usage_(std::move(usage)),
      positional_(std::move(positional)),
      least_(least),
      most_(most),
      parser_(std::make_unique<Parser>()) {
  flag("help,h", "show this help");
}

CommandLine::CommandLine(CommandLine&&) noexcept = default;
CommandLine::~CommandLine() = default;

void CommandLine::flag(const std::string& name, const std::string& text) {
  parser_->options.add_options()(name.c_str(), text.c_str());
}

template <class T>
void CommandLine::option(const std::string& name, const std::string& value, const std::string& text,
                         const std::optional<T>& default_value) {
  auto* const semantic = po::value<T>()->value_name(value);
  // Program_options would print 0.95 with all its binary digits.
  if (default_value) semantic->default_value(*default_value, fmt::format("{}", *default_value));
  parser_->options.add_options()(name.c_str(), semantic, text.c_str());
}

void CommandLine::list(const std::string& name, const std::string& value, const std::string& text) {
  parser_->options.add_options()(name.c_str(), po::value<Texts>()->value_name(value)->composing(),
                                 text.c_str());
}

bool CommandLine::parse(std::span<const std::string> arguments) {
  if (arguments.size() == 1 && arguments.front() == kWords) {
    print_words();
    return false;
  }
  po::options_description all;
  all.add(parser_->options);
  all.add_options()("argument", po::value<Texts>());
  po::positional_options_description positions;
  positions.add("argument", -1);
  try {
    const Texts words(arguments.begin(), arguments.end());
    po::store(po::command_line_parser(words)
                  .options(all)
                  .positional(positions)
                  .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
                  .run(),
              parser_->values);
    po::notify(parser_->values);
  } catch (const po::unknown_option& error) {
    throw InputError(
        fmt::format("{}{}\nusage: {}", error.what(), nearest_option(error.get_option_name()), usage_));
  } catch (const po::error& error) {
    throw InputError(fmt::format("{}\nusage: {}", error.what(), usage_));
  }
  if (has("help")) {
    std::ostringstream options;
    options << parser_->options;
    fmt::print("usage: {}\n\n{}{}", usage_, about_, about_.empty() ? "" : "\n\n");
    if (!example_.empty()) fmt::print("example: {}\n\n", example_);
    fmt::print("{}", options.str());
    return false;
  }
  if (has("argument")) arguments_ = get<Texts>("argument");
  check_count();
  return true;
}

std::string CommandLine::nearest_option(std::string_view written) const {
  written.remove_prefix(std::min(written.find_first_not_of('-'), written.size()));
  std::vector<std::string_view> names;
  for (const auto& option : parser_->options.options()) names.push_back(option->long_name());
  const auto near = study::nearest(written.substr(0, written.find('=')), names);
  return near.empty() ? std::string() : fmt::format("; did you mean --{}?", near);
}

void CommandLine::print_words() const {
  for (const auto& word : choices_) fmt::print("{}\n", word);
  for (const auto& option : parser_->options.options())
    fmt::print("--{}\t{}\n", option->long_name(), option->description());
}

void CommandLine::check_count() const {
  if (arguments_.size() >= least_ && arguments_.size() <= most_) return;
  const bool too_many = arguments_.size() > most_;
  const std::string found = arguments_.empty()
                                ? fmt::format("no {} given", positional_)
                                : fmt::format("{} {} given, {}{} wanted: {}", arguments_.size(),
                                              arguments_.size() == 1 ? "argument" : "arguments",
                                              least_ == most_ ? ""
                                              : too_many      ? "at most "
                                                              : "at least ",
                                              too_many ? most_ : least_, positional_);
  throw InputError(fmt::format("{}\nusage: {}", found, usage_));
}

bool CommandLine::has(const std::string& name) const { return parser_->values.count(name) > 0; }

bool CommandLine::given(const std::string& name) const {
  return has(name) && !parser_->values[name].defaulted();
}

template <class T>
T CommandLine::get(const std::string& name) const {
  const T& value = parser_->values[name].as<T>();
  // It would slip through a comparison with a limit.
  if constexpr (std::is_same_v<T, double>)
    if (!std::isfinite(value)) throw InputError(fmt::format("--{} {}: must be a finite number", name, value));
  return value;
}

#define HILSPACE_OPTION_OF(T)                                                                   \
  template void CommandLine::option(const std::string&, const std::string&, const std::string&, \
                                    const std::optional<T>&);                                   \
  template T CommandLine::get(const std::string&) const;
HILSPACE_OPTION_OF(std::string)
HILSPACE_OPTION_OF(int)
HILSPACE_OPTION_OF(std::int64_t)
HILSPACE_OPTION_OF(std::uint64_t)
HILSPACE_OPTION_OF(double)
#undef HILSPACE_OPTION_OF
template Texts CommandLine::get(const std::string&) const;

}  // namespace hilspace::app
