#include "sweep/ownership/extension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/count_text.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "results/disk/files.hpp"
#include "results/reading/result_file.hpp"
#include "study/changes.hpp"
#include "study/write_back.hpp"

namespace hilspace::sweep {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw InputError(fmt::format("{}: cannot be extended: {}; --fresh replaces it, another -o keeps it",
                               file.string(), what));
}

bool begins_with(const study::Axis& whole, const study::Axis& first) {
  for (std::size_t p = 0; p < first.values.size(); ++p)
    if (!std::equal(first.values[p].begin(), first.values[p].end(), whole.values[p].begin())) return false;
  return true;
}

/// Obstacle to extending `old` to `study`; empty if there is none.
std::string obstacle(const study::Study& old, const study::Study& study) {
  if (!study.design || !old.design)
    return "only studies with a sampled design can be extended, and one of the two has none";
  const auto& type = sampling::named(study.design->setup.type);
  const auto& its_axis = old.axes.front();
  const auto& axis = study.axes.front();
  if (old.design->setup.type == study.design->setup.type && its_axis.parameters == axis.parameters) {
    study::Study grown = old;
    grown.design->setup.samples = study.design->setup.samples;
    grown.axes = study.axes;
    if (const auto text = study::write_back(grown); text != study.resolved)
      return "it is of another study: " + study::changes(text, study.resolved);
  } else {
    return "it is of another study: " + study::changes(old.resolved, study.resolved);
  }
  if (!type.grows)
    return fmt::format("a {} design cannot be extended: with more samples all its points change", type.name);
  if (its_axis.size() > axis.size())
    return fmt::format("it already has {}, and this study has {}", counted(its_axis.size(), "scenario"),
                       grouped(axis.size()));
  if (!begins_with(axis, its_axis)) return "its points are not the first points of this study";
  return {};
}

}  // namespace

std::optional<results::PartInfo> smaller_result(const std::filesystem::path& file,
                                                const study::Study& study) {
  if (!results::files::exists(file))
    throw InputError(file.string() + ": there is nothing to extend; run without --extend");
  const results::Identity found = results::inspect_result(file), wanted = results::identity(study);
  if (found == wanted) return std::nullopt;
  if (const auto what =
          results::difference({wanted.study_sha256, found.program_version, found.revision}, wanted);
      !what.empty())
    refuse(file, "it " + what);
  const study::Study old = results::stored_study(results::inspect_traces(file).study, file);
  if (const auto what = obstacle(old, study); !what.empty()) refuse(file, what);
  return results::result_as_part(file);
}

bool is_smaller_result(const std::filesystem::path& file, const study::Study& study) {
  try {
    return smaller_result(file, study).has_value();
  } catch (const std::exception&) {  // unreadable for any reason counts as no
    return false;
  }
}

}  // namespace hilspace::sweep
