#include "results/records/trace_file.hpp"

#include <limits>

#include "results/disk/provenance.hpp"
#include "results/format/design_space.hpp"
#include "results/format/header.hpp"
#include "results/format/trace_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/context.hpp"

namespace hilspace::results {

void check_replaceable_by_trace(const std::filesystem::path& file) {
  if (!files::exists(file)) return;
  const h5::File found = open_file(file);
  reading(file, [&] { read_header(found, file, {FileKind::trace}); });
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
      if (column.content == Column::Content::error) continue;  // no other runs were made
      const double value = column.value(row);
      const h5::Handle variable = create_variable(target, column, {}, point);
      h5::write(variable, {&value, 1});
      if (column.content == Column::Content::metric)
        h5::write_attribute(variable, "numerical_error", std::numeric_limits<double>::quiet_NaN());
    }
    Schema schema;
    write_trace_groups(schema, target, study, trace);
  });
}

}  // namespace hilspace::results
