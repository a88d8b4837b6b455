#include "results/format/identity.hpp"

#include <fmt/format.h>

#include "core/version.hpp"

namespace hilspace::results {

Identity identity(const study::Study& study) {
  return {study.sha256, std::string(version()), std::string(revision())};
}

std::string difference(const Identity& found, const Identity& expected) {
  if (found.study_sha256 != expected.study_sha256)
    return fmt::format("belongs to another study (sha256 {:.12}..., here {:.12}...)", found.study_sha256,
                       expected.study_sha256);
  if (found.program_version != expected.program_version)
    return fmt::format("was computed by version {} of the program (this is {})", found.program_version,
                       expected.program_version);
  if (found.revision != expected.revision)
    return fmt::format("was computed by revision {} of the program (this is {})", found.revision,
                       expected.revision);
  return {};
}

}  // namespace hilspace::results
