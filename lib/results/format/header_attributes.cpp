#include "results/format/header_attributes.hpp"

#include "results/format/identity.hpp"

namespace hilspace::results {

std::vector<std::pair<std::string, HeaderValue>> header_attributes(FileKind kind, const study::Study& study,
                                                                   bool with_study) {
  const Identity whose = identity(study);
  std::vector<std::pair<std::string, HeaderValue>> attributes{
      {"Conventions", "CF-1.10"},
      {"title", study.title},
      {"program", std::string(kProgram)},
      {"program_version", whose.program_version},
      {"revision", whose.revision},
      {"file_kind", std::string(kFileKinds[static_cast<std::size_t>(kind)])},
      {"format_version", kFormatVersion},
      {"study_sha256", whose.study_sha256},
  };
  if (with_study) attributes.emplace_back("study", study.resolved);
  attributes.emplace_back("seed", static_cast<std::int64_t>(study.seed));
  return attributes;
}

}  // namespace hilspace::results
