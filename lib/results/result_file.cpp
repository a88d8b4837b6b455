#include "results/result_file.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>

#include "results/context.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"
#include "results/recording.hpp"
#include "results/schema.hpp"
#include "results/trace_group.hpp"
#include "results/virtual_result.hpp"

namespace hilspace::results {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string text_or_nothing(hid_t object, const char* name) {
  return h5::text_attribute(object, name).value_or("");
}

std::string last_name(hid_t object) {
  std::string path(static_cast<std::size_t>(std::max<ssize_t>(H5Iget_name(object, nullptr, 0), 0)), '\0');
  H5Iget_name(object, path.data(), path.size() + 1);
  return path.substr(path.rfind('/') + 1);
}

std::string scale_name(hid_t scale) {
  std::string name(512, '\0');
  if (H5DSget_scale_name(scale, name.data(), name.size()) < 0) return {};
  return name.c_str();
}

/// A dimension as the file has it.
struct Scale {
  std::string name;
  std::int64_t order;  // _Netcdf4Dimid
  std::size_t size;
  bool pure;  // has no coordinate
};

std::optional<Scale> scale_of(hid_t dataset, const std::string& name) {
  if (H5DSis_scale(dataset) <= 0) return std::nullopt;
  return Scale{name, h5::integer_attribute(dataset, "_Netcdf4Dimid").value_or(0), h5::size(dataset),
               scale_name(dataset).starts_with(kPureDimension)};
}

std::vector<std::string> dimensions_of(hid_t dataset, const std::string& name) {
  if (H5DSis_scale(dataset) > 0) return {name};
  std::vector<std::string> names;
  const auto take = [](hid_t, unsigned, hid_t scale, void* out) -> herr_t {
    *static_cast<std::string*>(out) = last_name(scale);
    return 1;
  };
  for (unsigned k = 0; k < h5::shape(dataset).size(); ++k) {
    std::string dimension;
    h5::check(H5DSiterate_scales(dataset, k, nullptr, take, &dimension));
    names.push_back(dimension);
  }
  return names;
}

/// NaN where it is not there.
double number_or_nothing(hid_t object, const char* name) {
  return h5::number_attribute(object, name).value_or(std::numeric_limits<double>::quiet_NaN());
}

Variable read_variable(hid_t dataset, const std::string& name) {
  Variable variable{name,
                    text_or_nothing(dataset, "units"),
                    text_or_nothing(dataset, "long_name"),
                    number_or_nothing(dataset, "numerical_error"),
                    dimensions_of(dataset, name),
                    {},
                    {},
                    words(text_or_nothing(dataset, "flag_meanings")),
                    number_or_nothing(dataset, "numerical_error_p95")};
  if (h5::holds_text(dataset))
    variable.texts = h5::read_texts(dataset);
  else if (h5::is_virtual(dataset))
    variable.values.resize(h5::size(dataset));  // to be filled from where they are
  else
    variable.values = h5::read(dataset);
  return variable;
}

/// How many samples are whole in a file that was recorded; nothing: all of them.
std::optional<std::size_t> whole_samples(hid_t file) {
  const std::string name(kRecorded);
  if (!h5::exists(file, name)) return std::nullopt;
  return static_cast<std::size_t>(h5::read(h5::open_dataset(file, name)).at(0));
}

/// Groups with a `time`, at any depth.
void add_trace_groups(hid_t parent, const std::string& path, std::vector<TraceGroup>& found) {
  const h5::Id group = h5::open_group(parent, path);
  const auto names = h5::children(group);
  if (std::ranges::find(names, "time") == names.end()) {
    for (const auto& name : names)
      if (!h5::is_dataset(group, name)) add_trace_groups(parent, path + "/" + name, found);
    return;
  }
  const h5::Id time = h5::open_dataset(group, "time");
  TraceGroup trace{path, {}, h5::size(time)};
  for (const auto& name : names)
    if (name == kImpacts)
      trace.impacts = h5::size(h5::open_dataset(h5::open_group(group, name), "impact"));
    else if (name != "time" && h5::is_dataset(group, name))
      trace.channels.push_back(name);
  if (trace.samples > 0) {
    h5::read_from(time, 0, {&trace.begin, 1});
    h5::read_from(time, trace.samples - 1, {&trace.end, 1});
  }
  found.push_back(std::move(trace));
}

/// In "traces/17/hil": 17.
std::optional<std::uint64_t> scenario_in(const std::string& path) {
  constexpr std::string_view kTraces = "traces/";
  if (!path.starts_with(kTraces)) return std::nullopt;
  std::uint64_t index = 0;
  const char* const begin = path.data() + kTraces.size();
  const char* const end = path.data() + path.size();
  const auto [behind, error] = std::from_chars(begin, end, index);
  return error == std::errc() && behind != end && *behind == '/' ? std::optional(index) : std::nullopt;
}

/// What its writer had no time to make whole is not there.
void leave_out_what_is_not_whole(hid_t file, ResultFile& result) {
  const auto whole = whole_samples(file);
  for (TraceGroup& trace : result.traces) {
    if (!whole || *whole >= trace.samples) continue;
    trace.samples = *whole;
    trace.begin = trace.end = 0.0;
    if (trace.samples == 0) continue;
    const h5::Id time = h5::open_dataset(file, trace.path + "/time");
    h5::read_from(time, 0, {&trace.begin, 1});
    h5::read_from(time, trace.samples - 1, {&trace.end, 1});
  }
}

void find_scenarios(hid_t file, ResultFile& result) {
  leave_out_what_is_not_whole(file, result);
  const auto index = h5::integer_attribute(file, "scenario_index");
  // Of a campaign each run names its scenario.
  const auto scenarios =
      result.is_campaign ? h5::read(h5::open_dataset(file, "scenario")) : std::vector<double>{};
  for (TraceGroup& group : result.traces) {
    group.scenario = scenario_in(group.path);
    if (result.is_trace && index && *index >= 0) group.scenario = static_cast<std::uint64_t>(*index);
    if (result.is_campaign && group.scenario && *group.scenario < scenarios.size())
      group.scenario = static_cast<std::uint64_t>(scenarios[*group.scenario]);
  }
}

ResultFile read_head(hid_t file, const std::filesystem::path& path) {
  const Header header =
      read_header(file, path, {FileKind::result, FileKind::trace, FileKind::campaign, FileKind::table});
  ResultFile result;
  result.title = text_or_nothing(file, "title");
  result.study = text_or_nothing(file, "study");
  result.identity = header.identity;
  result.is_trace = header.kind == FileKind::trace;
  result.is_campaign = header.kind == FileKind::campaign;
  result.is_table = header.kind == FileKind::table;
  result.attributes = h5::attributes(file);
  return result;
}

void read_contents(hid_t file, const std::filesystem::path& path, ResultFile& result) {
  std::vector<Scale> scales;
  std::vector<std::string> auxiliary;  // coordinates that are no dimensions
  std::vector<Variable> variables;
  std::vector<std::size_t> elsewhere;  // of these, whose numbers are in parts
  for (const auto& name : h5::children(file)) {
    if (!h5::is_dataset(file, name)) {
      add_trace_groups(file, name, result.traces);
      continue;
    }
    const h5::Id dataset = h5::open_dataset(file, name);
    const auto scale = scale_of(dataset, name);
    if (scale) scales.push_back(*scale);
    if (scale && scale->pure) continue;
    if (scale) auxiliary.push_back(name);
    for (auto& word : words(text_or_nothing(dataset, "coordinates"))) auxiliary.push_back(word);
    if (h5::is_virtual(dataset)) elsewhere.push_back(variables.size());
    variables.push_back(read_variable(dataset, name));
  }
  if (!elsewhere.empty()) {
    std::vector<Variable*> unfilled;
    for (const std::size_t i : elsewhere) unfilled.push_back(&variables[i]);
    read_from_sources(read_sources(file, path), result.identity, unfilled, path);
  }
  std::ranges::sort(scales, {}, &Scale::order);
  for (const auto& scale : scales) {
    result.dimension_names.push_back(scale.name);
    result.shape.push_back(scale.size);
  }
  for (auto& variable : variables) {
    const bool is_coordinate = std::ranges::find(auxiliary, variable.name) != auxiliary.end();
    (is_coordinate ? result.coordinates : result.variables).push_back(std::move(variable));
  }
}

}  // namespace

