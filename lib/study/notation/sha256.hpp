#pragma once
// The fingerprint of a study. The one gate to OpenSSL.

#include <string>
#include <string_view>

namespace hilspace::study {

/// SHA-256 of a text, as 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace hilspace::study
