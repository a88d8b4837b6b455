// hilspace new: a commented study, ready to run.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "results/disk/atomic_file.hpp"
#include "study/notation/nearest.hpp"
#include "templates/templates.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

const EmbeddedText& template_named(const std::string& name) {
  const auto templates = study_templates();
  const auto found = std::ranges::find(templates, name, &EmbeddedText::name);
  if (found != templates.end()) return *found;
  std::vector<std::string_view> names;
  for (const auto& its : templates) names.push_back(its.name);
  throw InputError(fmt::format("there is no template '{}'; {}", name, study::suggestion(name, names)));
}

/// The question that the study answers: its first line.
std::string_view question(const EmbeddedText& its) {
  return its.text.substr(0, its.text.find('\n')).substr(2);
}

void write_new(const std::string& output, std::string_view text) {
  const results::Place place = check_writable(output);
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(place.file(), error)))
    throw InputError(fmt::format("{}: is there already, and is kept; name another file with -o", output));
  results::AtomicFile file(place);
  file.write(0, text.data(), text.size());
  file.commit();
}

}  // namespace

int new_study(std::span<const std::string> arguments) {
  CommandLine line("hilspace new [TEMPLATE] [-o study.toml]", "template", 0, 1);
  line.example("hilspace new axial -o mine.toml");
  std::string about = "Writes a commented study, ready to run. Templates, the first one by default:\n";
  for (const auto& its : study_templates()) about += fmt::format("\n  {:<10} {}", its.name, question(its));
  line.about(about);
  line.option<std::string>("output,o", "FILE", "file to write; one that is there is kept; -: standard output",
                           "study.toml");
  std::vector<std::string_view> names;
  for (const auto& its : study_templates()) names.push_back(its.name);
  line.choices(names);
  line.flag("list", "print the names of the templates");
  if (!line.parse(arguments)) return kDone;

  if (line.has("list")) {
    for (const auto& its : study_templates()) fmt::print("{:<10} {}\n", its.name, question(its));
    return kDone;
  }
  const EmbeddedText& its =
      line.arguments().empty() ? study_templates().front() : template_named(line.argument());
  const auto output = line.get<std::string>("output");
  if (output == "-") {
    fmt::print("{}", its.text);
    return kDone;
  }
  write_new(output, its.text);
  fmt::print("{}: {}\nhilspace check {} says what it would run\n", output, question(its), output);
  return kDone;
}

}  // namespace hilspace::app
