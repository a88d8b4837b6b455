#include "results/format/trace_group.hpp"

#include <numeric>
#include <stdexcept>

#include "results/h5/checked_numbers.hpp"

namespace hilspace::results {
namespace {

void write_channels(hid_t group, std::span<const models::Channel> channels, const Dimension& dimension) {
  for (const models::Channel& channel : channels) {
    if (channel.values.size() != dimension.size)
      throw std::invalid_argument("a channel is not as long as its " + dimension.name);
    const Label label{std::string(channel.name), std::string(channel.units), std::string(channel.long_name)};
    const h5::Handle variable = create_variable(group, label, h5::DataType::float64, {&dimension, 1});
    if (!channel.values.empty()) write_numbers(variable, channel.values);
  }
}

void write_impacts(Schema& schema, hid_t model, std::span<const models::Channel> impacts) {
  if (impacts.empty() || impacts.front().values.empty()) return;
  const h5::Handle group = h5::create_group(model, std::string(kImpacts));
  std::vector<double> numbers(impacts.front().values.size());
  std::iota(numbers.begin(), numbers.end(), 1.0);
  const Dimension impact = schema.coordinate(group, {"impact", "1", "number of the impact"}, numbers);
  write_channels(group, impacts, impact);
}

}  // namespace

void write_trace_groups(Schema& schema, hid_t parent, const study::Study& study, const models::Trace& trace) {
  for (const models::TraceGroup& model : trace.groups) {
    if ((model.name == "docking" && !study.docking) || (model.name == "hil" && !study.hil)) continue;
    const h5::Handle group = h5::create_group(parent, model.name);
    const auto instants = models::distinct(model.time);
    const Dimension time = schema.coordinate(group, {"time", "s", "time since " + trace.origin},
                                             std::span<const double>(instants));
    write_channels(group, model.channels, time);
    write_impacts(schema, group, model.impacts);
  }
}

}  // namespace hilspace::results
