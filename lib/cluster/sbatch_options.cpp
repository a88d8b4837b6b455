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
constexpr std::string_view kSaid = "submit itself says that to sbatch; leave it out";
constexpr std::array kOwn{
    Own{"array", 'a', kSaid},
    Own{"dependency", 'd', kSaid},
    Own{"parsable", 0, kSaid},
    Own{"wrap", 0, kSaid},
    Own{"open-mode", 0, kSaid},
    Own{"output", 'o', "the logs lie where hilspace status looks for them; leave it out"},
    Own{"signal", 0, "tasks stop at a signal of their own; say submit --signal-before SECONDS instead"},
    Own{"no-requeue", 0, "tasks requeue themselves before their time limit; leave it out"},
    Own{"wait", 'W', "the merge is submitted right behind the chunks; leave it out"},
    Own{"test-only", 0, "then nothing is submitted; say submit --dry-run instead"},
};

/// Letters and names of sbatch that take no value from the next word, in any of its versions.
constexpr std::string_view kBareLetters = "bhHIkOQRsuvVW";
constexpr std::array<std::string_view, 23> kBareNames{
    "batch",      "contiguous", "exclusive",     "get-user-env", "help",          "hold",
    "immediate",  "ignore-pbs", "nice",          "no-kill",      "no-rotate",     "overcommit",
    "propagate",  "quiet",      "reboot",        "requeue",      "oversubscribe", "share",
    "spread-job", "usage",      "use-min-nodes", "verbose",      "version"};

[[noreturn]] void refuse(const std::string& word, std::string_view why) {
  throw InputError(fmt::format("{}: {}", word, why));
}

/// Of "--name" or "--name=value"; whether the next word may be its value.
bool check_long(const std::string& word) {
  const auto equals = word.find('=');
  const std::string_view name =
      std::string_view(word).substr(2, equals == std::string::npos ? equals : equals - 2);
  if (name.empty())
    refuse(word, "ends the options, and what follows would be taken for the script; leave it out");
  for (const Own& own : kOwn)
    if (own.name.starts_with(name)) refuse(word, own.why);
  return equals == std::string::npos &&
         std::ranges::none_of(kBareNames, [&](std::string_view bare) { return bare.starts_with(name); });
}

/// Of "-x", "-xVALUE" or "-xyVALUE", where x takes no value; whether the next word may be its value.
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
      refuse(word, "is no option, and sbatch would take it for the script; write --NAME=VALUE");
    else
      takes_value = false;
  }
}

}  // namespace hilspace::cluster
