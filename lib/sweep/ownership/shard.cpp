#include "sweep/ownership/shard.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "core/count_text.hpp"
#include "core/error.hpp"

namespace hilspace::sweep {
namespace {

/// Returns 0 if it is not a number.
std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const auto slash = text.find('/');
  Shard shard{0, 0};
  if (slash != std::string::npos)
    shard = {number(std::string_view(text).substr(0, slash)),
             number(std::string_view(text).substr(slash + 1))};
  if (shard.index == 0 || shard.count == 0 || shard.index > shard.count)
    throw InputError(fmt::format(
        "--shard {}: write --shard I/N with I from 1 to N, for example --shard 1/4 for the first quarter",
        text));
  return shard;
}

std::string text_of(Shard shard) { return fmt::format("{}/{}", shard.index, shard.count); }

results::Range range_of(Shard shard, std::uint64_t total) {
  if (shard.count > total)
    throw InputError(fmt::format("--shard {}: the study has {}, and so at most {}", text_of(shard),
                                 counted(total, "scenario"), counted(total, "shard")));
  const auto before = [&](std::uint64_t shards) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(total) * shards / shard.count);
  };
  return {before(shard.index - 1), before(shard.index)};
}

}  // namespace hilspace::sweep
