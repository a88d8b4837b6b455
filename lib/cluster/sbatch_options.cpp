#include "cluster/sbatch_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.hpp"

namespace hilspace::cluster {
namespace {

struct Own {
  std::string_view name;
  char letter;  // 0: none
  std::string_view why;
};
constexpr std::string_view kSaid = "submit itself passes that option to sbatch; remove it";
constexpr std::array kOwn{
    Own{"array", 'a', kSaid},
    Own{"dependency", 'd', kSaid},
    Own{"parsable", 0, kSaid},
    Own{"wrap", 0, kSaid},
    Own{"open-mode", 0, kSaid},
    Own{"output", 'o', "hilspace status expects the logs in their default place; remove it"},
    Own{"signal", 0,
        "tasks are stopped by a signal of their own; use submit --signal-before SECONDS instead"},
    Own{"no-requeue", 0, "tasks requeue themselves before their time limit; remove it"},
    Own{"wait", 'W', "the merge is submitted immediately after the chunks; remove it"},
    Own{"test-only", 0, "it would submit nothing; use submit --dry-run instead"},
};

/// Letters and names of sbatch options that do not take the next word as their value, in any version.
constexpr std::string_view kBareLetters = "bhHIkOQRsuvVW";
constexpr std::array<std::string_view, 23> kBareNames{
    "batch",      "contiguous", "exclusive",     "get-user-env", "help",          "hold",
    "immediate",  "ignore-pbs", "nice",          "no-kill",      "no-rotate",     "overcommit",
    "propagate",  "quiet",      "reboot",        "requeue",      "oversubscribe", "share",
    "spread-job", "usage",      "use-min-nodes", "verbose",      "version"};

[[noreturn]] void refuse(const std::string& word, std::string_view why) {
  throw InputError(fmt::format("{}: {}", word, why));
}

/// Checks "--name" or "--name=value"; returns whether the next word may be its value.
bool check_long(const std::string& word) {
  const auto equals = word.find('=');
  const std::string_view name =
      std::string_view(word).substr(2, equals == std::string::npos ? equals : equals - 2);
  if (name.empty())
    refuse(word, "ends the options, so sbatch would take the next word for the script; remove it");
  for (const Own& own : kOwn)
    if (own.name.starts_with(name)) refuse(word, own.why);
  return equals == std::string::npos &&
         std::ranges::none_of(kBareNames, [&](std::string_view bare) { return bare.starts_with(name); });
}

/// Checks "-x", "-xVALUE" or "-xyVALUE", where x takes no value; returns whether the next word may be its
/// value.
bool check_letters(const std::string& word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    for (const Own& own : kOwn)
      if (own.letter == word[i]) refuse(word, own.why);
    if (kBareLetters.find(word[i]) == std::string_view::npos) return i + 1 == word.size();
  }
  return false;
}

}  // namespace

void check_sbatch_options(std::span<const std::string> words) {
  bool takes_value = false;
  for (const std::string& word : words) {
    if (word.starts_with("--"))
      takes_value = check_long(word);
    else if (word.size() > 1 && word.front() == '-')
      takes_value = check_letters(word);
    else if (!takes_value)
      refuse(word, "is not an option, and sbatch would take it for the script; write --NAME=VALUE");
    else
      takes_value = false;
  }
}

}  // namespace hilspace::cluster
