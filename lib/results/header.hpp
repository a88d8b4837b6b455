#pragma once
// The root attributes every file of ours begins with: what it is, and whose numbers are in it.

#include <filesystem>
#include <initializer_list>

#include "results/h5.hpp"
#include "results/identity.hpp"

namespace hilspace::results {

enum class FileKind { part, result, trace, campaign, table };

void write_header(hid_t file, FileKind kind, const study::Study& study);

struct Header {
  FileKind kind;
  Identity identity;
};
/// Throws RunError when `path` is none of ours or none of the kinds wanted.
Header read_header(hid_t file, const std::filesystem::path& path, std::initializer_list<FileKind> wanted);

}  // namespace hilspace::results
