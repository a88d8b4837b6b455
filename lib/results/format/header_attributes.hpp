#pragma once
// Header attributes: what a file says of itself and of the run at its root, by name.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "study/study.hpp"

namespace hilspace::results {

enum class FileKind { part, result, trace, campaign, table };

using HeaderValue = std::variant<std::string, std::int64_t>;

/// In the order of the file. The study's text is left out if `with_study` is false; its digest is always present.
std::vector<std::pair<std::string, HeaderValue>> header_attributes(FileKind kind, const study::Study& study,
                                                                   bool with_study = true);

inline constexpr std::string_view kProgram = "hilspace";
/// Format of the files that this program writes.
inline constexpr std::int64_t kFormatVersion = 2;
/// Names of the kinds in a file, in their order.
inline constexpr std::array<std::string_view, 5> kFileKinds{"part", "result", "trace", "campaign", "table"};

}  // namespace hilspace::results