ResultFile read_result(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    ResultFile result = read_head(file, path);
    read_contents(file, path, result);
    find_scenarios(file, result);
    return result;
  });
}

ResultFile inspect_traces(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    ResultFile result = read_head(file, path);
    for (const auto& name : h5::children(file))
      if (!h5::is_dataset(file, name)) add_trace_groups(file, name, result.traces);
    find_scenarios(file, result);
    return result;
  });
}

std::vector<Variable> read_trace_group(const std::filesystem::path& path, const std::string& group_path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    read_header(file, path, {FileKind::result, FileKind::trace, FileKind::campaign});
    const h5::Id group = h5::open_group(file, group_path);
    std::vector<Variable> variables;
    for (const auto& name : h5::children(group))
      if (h5::is_dataset(group, name))
        variables.push_back(read_variable(h5::open_dataset(group, name), name));
    if (const auto whole = whole_samples(file))
      for (Variable& variable : variables)
        if (variable.values.size() > *whole && variable.dimensions == std::vector<std::string>{"time"})
          variable.values.resize(*whole);
    return variables;
  });
}

Identity inspect_result(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    Identity found = read_header(file, path, {FileKind::result}).identity;
    read_from_sources(read_sources(file, path), found, {}, path);
    return found;
  });
}

bool is_virtual(const std::filesystem::path& path) {
  const h5::File file = open_file(path);
  return reading(path, [&] {
    read_header(file, path, {FileKind::result});
    return !read_sources(file, path).empty();
  });
}

}  // namespace hilspace::results
