#include "results/format/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/context.hpp"
#include "study/notation/sha256.hpp"

namespace hilspace::results {
namespace {

constexpr std::int64_t kOldestFormat = 1;

constexpr std::array<std::string_view, 5> kDescriptions{
    // in the order of FileKind
    "a part of a result",
    "a finished result",
    "a trace of one scenario",
    "the result of a campaign on the rig",
    "a table written by an analysis",
};
std::string_view described(FileKind kind) { return kDescriptions[static_cast<std::size_t>(kind)]; }

/// What to do about a file of that kind where another one is wanted, be it to read or to replace.
std::string refusal(FileKind kind, std::initializer_list<FileKind> wanted) {
  if (kind == FileKind::part) return "merge it with the other parts first";
  return wanted.size() == 1 ? fmt::format("name {}, or another file", described(*wanted.begin()))
                            : "name another file";
}

std::string required_text(hid_t file, const std::filesystem::path& path, const char* name) {
  auto text = h5::text_attribute(file, name);
  if (!text) refuse_damaged(path, fmt::format("attribute '{}' is missing", name));
  return *std::move(text);
}

}  // namespace

void write_header(hid_t file, FileKind kind, const study::Study& study, bool with_study) {
  for (const auto& attribute : header_attributes(kind, study, with_study))
    std::visit(
        [&](const auto& of_its_type) { h5::write_attribute(file, attribute.first.c_str(), of_its_type); },
        attribute.second);
}

Header read_header(hid_t file, const std::filesystem::path& path, std::initializer_list<FileKind> wanted) {
  if (h5::text_attribute(file, "program") != kProgram) refuse_foreign(path, "was not written by hilspace");
  const std::int64_t format = h5::integer_attribute(file, "format_version").value_or(0);
  if (format < kOldestFormat || format > kFormatVersion)
    refuse(
        path,
        fmt::format("has file format {}, this program knows {} to {}", format, kOldestFormat, kFormatVersion),
        "use the version of hilspace that wrote it");
  const std::string kind = required_text(file, path, "file_kind");
  const auto found = std::ranges::find(kFileKinds, kind);
  if (found == kFileKinds.end()) refuse_damaged(path, fmt::format("unknown kind of file '{}'", kind));
  Header header{static_cast<FileKind>(found - kFileKinds.begin()),
                format,
                {required_text(file, path, "study_sha256"), required_text(file, path, "program_version"),
                 required_text(file, path, "revision")}};
  if (std::ranges::find(wanted, header.kind) == wanted.end())
    throw InputError(
        fmt::format("{}: is {}; {}", path.string(), described(header.kind), refusal(header.kind, wanted)));
  return header;
}

std::string read_study(hid_t file, const std::filesystem::path& path, const Header& header) {
  std::string text = required_text(file, path, "study");
  if (study::sha256(text) != header.identity.study_sha256)
    refuse_damaged(path, "attribute 'study' does not match its digest");
  return text;
}

}  // namespace hilspace::results
