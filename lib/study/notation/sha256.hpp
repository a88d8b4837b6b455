#pragma once
// Digest of a study. The only use of OpenSSL.

#include <string>
#include <string_view>

namespace hilspace::study {

/// SHA-256 of a text, as 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace hilspace::study
