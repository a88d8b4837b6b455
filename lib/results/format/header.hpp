#pragma once
// The root attributes every file of ours begins with: what it is, and whose numbers are in it.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "results/format/identity.hpp"
#include "results/h5/h5.hpp"

namespace hilspace::results {

enum class FileKind { part, result, trace, campaign, table };

/// Without the study's text where `with_study` is false: its digest is there all the same.
void write_header(hid_t file, FileKind kind, const study::Study& study, bool with_study = true);

struct Header {
  FileKind kind;
  std::int64_t format;  // 1: of before there were checksums
  Identity identity;
};
/// From this format on texts have digests.
inline constexpr std::int64_t kFirstCheckedFormat = 2;
/// Throws RunError when `path` is none of ours or none of the kinds wanted.
Header read_header(hid_t file, const std::filesystem::path& path, std::initializer_list<FileKind> wanted);

/// The resolved text of the study in a file with this header. Throws RunError when it is not there, or not
/// the one whose digest the header has.
std::string read_study(hid_t file, const std::filesystem::path& path, const Header& header);

}  // namespace hilspace::results
