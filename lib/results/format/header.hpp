#pragma once
// Header: the root attributes at the start of every hilspace file, its kind and the identity of its numbers.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "results/format/header_attributes.hpp"
#include "results/format/identity.hpp"
#include "results/h5/h5.hpp"

namespace hilspace::results {

/// The study's text is left out if `with_study` is false.
void write_header(hid_t file, FileKind kind, const study::Study& study, bool with_study = true);

struct Header {
  FileKind kind;
  std::int64_t format;  // 1: before checksums were introduced
  Identity identity;
};
/// First format in which texts have digests.
inline constexpr std::int64_t kFirstCheckedFormat = 2;
/// Throws RunError when `path` is not a hilspace file, and InputError when it is of none of the wanted kinds.
Header read_header(hid_t file, const std::filesystem::path& path, std::initializer_list<FileKind> wanted);

/// The resolved text of the study in a file with this header. Throws RunError when it is missing or does not
/// match the header's digest.
std::string read_study(hid_t file, const std::filesystem::path& path, const Header& header);

}  // namespace hilspace::results
