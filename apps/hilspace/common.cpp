#include "common.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "core/error.hpp"
#include "results/column.hpp"
#include "results/table_file.hpp"
#include "results/trace_file.hpp"

namespace hilspace::app {
namespace po = boost::program_options;
namespace fs = std::filesystem;

CommandLine::CommandLine(std::string usage, std::string positional, std::size_t least, std::size_t most)
    : usage_(std::move(usage)),
      positional_(std::move(positional)),
      least_(least),
      most_(most),
      options_("options") {
  options_.add_options()("help", "show this");
}

void CommandLine::add_study_options() {
  options_.add_options()(
      "set", po::value<std::vector<std::string>>()->value_name("PATH=VALUE")->composing(),
      "set a key of the study, for example --set actuator.total_delay='0.5 ms'; repeatable");
}

bool CommandLine::parse(std::span<const std::string> arguments) {
  po::options_description all;
  all.add(options_);
  all.add_options()("argument", po::value<std::vector<std::string>>());
  po::positional_options_description positions;
  positions.add("argument", -1);
  try {
    const std::vector<std::string> words(arguments.begin(), arguments.end());
    po::store(po::command_line_parser(words)
                  .options(all)
                  .positional(positions)
                  .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
                  .run(),
              values_);
    po::notify(values_);
  } catch (const po::error& error) {
    throw InputError(fmt::format("{}\nusage: {} {}", error.what(), program, usage_));
  }
  if (has("help")) {
    std::ostringstream text;
    text << options_;
    fmt::print("usage: {} {}\n\n{}{}", program, usage_, about_, text.str());
    return false;
  }
  if (has("argument")) arguments_ = get<std::vector<std::string>>("argument");
  check_count();
  return true;
}

void CommandLine::check_count() const {
  if (arguments_.size() >= least_ && arguments_.size() <= most_) return;
  const std::string found = arguments_.empty()          ? "no " + positional_
                            : arguments_.size() > most_ ? "too many " + positional_ + "s"
                                                        : "too few " + positional_ + "s";
  throw InputError(fmt::format("{} given\nusage: {} {}", found, program, usage_));
}

study::Study load_study(const CommandLine& line, std::vector<study::Override> overrides) {
  if (line.has("set")) {
    for (const auto& text : line.get<std::vector<std::string>>("set")) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        throw InputError(
            fmt::format("--set {}: write --set PATH=VALUE, for example "
                        "--set actuator.total_delay='0.5 ms'",
                        text));
      overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
  }
  return study::load(line.argument(), overrides, results::known_metrics());
}

void add_index_option(CommandLine& line) {
  line.add()("index", po::value<std::int64_t>()->value_name("I"), "scenario, counted from 0; default 0");
}

std::uint64_t scenario_index(const CommandLine& line, const study::Study& study) {
  const auto index = line.has("index") ? line.get<std::int64_t>("index") : 0;
  const std::uint64_t count = study::scenario_count(study);
  if (index < 0 || static_cast<std::uint64_t>(index) >= count)
    throw InputError(fmt::format("--index {}: the study has {} scenario{}, counted from 0", index,
                                 grouped(count), count == 1 ? "" : "s"));
  return static_cast<std::uint64_t>(index);
}

void check_readable(const std::string& input) {
  std::error_code error;
  if (!fs::exists(input, error)) throw InputError(fmt::format("{}: no such file", input));
  if (::access(input.c_str(), R_OK) != 0)
    throw InputError(fmt::format("{}: cannot be read: {}", input, std::strerror(errno)));
}

results::Place check_writable(const std::string& output) {
  const fs::path path = results::behind_links(output);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (path.filename().empty() || fs::is_directory(path))
    throw InputError(fmt::format("-o '{}': is no name of a file", output));
  if (!fs::is_directory(folder))
    throw InputError(fmt::format("-o {}: there is no folder {}; make it first", output, folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(fmt::format("-o {}: nothing can be written in {}: {}", output, folder.string(),
                                 std::strerror(errno)));
  if (fs::exists(path) && !fs::is_regular_file(path))
    throw InputError(fmt::format("-o {}: is there, and no file but a pipe or a device; name a file", output));
  return {path};
}

results::Place check_table_writable(const std::string& output) {
  results::Place place = check_writable(output);
  results::check_table_output(place.file());
  return place;
}

results::Place check_trace_writable(const std::string& output) {
  results::Place place = check_writable(output);
  results::check_replaceable_by_trace(place.file());
  return place;
}

void tell(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

std::string grouped(unsigned long long n) {
  std::string digits = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "unknown";
  if (seconds < 0.1) return fmt::format("{:.2g} s", seconds);
  if (seconds < 10.0) return fmt::format("{:.1f} s", seconds);
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace hilspace::app
