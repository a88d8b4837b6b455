#include "results/reading/result_file.hpp"

#include <algorithm>

#include "results/h5/context.hpp"
#include "results/h5/heap_check.hpp"
#include "results/parts/virtual_result.hpp"
#include "results/reading/group_reader.hpp"
#include "results/reading/result_reader.hpp"

namespace hilspace::results {
namespace {

/// In Python h5py may share our HDF5, and what it reads may need plugins, which h5::File turns off.
class KeepPlugins {
 public:
  KeepPlugins() { h5::check(H5PLget_loading_state(&allowed_)); }
  ~KeepPlugins() { H5PLset_loading_state(allowed_); }
  KeepPlugins(const KeepPlugins&) = delete;
  KeepPlugins& operator=(const KeepPlugins&) = delete;

 private:
  unsigned allowed_ = 0;
};

}  // namespace

ResultFile read_result(const std::filesystem::path& path) {
  ResultReader reader(path);
  ResultFile result = reader.contents();
  for (auto* variables : {&result.coordinates, &result.variables})
    for (Variable& variable : *variables)
      if (variable.holds_texts)
        variable.texts = reader.texts(variable);
      else
        variable.values = reader.numbers(variable);
  return result;
}

ResultFile read_head(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] { return read_root(file, path, read_any_header(file, path)); });
}

ResultFile inspect_traces(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] { return read_traces(file, path, read_any_header(file, path)); });
}

std::vector<Variable> read_trace_group(const std::filesystem::path& path, const std::string& group) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    const Header header = read_header(file, path, {FileKind::result, FileKind::trace, FileKind::campaign});
    return read_group(file, group, header);
  });
}

study::Study stored_study(std::string_view text, const std::filesystem::path& file) {
  return study::parse(text, file.string() + ", its study", {}, known_metrics());
}

Identity inspect_result(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    const Header header = read_header(file, path, {FileKind::result});
    Sources(file, path, header).check();
    return header.identity;
  });
}

bool is_part(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    const Header header = read_header(
        file, path, {FileKind::part, FileKind::result, FileKind::trace, FileKind::campaign, FileKind::table});
    return header.kind == FileKind::part;
  });
}

bool is_virtual(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    read_header(file, path, {FileKind::result});
    return h5::exists(file, kSources);
  });
}

void check_for_others(const std::filesystem::path& path) {
  const KeepPlugins keep;
  const h5::File file = open_file(path);
  reading(path, [&] {
    h5::check_heaps(file);
    if (h5::exists(file, kSources)) Sources(file, path, read_header(file, path, {FileKind::result})).check();
  });
}

}  // namespace hilspace::results
