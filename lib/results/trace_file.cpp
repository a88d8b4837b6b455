#include "results/trace_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "results/checked_numbers.hpp"
#include "results/context.hpp"
#include "results/design_space.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"
#include "results/trace_group.hpp"

namespace hilspace::results {
namespace {

void write_channels(hid_t group, std::span<const models::Channel> channels, const Dimension& dimension) {
  for (const models::Channel& channel : channels) {
    if (channel.values.size() != dimension.size)
      throw std::invalid_argument("a channel is not as long as its " + dimension.name);
    const Label label{std::string(channel.name), std::string(channel.units), std::string(channel.long_name)};
    const h5::Id variable = create_variable(group, label, h5::Type::float64, {&dimension, 1});
    if (!channel.values.empty()) write_numbers(variable, channel.values);
  }
}

/// Two samples of one time are the two sides of a jump. Readers look times up, so in a file none comes twice:
/// each is at least a rounding step of the longest time behind the one before.
std::vector<double> distinct(std::vector<double> time) {
  double longest = 0.0;
  for (const double t : time) longest = std::max(longest, std::abs(t));
  const double least = longest * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 1; i < time.size(); ++i) time[i] = std::max(time[i], time[i - 1] + least);
  return time;
}

void write_impacts(Schema& schema, hid_t model, std::span<const models::Channel> impacts) {
  if (impacts.empty() || impacts.front().values.empty()) return;
  const h5::Id group = h5::create_group(model, std::string(kImpacts));
  std::vector<double> numbers(impacts.front().values.size());
  std::iota(numbers.begin(), numbers.end(), 1.0);
  const Dimension impact = schema.coordinate(group, {"impact", "1", "number of the impact"}, numbers);
  write_channels(group, impacts, impact);
}

}  // namespace

void write_trace_groups(Schema& schema, hid_t parent, const study::Study& study, const models::Trace& trace) {
  for (const models::TraceGroup& model : trace.groups) {
    if ((model.name == "docking" && !study.docking) || (model.name == "hil" && !study.hil)) continue;
    const h5::Id group = h5::create_group(parent, model.name);
    const auto instants = distinct(model.time);
    const Dimension time = schema.coordinate(group, {"time", "s", "time since " + trace.origin},
                                             std::span<const double>(instants));
    write_channels(group, model.channels, time);
    write_impacts(schema, group, model.impacts);
  }
}

void check_replaceable_by_trace(const std::filesystem::path& file) {
  if (files::exists(file)) read_header(open_file(file), file, {FileKind::trace});
}

void write_trace(const Place& place, const study::Study& study, std::uint64_t index,
                 const models::Trace& trace, const metrics::Row& row) {
  remove_leftovers(place.file());
  write_whole(place, [&](const h5::File& target) {
    write_header(target, FileKind::trace, study);
    h5::write_attribute(target, "host", host_name());
    h5::write_attribute(target, "scenario_index", static_cast<std::int64_t>(index));
    std::string point = write_design_point(target, study, index);
    write_fixed_parameters(target, study, point);
    for (const Column& column : stored_columns(study)) {
      const double value = column.value(row);
      const h5::Id variable = create_variable(target, column, {}, point);
      h5::write(variable, {&value, 1});
      if (column.source == Column::Source::metric)  // nothing was simulated again
        h5::write_attribute(variable, "numerical_error", std::numeric_limits<double>::quiet_NaN());
    }
    Schema schema;
    write_trace_groups(schema, target, study, trace);
  });
}

}  // namespace hilspace::results
