#include "cluster/submission.hpp"

#include <fmt/format.h>

#include <cctype>
#include <utility>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"
#include "study/notation/document.hpp"

namespace hilspace::cluster {
namespace fs = std::filesystem;
namespace files = results::files;
namespace {

/// The keys of a submission.toml.
class Reader {
 public:
  Reader(const std::string& text, std::string name)
      : name_(std::move(name)), table_(study::read_document(text, study::Findings(name_))) {}

  template <class T>
  const T& get(const char* key) const {
    const study::Entry* entry = study::find(table_, key);
    const T* value = entry != nullptr ? entry->value.as<T>() : nullptr;
    if (value == nullptr) fail(key);
    return *value;
  }
  std::uint64_t number(const char* key) const { return positive(get<std::int64_t>(key), key); }
  std::uint64_t positive(std::int64_t value, const char* key) const {
    if (value < 1) fail(key);
    return static_cast<std::uint64_t>(value);
  }
  [[noreturn]] void fail(const char* key) const {
    throw RunError(fmt::format("{}: {}: is missing or damaged; --fresh starts over", name_, key));
  }

 private:
  std::string name_;
  study::Table table_;
};

}  // namespace

std::string text_of(const Submission& submission) {
  std::string text = fmt::format(
      "# State of a submission, read and written by hilspace submit. Do not edit.\n"
      "submitted = {}\nprogram_version = {}\nrevision = {}\nstudy_sha256 = {}\n"
      "scenarios = {}\nchunks = {}\narray_job = {}\nmerge_job = {}\n",
      study::toml_string(submission.submitted), study::toml_string(submission.identity.program_version),
      study::toml_string(submission.identity.revision), study::toml_string(submission.identity.study_sha256),
      submission.scenarios, submission.chunks, study::toml_string(submission.array_job),
      study::toml_string(submission.merge_job));
  std::vector<std::string> quoted;
  for (const auto& option : submission.options) quoted.push_back(study::toml_string(option));
  text += fmt::format("options = [{}]\n", fmt::join(quoted, ", "));
  text += "tasks = [  # chunks of task 1, 2, ...\n";
  for (const auto& chunks : submission.tasks) text += fmt::format("  [{}],\n", fmt::join(chunks, ", "));
  return text + "]\n";
}

Submission parse_submission(const std::string& text, const std::string& name) try {
  const Reader reader(text, name);
  Submission submission;
  submission.submitted = reader.get<std::string>("submitted");
  submission.identity = {reader.get<std::string>("study_sha256"), reader.get<std::string>("program_version"),
                         reader.get<std::string>("revision")};
  submission.scenarios = reader.number("scenarios");
  submission.chunks = reader.number("chunks");
  submission.array_job = reader.get<std::string>("array_job");
  submission.merge_job = reader.get<std::string>("merge_job");
  for (const auto& option : reader.get<study::Array>("options")) {
    if (option.as<std::string>() == nullptr) reader.fail("options");
    submission.options.push_back(*option.as<std::string>());
  }
  for (const auto& task : reader.get<study::Array>("tasks")) {
    if (task.as<study::Array>() == nullptr) reader.fail("tasks");
    Chunks chunks;
    for (const auto& chunk : *task.as<study::Array>()) {
      if (chunk.as<std::int64_t>() == nullptr) reader.fail("tasks");
      chunks.push_back(reader.positive(*chunk.as<std::int64_t>(), "tasks"));
      if (chunks.back() > submission.chunks) reader.fail("tasks");
    }
    submission.tasks.push_back(std::move(chunks));
  }
  return submission;
} catch (const InputError& error) {  // not TOML
  throw RunError(error.what());
}

// Jobs run in other working directories, so paths are absolute.
ChunkFolder::ChunkFolder(const fs::path& output)
    : path_(fs::absolute(output).lexically_normal().string() + ".chunks") {}

fs::path ChunkFolder::chunk(std::uint64_t number) const { return path_ / fmt::format("{:05}.h5", number); }
fs::path ChunkFolder::chunk_log(std::uint64_t number) const {
  return logs() / fmt::format("{:05}.log", number);
}
fs::path ChunkFolder::task_log(std::uint64_t task) const { return logs() / fmt::format("task-{}.log", task); }
fs::path ChunkFolder::task_times(std::uint64_t task) const {
  return logs() / fmt::format("task-{}.times", task);
}

std::optional<Submission> ChunkFolder::submission() const {
  const fs::path file = record();
  if (!files::exists(file)) return std::nullopt;
  return parse_submission(files::read_text(file), file.string());
}

void ChunkFolder::write(const Submission& submission) const { write(record(), text_of(submission)); }

void ChunkFolder::write(const fs::path& file, const std::string& text) const {
  results::remove_leftovers(file, results::Writers::none);  // the submitter holds the folder's lock
  results::AtomicFile written(file);
  written.write(0, text.data(), text.size());
  written.commit();
}

void ChunkFolder::clear() const {
  std::vector<fs::path> old{logs()};
  for (const auto& file : files::list(path_)) {
    const std::string name = file.filename().string();
    const auto digits = name.find_first_not_of("0123456789");
    if (digits >= 5 && digits != std::string::npos &&
        (name.substr(digits) == ".h5" || name.substr(digits) == ".h5.parts"))
      old.push_back(file);
  }
  for (const auto& path : old) files::remove_all(path);
}

}  // namespace hilspace::cluster
