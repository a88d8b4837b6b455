#include "results/reading/result_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "results/format/boxes.hpp"
#include "results/format/column.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"
#include "results/h5/heap_check.hpp"
#include "results/parts/virtual_result.hpp"
#include "results/reading/group_reader.hpp"

namespace hilspace::results {
namespace {

/// Invariants that CSV and tables rely on: a result has one outcome per scenario, a trace one number of each
/// kind.
void check_shape(const std::filesystem::path& path, const ResultFile& result) {
  if (result.is_trace) {
    for (const auto* variables : {&result.coordinates, &result.variables})
      for (const Variable& variable : *variables)
        if (variable.size != 1) refuse_damaged(path, variable.name + " is not a single number");
    return;
  }
  if (result.is_campaign || result.is_table) return;
  const auto outcome = std::ranges::find(result.variables, "outcome", &Variable::name);
  if (outcome == result.variables.end() || outcome->flags.empty()) refuse_damaged(path, "it has no outcomes");
  const auto& all = result.dimension_names;
  const std::vector<std::string> without_repeats(all.begin(), all.empty() ? all.end() : all.end() - 1);
  for (const Variable& variable : result.variables)
    if (variable.holds_texts ||
        variable.dimensions != (is_repeat_name(variable.name) ? without_repeats : all))
      refuse_damaged(path, fmt::format("{} does not have a number per scenario", variable.name));
}

}  // namespace

struct ResultReader::Open {
  explicit Open(const std::filesystem::path& file)
      : path(file),
        source(open_file(file)),
        header(read_any_header(source, file)),
        sources(reading(file, [&] { return Sources(source, file, header); })),
        contents(reading(file, [&] { return read_contents(source, file, header, !sources.empty()); })) {
    check_shape(path, contents);
    const auto outcome = std::ranges::find(contents.variables, "outcome", &Variable::name);
    if (!sources.empty() && (outcome == contents.variables.end() || outcome->size != sources.scenarios()))
      refuse_damaged(path, "its parts do not hold its scenarios");
  }

  bool is_elsewhere(const Variable& variable) const {
    return !sources.empty() && !is_repeat_name(variable.name) &&
           std::ranges::find(contents.variables, variable.name, &Variable::name) != contents.variables.end();
  }
  hid_t dataset(const Variable& variable) {
    const auto found = datasets.find(variable.name);
    if (found != datasets.end()) return found->second;
    return datasets.emplace(variable.name, h5::open_numbers(source, variable.name)).first->second;
  }

  std::filesystem::path path;
  h5::File source;
  Header header;
  Sources sources;
  ResultFile contents;
  std::map<std::string, h5::Handle> datasets{};
  std::map<std::string, DigestCheck> checks{};
};

ResultReader::ResultReader(const std::filesystem::path& file) : open_(std::make_unique<Open>(file)) {}

ResultReader::~ResultReader() = default;

const ResultFile& ResultReader::contents() const { return open_->contents; }

void ResultReader::read(const Variable& variable, std::uint64_t begin, std::span<double> values) {
  Open& self = *open_;
  if (self.is_elsewhere(variable)) return self.sources.read(variable, begin, values);
  reading(self.path, [&] {
    const hid_t dataset = self.dataset(variable);
    naming(variable.name, [&] {
      const h5::Shape sizes = h5::shape(dataset);
      const std::vector<std::uint64_t> shape(sizes.begin(), sizes.end());
      read_range(dataset, shape, {begin, begin + values.size()}, values);
      check_flags(variable, values);
      self.checks.try_emplace(variable.name, digest_in(dataset), 0, variable.size)
          .first->second.take(begin, values);
    });
  });
}

std::vector<double> ResultReader::numbers(const Variable& variable) {
  std::vector<double> values(variable.size);
  read(variable, 0, values);
  return values;
}

std::vector<std::string> ResultReader::texts(const Variable& variable) {
  Open& self = *open_;
  return reading(self.path, [&] { return read_texts(self.source, variable.name, self.header); });
}

void ResultReader::verify(const std::function<bool(std::uint64_t done, std::uint64_t total)>& go_on) {
  constexpr std::uint64_t kPiece = 1 << 20;
  reading(open_->path, [&] { h5::check_heaps(open_->source); });
  const ResultFile& all = contents();
  std::uint64_t done = 0, total = 0;
  for (const auto* variables : {&all.coordinates, &all.variables})
    for (const Variable& variable : *variables) total += variable.size;
  std::vector<double> piece;
  for (const auto* variables : {&all.coordinates, &all.variables})
    for (const Variable& variable : *variables) {
      if (variable.holds_texts) texts(variable);
      for (std::uint64_t begin = 0; begin < variable.size && !variable.holds_texts; begin += piece.size()) {
        if (!go_on(done + begin, total)) return;
        piece.resize(std::min(kPiece, variable.size - begin));
        read(variable, begin, piece);
      }
      done += variable.size;
    }
}

}  // namespace hilspace::results
