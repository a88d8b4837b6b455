// show --json: a result for programs.

#include <fmt/core.h>

#include "json.hpp"
#include "results/reading/order_statistics.hpp"
#include "results/reading/result_file.hpp"
#include "text/show.hpp"

namespace hilspace::app {
namespace {

using results::ResultReader;
using results::Variable;

Json described(const Variable& its) {
  Json all = Json::object().add("name", its.name).add("units", its.units).add("long_name", its.long_name);
  return all.add("dimensions", Json::list(its.dimensions)).add("size", its.size);
}

/// How often each flag is there.
Json flag_counts(ResultReader& reader, const Variable& its) {
  std::vector<std::uint64_t> counts(its.flags.size());
  for_pieces(reader, its, [&](std::span<const double> piece) {
    for (const double flag : piece) ++counts[static_cast<std::size_t>(flag)];
  });
  Json all = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) all.add(its.flags[i], counts[i]);
  return all;
}

Json spread_json(ResultReader& reader, const Variable& its) {
  Json all = described(its);
  if (its.holds_texts) return all.add("texts", Json::list(reader.texts(its)));
  if (!its.flags.empty()) return all.add("counts", flag_counts(reader, its));
  const auto found = results::order_statistics(reader, its);
  all.add("min", found.smallest).add("median", found.median).add("max", found.largest);
  all.add("undefined", its.size - found.defined).add("numerical_error", its.numerical_error);
  return all.add("numerical_error_p95", its.numerical_error_p95);
}

/// Its numbers, row-major over its dimensions.
Json numbers_json(const Variable& its) {
  Json all = described(its);
  if (!its.texts.empty()) return all.add("texts", Json::list(its.texts));
  Json values = Json::array();
  for (const double value : its.values) values.push(value);
  if (!its.flags.empty()) all.add("flags", Json::list(its.flags));
  return all.add("values", std::move(values));
}

Json traces_of(const results::ResultFile& result) {
  Json all = Json::array();
  for (const auto& its : result.traces)
    all.push(Json::object()
                 .add("group", its.path)
                 .add("samples", its.samples)
                 .add("begin", its.begin)
                 .add("end", its.end)
                 .add("impacts", its.impacts)
                 .add("channels", Json::list(its.channels)));
  return all;
}

}  // namespace

void print_json(const std::filesystem::path& file, ResultReader& reader) {
  const results::ResultFile& result = reader.contents();
  Json attributes = Json::object(), dimensions = Json::object();
  for (const auto& [name, text] : result.attributes) attributes.add(name, text);
  for (std::size_t k = 0; k < result.shape.size(); ++k)
    dimensions.add(result.dimension_names[k], result.shape[k]);
  Json coordinates = Json::array(), variables = Json::array();
  if (result.is_table) {
    const results::ResultFile whole = results::read_result(file);  // what an analysis leaves is short
    for (const auto& its : whole.coordinates) coordinates.push(numbers_json(its));
    for (const auto& its : whole.variables) variables.push(numbers_json(its));
  } else {
    for (const auto& its : result.coordinates) coordinates.push(spread_json(reader, its));
    for (const auto& its : result.variables) variables.push(spread_json(reader, its));
  }
  const char* const kind = result.is_trace      ? "trace"
                           : result.is_campaign ? "campaign"
                           : result.is_table    ? "table"
                                                : "result";
  Json all = Json::object().add("file", file.string()).add("kind", kind).add("title", result.title);
  all.add("attributes", std::move(attributes)).add("dimensions", std::move(dimensions));
  all.add("coordinates", std::move(coordinates)).add("variables", std::move(variables));
  fmt::print("{}\n", all.add("traces", traces_of(result)).text());
}

}  // namespace hilspace::app
