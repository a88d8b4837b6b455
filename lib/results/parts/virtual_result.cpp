#include "results/parts/virtual_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/format/boxes.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results {
namespace {

/// Relative to that folder, so that a folder with both files can be moved.
std::string seen_from(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return std::filesystem::relative(file, folder).string();
}

}  // namespace

std::vector<h5::VirtualSource> mapped_sources(std::span<const std::uint64_t> shape,
                                              std::span<const PartInfo> parts,
                                              const std::filesystem::path& file, std::size_t row,
                                              std::size_t rows) {
  if (parts.size() > kMostSources)
    throw InputError(fmt::format(
        "--virtual: there are {} parts, and programs that read a virtual result open all of them at a "
        "time, at most {} here; merge without --virtual",
        parts.size(), kMostSources));
  if (!parts.empty() && shape.empty())
    throw InputError(
        "--virtual: the study has no axes, so there is nothing to put together; merge without it");
  std::vector<h5::VirtualSource> sources;
  for (const PartInfo& part : parts) {
    const std::string name = seen_from(files::directory_of(file), part.file);
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
  std::vector<std::string> names, digests;
  for (const PartInfo& part : parts) {
    begins.push_back(static_cast<double>(part.range.begin));
    ends.push_back(static_cast<double>(part.range.end));
    names.push_back(seen_from(files::directory_of(path), part.file));
    digests.push_back(part.digest());
  }
  const h5::Handle group = h5::create_group(file, kSources);
  const Dimension part =
      schema.coordinate(group, {"begin", "1", "first scenario of the part"}, std::span<const double>(begins));
  const auto variable = [&](const Label& label, h5::DataType type) {
    return create_variable(group, label, type, {&part, 1});
  };
  write_numbers(variable({"end", "1", "scenario behind the last of the part"}, h5::DataType::float64), ends);
  h5::write_texts(
      variable({"file", "", "the part, as seen from the folder of this file"}, h5::DataType::text), names);
  h5::write_texts(variable({"digest", "", "of the numbers of the part"}, h5::DataType::text), digests);
}

Sources::Sources(hid_t file, const std::filesystem::path& path, const Header& header)
    : path_(path), expected_(header.identity) {
  if (!h5::exists(file, kSources)) return;
  const bool has_digests = header.format >= kFirstCheckedFormat;
  const h5::Handle group = h5::open_group(file, kSources);
  const auto texts = [&](const char* name) {
    const h5::Handle dataset = h5::open_dataset(group, name);
    h5::TextReader reader(dataset, has_digests);
    return reader.read(0, reader.size());
  };
  const auto begins = read_numbers(h5::open_numbers(group, "begin"));
  const auto ends = read_numbers(h5::open_numbers(group, "end"));
  const auto names = texts("file");
  const auto digests = has_digests ? texts("digest") : std::vector<std::string>(names.size());
  if (names.empty() || begins.size() != names.size() || ends.size() != names.size() ||
      digests.size() != names.size())
    refuse_damaged(path, "it does not state where its numbers are");
  const auto folder = files::directory_of(behind_links(path));  // relative to the file itself
  for (std::size_t i = 0; i < names.size(); ++i) {
    constexpr double kMost = 0x1p53;
    if (begins[i] != static_cast<double>(scenarios()) || !(ends[i] > begins[i] && ends[i] < kMost))
      refuse_damaged(path, "its parts leave gaps");
    all_.push_back({folder / names[i],
                    {static_cast<std::uint64_t>(begins[i]), static_cast<std::uint64_t>(ends[i])},
                    digests[i]});
  }
}

void Sources::refuse_part(const Source& source, const std::string& what) const {
  refuse(source.file, what,
         fmt::format("{} has numbers there: put that part back, or compute it again and merge with --fresh",
                     path_.string()));
}

PartReader Sources::open(const Source& source) const {
  if (!files::exists(source.file)) refuse_part(source, "is not there");
  PartReader reader(source.file);
  if (const auto what = difference(reader.info().identity, expected_); !what.empty())
    refuse_part(source, what);
  if (reader.info().range != source.range) refuse_part(source, "does not hold the scenarios it did");
  if (!source.digest.empty() && reader.info().digest() != source.digest)
    refuse_part(source, "does not hold the numbers it did");
  return reader;
}

void Sources::check() const {
  for (const Source& source : all_) open(source);
}

void Sources::read(const Variable& variable, std::uint64_t begin, std::span<double> values) {
  for (Source& source : all_) {
    const Range both{std::max(begin, source.range.begin), std::min(begin + values.size(), source.range.end)};
    if (both.begin >= both.end) continue;
    if (!part_ || part_->info().file != source.file) {
      part_.reset();
      part_ = open(source);
    }
    const auto numbers = values.subspan(both.begin - begin, both.size());
    part_->read(variable.name, variable.flags.size(), both.begin - source.range.begin, numbers);
    reading(source.file, [&] {
      auto& check = source.checks.try_emplace(variable.name, part_->check_of(variable.name)).first->second;
      naming(variable.name, [&] { check.take(both.begin, numbers); });
    });
  }
}

}  // namespace hilspace::results
