#include "study/study.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <string>
#include <string_view>
#include <system_error>

#include "core/error.hpp"
#include "study/checks/checks.hpp"
#include "study/notation/sha256.hpp"
#include "study/reading/parts/read_mechanism.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/vectors.hpp"
#include "study/write_back.hpp"

namespace hilspace::study {
namespace {

/// HDF5 begins like this: the likely mix-up, since a result is what most other verbs read.
void refuse_result(std::string_view text, const std::string& name) {
  if (!text.starts_with("\x89HDF\r\n\x1a\n")) return;
  throw InputError(
      fmt::format("{}: is a result (HDF5), not a study; the study that it was made from is stored in it: "
                  "hilspace show {} --json prints it as attributes.study",
                  name, name == kStandardInput ? "FILE.h5" : name));
}

/// All of it; a device may never end.
std::string read_all(std::istream& stream, const std::string& name) {
  constexpr std::size_t kMost = 256'000'000, kPiece = 1 << 20;  // bytes
  std::string text;
  while (stream) {
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    stream.read(text.data() + size, static_cast<std::streamsize>(kPiece));
    text.resize(size + static_cast<std::size_t>(stream.gcount()));
    if (size == 0) refuse_result(text, name);
    if (text.size() > kMost) throw InputError(name + ": is larger than 256 MB, and no study");
  }
  if (stream.bad()) throw InputError(name + ": cannot be read");
  return text;
}

std::string read_standard_input() {
  // It comes once, and a study may be loaded again.
  static const std::string text = read_all(std::cin, std::string(kStandardInput));
  return text;
}

std::string read_file(const std::string& path) {
  if (path.empty()) throw InputError("the name of the study file is empty");
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw InputError(path + ": no such file");
  if (std::filesystem::is_directory(status)) throw InputError(path + ": is a directory, not a study file");
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) throw InputError(path + ": cannot be read");
  return read_all(file, path);
}

/// Files of the rig are no studies, and a list of all their keys would not say so.
void refuse_files_of_the_rig(const Table& root, Reading& reading) {
  const auto* study = find(root, "study");
  if (study != nullptr && study->value.as<std::string>() != nullptr && find(root, "contact") == nullptr)
    reading.findings.add(study->place,
                         "study: this is a campaign of the rig; hilspace-rig runs it, and "
                         "hilspace the study that it names");
  const auto* limits = find(root, "limits");
  if (limits != nullptr && find(root, "rig") != nullptr && find(root, "contact") == nullptr)
    reading.findings.add(limits->place,
                         "limits: this is the description of a rig, which hilspace-rig and its "
                         "campaigns read; hilspace reads studies");
  reading.findings.throw_if_any();
}

}  // namespace

Study load(const std::string& path, std::span<const Override> overrides,
           std::span<const KnownMetric> known_metrics) {
  if (path == "-") return parse(read_standard_input(), std::string(kStandardInput), overrides, known_metrics);
  return parse(read_file(path), path, overrides, known_metrics);
}

Study parse(std::string_view text, const std::string& name, std::span<const Override> overrides,
            std::span<const KnownMetric> known_metrics) {
  Reading reading(name, known_metrics);
  Table root = read_document(text, reading.findings);
  refuse_files_of_the_rig(root, reading);
  for (const auto& setting : overrides)  // the model first: it determines the other keys
    if (setting.path == "model") apply(setting, root, reading.findings);
  read_model(root, reading);
  take_vectors_apart(root, reading);
  for (const auto& setting : overrides) {
    if (setting.path == "model") continue;
    apply(setting, root, reading.findings);
    take_vectors_apart(root, reading);
  }

  check_mechanism_name(root, reading);
  read_laws(root, reading);
  read_materials(root, reading);
  read_axes(root, reading);
  read_design(root, reading);
  read_repeats(root, reading);
  read_keys(root, reading);
  check_whole(root, reading);
  reading.findings.throw_if_any();

  Study study = std::move(reading.study);
  study.resolved = write_back(study);
  study.sha256 = sha256(study.resolved);
  return study;
}

}  // namespace hilspace::study
