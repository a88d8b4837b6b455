#include "results/records/campaign_result.hpp"

#include <numeric>

#include "results/disk/provenance.hpp"
#include "results/format/header.hpp"
#include "results/format/schema.hpp"
#include "results/format/trace_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"

namespace hilspace::results {

void check_replaceable_by_campaign(const std::filesystem::path& file) {
  if (files::exists(file)) read_header(open_file(file), file, {FileKind::campaign});
}

void write_campaign(const Place& place, const CampaignResult& result) {
  check_replaceable_by_campaign(place.file());
  remove_leftovers(place.file());
  write_whole(place, [&](const h5::File& target) {
    write_header(target, FileKind::campaign, result.study);
    h5::write_attribute(target, "host", host_name());
    for (const auto& [name, text] : result.notes) h5::write_attribute(target, name.c_str(), text);
    Schema schema;
    std::vector<double> numbers(result.columns.empty() ? 0 : result.columns.front().values.size());
    std::iota(numbers.begin(), numbers.end(), 0.0);
    const Dimension run =
        schema.coordinate(target, {"run", "1", "number of the run in the campaign"}, numbers);
    for (const CampaignColumn& column : result.columns) {
      const h5::Handle variable =
          create_variable(target, Label{column.what.name, column.what.units, column.what.long_name},
                          column.what.flags.empty() ? h5::DataType::float64 : h5::DataType::int8, {&run, 1});
      if (!column.what.flags.empty()) write_flags(variable, column.what.flags);
      write_numbers(variable, column.values);
    }
    if (result.traces.empty()) return;
    const h5::Handle traces = h5::create_group(target, "traces");
    for (const auto& [number, trace] : result.traces)
      write_trace_groups(schema, h5::create_group(traces, std::to_string(number)), result.study, *trace);
  });
}

}  // namespace hilspace::results
