#include "results/virtual_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/boxes.hpp"
#include "results/context.hpp"
#include "results/part_file.hpp"

namespace hilspace::results {
namespace {

constexpr const char* kSources = "sources";

/// As seen from there, so that a folder with both can go elsewhere.
std::string seen_from(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return std::filesystem::relative(file, folder).string();
}

}  // namespace

std::vector<h5::Source> mapped_sources(std::span<const std::uint64_t> shape, std::span<const PartInfo> parts,
                                       const std::filesystem::path& file, std::size_t row, std::size_t rows) {
  if (parts.size() > kMostSources)
    throw InputError(fmt::format(
        "--virtual: there are {} parts, and programs that read a virtual result open all of them at a "
        "time, at most {} here; merge without --virtual",
        parts.size(), kMostSources));
  if (!parts.empty() && shape.empty())
    throw InputError(
        "--virtual: the study has no axes, so there is nothing to put together; merge without it");
  std::vector<h5::Source> sources;
  for (const PartInfo& part : parts) {
    const std::string name = seen_from(directory_of(file), part.file);
    hsize_t begin = 0;
    for (const Box& box : boxes(shape, part.range)) {
      sources.push_back({name,
                         kNumbers,
                         rows,
                         part.range.size(),
                         row,
                         begin,
                         {box.start.begin(), box.start.end()},
                         {box.count.begin(), box.count.end()}});
      begin += std::accumulate(box.count.begin(), box.count.end(), hsize_t{1}, std::multiplies<>());
    }
  }
  return sources;
}

void write_sources(Schema& schema, hid_t file, std::span<const PartInfo> parts,
                   const std::filesystem::path& path) {
  std::vector<double> begins, ends;
  std::vector<std::string> names;
  for (const PartInfo& part : parts) {
    begins.push_back(static_cast<double>(part.range.begin));
    ends.push_back(static_cast<double>(part.range.end));
    names.push_back(seen_from(directory_of(path), part.file));
  }
  const h5::Id group = h5::create_group(file, kSources);
  const Dimension part =
      schema.coordinate(group, {"begin", "1", "first scenario of the part"}, std::span<const double>(begins));
  const auto variable = [&](const Label& label, h5::Type type) {
    return create_variable(group, label, type, {&part, 1});
  };
  h5::write(variable({"end", "1", "scenario behind the last of the part"}, h5::Type::float64), ends);
  h5::write(variable({"file", "", "the part, as seen from the folder of this file"}, h5::Type::text), names);
}

std::vector<Source> read_sources(hid_t file, const std::filesystem::path& path) {
  if (!h5::exists(file, kSources)) return {};
  const h5::Id group = h5::open_group(file, kSources);
  const auto begins = h5::read(h5::open_dataset(group, "begin"));
  const auto ends = h5::read(h5::open_dataset(group, "end"));
  const auto names = h5::read_texts(h5::open_dataset(group, "file"));
  if (names.empty() || begins.size() != names.size() || ends.size() != names.size())
    refuse_damaged(path, "it does not say where its numbers are");
  std::vector<Source> sources;
  const auto folder = directory_of(behind_links(path));  // seen from the file itself
  for (std::size_t i = 0; i < names.size(); ++i)
    sources.push_back(
        {folder / names[i], {static_cast<std::uint64_t>(begins[i]), static_cast<std::uint64_t>(ends[i])}});
  return sources;
}

void read_from_sources(std::span<const Source> sources, const Identity& expected,
                       std::span<Variable* const> variables, const std::filesystem::path& path) {
  std::uint64_t covered = 0;
  for (const Source& source : sources) {
    if (source.range.begin != covered) refuse_damaged(path, "its parts leave gaps");
    covered = source.range.end;
  }
  for (const Variable* variable : variables)
    if (variable->values.size() != covered) refuse_damaged(path, variable->name + " has the wrong size");
  for (const Source& source : sources) {
    const auto refuse_part = [&](const std::string& what) {
      refuse(
          source.file, what,
          fmt::format("{} has numbers there: put that part back, or compute it again and merge with --fresh",
                      path.string()));
    };
    if (!std::filesystem::exists(source.file)) refuse_part("is not there");
    const PartReader reader(source.file);
    if (const auto what = difference(reader.info().identity, expected); !what.empty()) refuse_part(what);
    if (reader.info().range != source.range) refuse_part("does not hold the scenarios it did");
    for (Variable* variable : variables)
      reader.read(variable->name, variable->flags.size(),
                  std::span(variable->values).subspan(source.range.begin, source.range.size()));
  }
}

}  // namespace hilspace::results
