#pragma once
// Keys as dotted paths, and messages for unknown ones.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilspace::study {

/// "chaser" and "mass" joined with a dot; `key` itself at the root, where `table` is empty.
std::string join(std::string_view table, std::string_view key);

/// Whether `path` is a table that holds one of these keys.
bool is_table(std::string_view path, std::span<const std::string_view> keys);

/// Whether it consists of letters, digits, _ and - only, as a TOML key without quotes.
bool is_bare_name(std::string_view name);

/// "chaser.mas: unknown key; did you mean chaser.mass?" with respect to the keys known at that place.
std::string unknown_key(std::string_view path, std::span<const std::string_view> keys);

}  // namespace hilspace::study
