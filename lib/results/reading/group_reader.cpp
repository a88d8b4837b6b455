#include "results/reading/group_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "results/format/column.hpp"
#include "results/format/dimension_scales.hpp"
#include "results/format/trace_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results {
namespace {

using Whole = std::optional<std::uint64_t>;

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string text_or_nothing(hid_t group, const char* name, const std::string& of = ".") {
  return h5::text_attribute(group, name, of.c_str()).value_or("");
}

double number_or_nothing(hid_t group, const char* name, const std::string& of) {
  return h5::number_attribute(group, name, of.c_str()).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// Labels of a variable, without opening it.
Variable labelled(hid_t group, const std::string& name) {
  return {name,
          text_or_nothing(group, "units", name),
          text_or_nothing(group, "long_name", name),
          number_or_nothing(group, "numerical_error", name),
          {},
          {},
          {},
          words(text_or_nothing(group, "flag_meanings", name)),
          number_or_nothing(group, "numerical_error_p95", name)};
}

/// Number of complete samples in a recorded file; empty: all.
Whole whole_samples(hid_t file) {
  const std::string name(kRecorded);
  if (!h5::exists(file, name)) return std::nullopt;
  const h5::Handle recorded = h5::open_numbers(file, name);
  double count = 0.0;
  h5::read_box(recorded, {}, {}, {&count, 1});
  if (!(count >= 0.0 && count < 0x1p48)) throw h5::Error(fmt::format("{} holds {}", name, count));
  return static_cast<std::uint64_t>(count);
}

/// A number or text variable with dimensions and size.
Variable described(hid_t group, const std::string& name, const DimensionScales& dimensions, Whole whole) {
  Variable variable = labelled(group, name);
  const h5::Handle dataset = h5::open_dataset(group, name);
  naming(name, [&] {
    const h5::Shape shape = h5::shape(dataset);
    variable.dimensions = dimensions.of(group, name, shape.size());
    variable.size = h5::size(dataset);
    variable.holds_texts = h5::holds_texts(dataset);
    const bool grows = whole && variable.dimensions == std::vector<std::string>{"time"};
    if (grows && variable.size < *whole) throw h5::Error("is shorter than the recorded samples");
    if (grows) variable.size = *whole;
    for (std::size_t k = 0; k < shape.size() && !grows; ++k)
      if (dimensions.find(variable.dimensions[k])->size != shape[k])
        throw h5::Error("has a different size than its dimension  " + variable.dimensions[k]);
  });
  return variable;
}

/// A variable of a virtual result: it lies on all dimensions.
Variable described_elsewhere(hid_t group, const std::string& name, const DimensionScales& dimensions) {
  Variable variable = labelled(group, name);
  variable.dimensions = dimensions.of(group, name, dimensions.all().size());
  variable.size = 1;
  for (const auto& one : dimensions.all()) {
    if (one.size == 0 || one.size > (std::uint64_t{1} << 48) / variable.size)
      throw h5::Error(name + " has an impossible size");
    variable.size *= one.size;
  }
  return variable;
}

/// Metrics have a number for missing values; outcomes and ends have names; coordinates have neither.
bool is_column(hid_t group, const std::string& name) {
  return h5::number_attribute(group, "_FillValue", name.c_str()) ||
         h5::text_attribute(group, "flag_meanings", name.c_str());
}

/// Ensures that a walk through the file visits each object once.
class Walk {
 public:
  /// In some files all groups hold histories; in others only those of that name do.
  Walk(Whole whole, const Header& header) : whole_(whole), all_have_time_(header.kind == FileKind::trace) {}

  h5::ObjectKind come_to(hid_t group, const std::string& name) {
    const h5::Object object = h5::object(group, name);
    if (!seen_.insert(object.address).second)
      throw h5::Error(fmt::format("{} also exists under another name", name));
    return object.kind;
  }
  void add_traces(hid_t parent, const std::string& group_name, const std::string& path,
                  std::vector<TraceGroupInfo>& found);

 private:
  void add_histories(hid_t group, const std::vector<std::string>& names, const std::string& path,
                     std::vector<TraceGroupInfo>& found);

  Whole whole_;
  bool all_have_time_;
  std::set<haddr_t> seen_;
};

/// Groups with a `time`, at any depth.
void Walk::add_traces(hid_t parent, const std::string& group_name, const std::string& path,
                      std::vector<TraceGroupInfo>& found) {
  constexpr std::ptrdiff_t kDeepest = 8;
  if (std::ranges::count(path, '/') > kDeepest) throw h5::Error("its groups are nested too deep");
  const h5::Handle group = h5::open_group(parent, group_name);
  const auto names = h5::children(group);
  if (std::ranges::find(names, "time") != names.end()) return add_histories(group, names, path, found);
  for (const auto& name : names) {
    if (come_to(group, name) == h5::ObjectKind::group)
      add_traces(group, name, path + "/" + name, found);
    else if (all_have_time_ || path.starts_with("traces"))
      throw h5::Error(path + ": its time is missing");
  }
}

void Walk::add_histories(hid_t group, const std::vector<std::string>& names, const std::string& path,
                         std::vector<TraceGroupInfo>& found) {
  const h5::Handle time = h5::open_numbers(group, "time", whole_.value_or(h5::kGrowing));
  TraceGroupInfo trace{path, {}, h5::size(time)};
  if (whole_) trace.samples = std::min<std::size_t>(trace.samples, *whole_);
  for (const auto& name : names) {
    const h5::ObjectKind kind = come_to(group, name);
    if (name == kImpacts)
      trace.impacts = h5::size(h5::open_dataset(h5::open_group(group, name), "impact"));
    else if (name != "time" && kind == h5::ObjectKind::dataset)
      trace.channels.push_back(name);
  }
  if (trace.samples > 0) {
    naming(path + "/time", [&] {
      h5::read_from(time, 0, {&trace.begin, 1});
      h5::read_from(time, trace.samples - 1, {&trace.end, 1});
    });
  }
  found.push_back(std::move(trace));
}

/// 17 in "traces/17/hil".
std::optional<std::uint64_t> scenario_in(const std::string& path) {
  constexpr std::string_view kTraces = "traces/";
  if (!path.starts_with(kTraces)) return std::nullopt;
  std::uint64_t index = 0;
  const char* const begin = path.data() + kTraces.size();
  const char* const end = path.data() + path.size();
  const auto [behind, error] = std::from_chars(begin, end, index);
  return error == std::errc() && behind != end && *behind == '/' ? std::optional(index) : std::nullopt;
}

void find_scenarios(hid_t file, ResultFile& result) {
  const auto index = h5::integer_attribute(file, "scenario_index");
  // In a campaign each run names its scenario.
  const auto scenarios =
      result.is_campaign ? read_numbers(h5::open_numbers(file, "scenario")) : std::vector<double>{};
  for (TraceGroupInfo& group : result.traces) {
    group.scenario = scenario_in(group.path);
    if (result.is_trace && index && *index >= 0) group.scenario = static_cast<std::uint64_t>(*index);
    if (!result.is_campaign || !group.scenario || *group.scenario >= scenarios.size()) continue;
    const double scenario = scenarios[*group.scenario];
    if (!(scenario >= 0.0 && scenario < 0x1p53)) throw h5::Error(fmt::format("scenario holds {}", scenario));
    group.scenario = static_cast<std::uint64_t>(scenario);
  }
}

}  // namespace

Header read_any_header(hid_t file, const std::filesystem::path& path) {
  return reading(path, [&] {
    return read_header(file, path, {FileKind::result, FileKind::trace, FileKind::campaign, FileKind::table});
  });
}

ResultFile read_root(hid_t file, const std::filesystem::path& path, const Header& header) {
  ResultFile result;
  result.title = text_or_nothing(file, "title");
  result.study = read_study(file, path, header);
  result.identity = header.identity;
  result.is_trace = header.kind == FileKind::trace;
  result.is_campaign = header.kind == FileKind::campaign;
  result.is_table = header.kind == FileKind::table;
  result.attributes = h5::attributes(file);
  return result;
}

ResultFile read_contents(hid_t file, const std::filesystem::path& path, const Header& header,
                         bool is_virtual) {
  ResultFile result = read_root(file, path, header);
  const Whole whole = whole_samples(file);
  const DimensionScales dimensions(file);
  std::vector<std::string> auxiliary;  // coordinates that are not dimensions
  std::vector<Variable> variables;
  Walk walk(whole, header);
  for (const auto& name : h5::children(file)) {
    const h5::ObjectKind kind = walk.come_to(file, name);
    if (kind == h5::ObjectKind::group) walk.add_traces(file, name, name, result.traces);
    if (kind == h5::ObjectKind::other) throw h5::Error(name + " is neither numbers nor a group");
    if (kind == h5::ObjectKind::group) continue;
    const auto* scale = dimensions.find(name);
    if (scale != nullptr && scale->pure) continue;
    if (scale != nullptr) auxiliary.push_back(name);
    for (auto& word : words(text_or_nothing(file, "coordinates", name))) auxiliary.push_back(word);
    const bool is_elsewhere =
        is_virtual && scale == nullptr && is_column(file, name) && !is_repeat_name(name);
    variables.push_back(is_elsewhere ? described_elsewhere(file, name, dimensions)
                                     : described(file, name, dimensions, std::nullopt));
  }
  for (const auto& one : dimensions.all()) {
    result.dimension_names.push_back(one.name);
    result.shape.push_back(one.size);
  }
  for (auto& variable : variables) {
    const bool is_coordinate = std::ranges::find(auxiliary, variable.name) != auxiliary.end();
    (is_coordinate ? result.coordinates : result.variables).push_back(std::move(variable));
  }
  find_scenarios(file, result);
  return result;
}

ResultFile read_traces(hid_t file, const std::filesystem::path& path, const Header& header) {
  ResultFile result = read_root(file, path, header);
  Walk walk(whole_samples(file), header);
  for (const auto& name : h5::children(file))
    if (walk.come_to(file, name) == h5::ObjectKind::group) walk.add_traces(file, name, name, result.traces);
  find_scenarios(file, result);
  return result;
}

std::vector<Variable> read_group(hid_t file, const std::string& path, const Header& header) {
  const Whole whole = whole_samples(file);
  const h5::Handle group = h5::open_group(file, path);
  const DimensionScales dimensions(group);
  std::vector<Variable> variables;
  for (const auto& name : h5::children(group)) {
    if (h5::object(group, name).kind != h5::ObjectKind::dataset) continue;
    Variable variable = described(group, name, dimensions, whole);
    naming(path + "/" + name, [&] {
      if (variable.dimensions.size() != 1 ||
          (!variables.empty() && variable.dimensions != variables.front().dimensions))
        throw h5::Error("does not lie on the only dimension of its group");
      if (variable.holds_texts) {
        variable.texts = read_texts(group, name, header);
        return;
      }
      variable.values.resize(variable.size);
      const bool grows = whole && variable.dimensions.front() == "time";
      const h5::Handle numbers = h5::open_numbers(group, name, grows ? *whole : h5::kGrowing);
      h5::read_from(numbers, 0, variable.values);
      DigestCheck(digest_in(numbers), 0, variable.size).take(0, variable.values);
      check_flags(variable, variable.values);
    });
    variables.push_back(std::move(variable));
  }
  return variables;
}

std::vector<std::string> read_texts(hid_t group, const std::string& name, const Header& header) {
  return naming(name, [&] {
    const h5::Handle dataset = h5::open_dataset(group, name);
    h5::TextReader reader(dataset, header.format >= kFirstCheckedFormat);
    return reader.read(0, reader.size());
  });
}

void check_flags(const Variable& variable, std::span<const double> values) {
  if (variable.flags.empty()) return;
  for (const double value : values)
    if (!(value >= 0.0 && value < static_cast<double>(variable.flags.size()) && value == std::floor(value)))
      throw h5::Error(fmt::format("holds {}, which is none of {}", value, fmt::join(variable.flags, ", ")));
}

}  // namespace hilspace::results
