#include "results/records/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/error.hpp"
#include "results/disk/provenance.hpp"
#include "results/format/design_space.hpp"
#include "results/format/header.hpp"
#include "results/format/schema.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results {
namespace {

class TableWriter {
 public:
  TableWriter(hid_t file, const study::Study& study, const AnalysisTable& table) : file_(file) {
    if (table.on_design_space) {
      space_ = write_design_space(schema_, file, study);
      for (auto& dimension : space_.dimensions) dimensions_.push_back(&dimension);
    }
    further_.reserve(table.coordinates.size());
    for (const Variable& its : table.coordinates) {
      further_.push_back(its.texts.empty() ? schema_.coordinate(file, label_of(its), std::span(its.values))
                                           : schema_.coordinate(file, label_of(its), std::span(its.texts)));
      dimensions_.push_back(&further_.back());
    }
  }

  void write(const Variable& variable) {
    std::vector<Dimension> on;
    std::uint64_t size = 1;
    for (const std::string& name : variable.dimensions) {
      const Dimension& dimension = named(name, variable);
      on.push_back({h5::Handle(dimension.scale, leave_open), dimension.name, dimension.size});
      size *= dimension.size;
    }
    if (size != std::max(variable.values.size(), variable.texts.size()))
      throw std::invalid_argument(variable.name + ": as many values as its dimensions have points");
    const bool is_flag = !variable.flags.empty(), is_text = !variable.texts.empty();
    const h5::Handle id = create_variable(
        file_, label_of(variable),
        is_flag ? h5::DataType::int8 : (is_text ? h5::DataType::text : h5::DataType::float64), on);
    if (is_flag) {
      const std::vector<std::string_view> names(variable.flags.begin(), variable.flags.end());
      write_flags(id, names);
    }
    if (!std::isnan(variable.numerical_error))
      h5::write_attribute(id, "numerical_error", variable.numerical_error);
    if (!space_.coordinates.empty() && is_on_axis(variable))
      h5::write_attribute(id, "coordinates", space_.coordinates);
    if (is_text)
      h5::write_texts(id, std::span(variable.texts));
    else
      write_numbers(id, variable.values);
  }

 private:
  /// Dimensions are closed by their owners.
  static herr_t leave_open(hid_t) { return 0; }

  const Dimension& named(const std::string& name, const Variable& variable) const {
    const auto its = std::ranges::find(dimensions_, name, &Dimension::name);
    if (its == dimensions_.end())
      throw std::invalid_argument(variable.name + ": on an unknown dimension " + name);
    return **its;
  }

  bool is_on_axis(const Variable& variable) const {
    return std::ranges::any_of(variable.dimensions, [&](const std::string& name) {
      return std::ranges::find(space_.dimensions, name, &Dimension::name) != space_.dimensions.end();
    });
  }

  hid_t file_;
  Schema schema_{};
  DesignSpace space_{};
  std::vector<Dimension> further_{};
  std::vector<const Dimension*> dimensions_{};
};

}  // namespace

Variable variable_on(std::vector<std::string> dimensions, std::string name, std::string units,
                     std::string long_name) {
  return {.name = std::move(name),
          .units = std::move(units),
          .long_name = std::move(long_name),
          .dimensions = std::move(dimensions)};
}

std::vector<std::string> axis_names(const study::Study& study) {
  std::vector<std::string> names;
  for (const auto& axis : study.axes) names.push_back(axis.name);
  return names;
}

void check_table_output(const std::filesystem::path& file) {
  if (!files::exists(file)) return;
  try {
    const h5::File found = open_file(file);
    reading(file, [&] { read_header(found, file, {FileKind::table}); });
  } catch (const std::runtime_error&) {  // damaged, foreign, or of another kind
    throw RunError(file.string() + ": exists and is not a table written by an analysis; name another -o");
  }
}

void write_table(const Place& place, const study::Study& study, const AnalysisTable& table) {
  check_table_output(place.file());
  for (const study::Axis& axis : study.axes)
    if (table.on_design_space &&
        std::ranges::find(table.variables, axis.name, &Variable::name) != table.variables.end())
      throw InputError(
          fmt::format("axis name '{}': the table already uses that name; rename the axis", axis.name));
  remove_leftovers(place.file());
  write_whole(place, [&](const h5::File& target) {
    write_header(target, FileKind::table, study);
    h5::write_attribute(target, "content", table.content);
    h5::write_attribute(target, "host", host_name());
    TableWriter writer(target, study, table);
    for (const Variable& variable : table.variables) writer.write(variable);
  });
}

}  // namespace hilspace::results
