#include "results/merge.hpp"

#include "results/boxes.hpp"
#include "results/context.hpp"
#include "results/cover.hpp"
#include "results/design_space.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"
#include "results/part_file.hpp"
#include "results/trace_group.hpp"

namespace hilspace::results {
namespace {

void write_facts(hid_t file, const RunFacts& facts, const metrics::NumericalError& error) {
  h5::write_attribute(file, "start_time", facts.start_time);
  h5::write_attribute(file, "end_time", facts.end_time);
  h5::write_attribute(file, "host", host_name());
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
}

void write_range(hid_t variable, std::span<const std::uint64_t> shape, Range range,
                 std::span<const double> values) {
  for (const Box& box : boxes(shape, range)) {
    std::size_t size = 1;
    for (const auto count : box.count) size *= count;
    h5::write_box(variable, {box.start.begin(), box.start.end()}, {box.count.begin(), box.count.end()},
                  values.first(size));
    values = values.subspan(size);
  }
}

void write_traces(Schema& schema, hid_t file, const study::Study& study, const TraceOf& trace_of,
                  const AtomicFile& output) {
  if (study.output.traces.empty()) return;
  const h5::Id all = h5::create_group(file, "traces");
  for (const std::uint64_t index : study.output.traces) {
    const auto trace = trace_of(index);
    if (!trace) throw Stopped();
    write_trace_groups(schema, h5::create_group(all, std::to_string(index)), study, *trace);
    output.check();
  }
}

}  // namespace

bool merge(const study::Study& study, std::span<const PartInfo> parts, const TraceOf& trace_of,
           const RunFacts& facts, const std::filesystem::path& file, const std::atomic<bool>& stop) {
  check_names(study);
  const auto ordered = in_order(parts, identity(study), {0, study::scenario_count(study)});
  const auto error = total_error(ordered);
  const auto columns = stored_columns(study);
  remove_leftovers(file);
  return write_unless_stopped(
      file, h5::Format::portable, [&](const h5::File& target, const AtomicFile& output) {
        write_header(target, FileKind::result, study);
        write_facts(target, facts, error);
        Schema schema;
        const DesignSpace space = write_design_space(schema, target, study);
        std::vector<std::uint64_t> shape;
        for (const auto& dimension : space.dimensions) shape.push_back(dimension.size);
        std::vector<h5::Id> variables;
        for (const Column& column : columns)
          variables.push_back(create_variable(target, column, space.dimensions, space.coordinates, error));
        write_traces(schema, target, study, trace_of, output);
        for_each_piece(ordered, columns, [&](std::size_t i, Range range, std::span<const double> values) {
          go_on_unless(stop);
          write_range(variables[i], shape, range, values);
          output.check();
        });
      });
}

}  // namespace hilspace::results
