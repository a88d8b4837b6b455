#include "results/assembly/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "results/disk/provenance.hpp"
#include "results/format/boxes.hpp"
#include "results/format/design_space.hpp"
#include "results/format/design_variables.hpp"
#include "results/format/header.hpp"
#include "results/format/repeat_statistics.hpp"
#include "results/format/stored_error.hpp"
#include "results/format/trace_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/context.hpp"
#include "results/parts/part_file.hpp"
#include "results/parts/result_rows.hpp"
#include "results/parts/virtual_result.hpp"
#include "results/reading/result_file.hpp"
#include "results/reading/result_reader.hpp"

namespace hilspace::results {
namespace {

/// Reads everything and checks each number against its digest; for a virtual result, only what the file
/// itself holds.
void read_all(const std::filesystem::path& file, bool is_virtual) {
  constexpr std::uint64_t kPiece = 65536;  // numbers
  ResultReader reader(file);
  std::vector<double> numbers;
  const auto read = [&](const Variable& variable) {
    if (variable.holds_texts) return static_cast<void>(reader.texts(variable));
    for (std::uint64_t at = 0; at < variable.size; at += numbers.size()) {
      numbers.resize(std::min(kPiece, variable.size - at));
      reader.read(variable, at, numbers);
    }
  };
  for (const Variable& variable : reader.contents().coordinates) read(variable);
  for (const Variable& variable : reader.contents().variables)
    if (!is_virtual || is_repeat_name(variable.name)) read(variable);
  if (is_virtual) return;
  for (const TraceGroupInfo& trace : reader.contents().traces) read_trace_group(file, trace.path);
}

}  // namespace

/// The part being read. A large part stays open from piece to piece.
class OpenPart {
 public:
  /// The scenarios of the part that the piece covers.
  void read(const PartInfo& part, Block& piece) {
    if (file_ != part.file) {
      reader_.emplace<std::monostate>();
      file_ = part.file;
      if (part.is_result)
        check(part, reader_.emplace<ResultRows>(part.file).info());
      else
        check(part, reader_.emplace<PartReader>(part.file).info());
    }
    if (auto* of_part = std::get_if<PartReader>(&reader_)) of_part->read(piece);
    if (auto* of_result = std::get_if<ResultRows>(&reader_)) of_result->read(piece);
  }

 private:
  static void check(const PartInfo& expected, const PartInfo& found) {
    if (found.range != expected.range)
      refuse(expected.file, "changed while it was read", "run the same command again");
  }

  std::filesystem::path file_;
  std::variant<std::monostate, PartReader, ResultRows> reader_;
};

/// The growing file. HDF5 ids close before the file, and the file before its AtomicFile.
struct Assembly::Target {
  Target(const Place& place, const std::filesystem::path& folder) : output(place, folder) {}

  AtomicFile output;
  std::optional<h5::File> file{};
  Schema schema{};
  std::vector<h5::Handle> datasets{};   // one per column; a part has a single one for all
  std::vector<Dimension> dimensions{};  // of a result, with its auxiliary coordinates
  std::string coordinates{};
  std::vector<std::uint64_t> shape{};  // of each column
  std::vector<PartInfo> sources{};     // of a virtual result
  bool is_virtual() const { return !sources.empty(); }

  void begin_part(const study::Study& study, std::span<const Column> columns, Range whole) {
    file = h5::File::create(output);
    datasets.push_back(create_part(*file, study, columns, whole));
    shape = {whole.size()};
  }
  void begin_result(const study::Study& study, std::span<const Column> columns,
                    std::span<const PartInfo> parts) {
    file = h5::File::create(output);
    write_header(*file, FileKind::result, study);
    DesignSpace space = write_design_space(schema, *file, study);
    dimensions = std::move(space.dimensions);
    coordinates = std::move(space.coordinates);
    write_fixed_parameters(*file, study, coordinates);
    for (const auto& dimension : dimensions) shape.push_back(dimension.size);
    sources.assign(parts.begin(), parts.end());
    for (std::size_t i = 0; i < columns.size(); ++i)
      datasets.push_back(create_variable(*file, columns[i], dimensions, coordinates,
                                         mapped_sources(shape, parts, output.target(), i, columns.size())));
    if (is_virtual()) write_sources(schema, *file, parts, output.target());
  }
  /// Of the columns written, over the repeats of each scenario.
  void write_statistics(const study::Study& study, std::span<const Column> columns) {
    if (repeats_of(study) == 0) return;
    std::optional<PartReader> open;  // not through HDF5's virtual datasets: virtual_result.hpp
    const PartInfo* which = nullptr;
    repeat_statistics(
        study, columns,
        [&](std::size_t column, Range range, std::span<double> numbers) {
          if (sources.empty()) return read_range(datasets[column], shape, range, numbers);
          for (const PartInfo& source : sources) {
            const Range its = source.range;
            const Range both{std::max(range.begin, its.begin), std::min(range.end, its.end)};
            if (both.begin >= both.end) continue;
            if (which != &source) open.emplace(source.file);  // one at a time: there may be thousands
            which = &source;
            open->read(columns[column].name, columns[column].flags.size(), both.begin - its.begin,
                       numbers.subspan(both.begin - range.begin, both.size()));
          }
        },
        [&](const Column& statistic, std::span<const double> values) {
          const auto others = std::span<const Dimension>(dimensions).first(dimensions.size() - 1);
          write_numbers(create_variable(*file, statistic, others, coordinates), values);
        });
  }
};

Assembly::Assembly(const study::Study& study, const Place& place, std::optional<Range> part,
                   const std::filesystem::path& folder, std::span<const PartInfo> sources)
    : study_(study),
      is_part_(part.has_value()),
      whole_(part.value_or(Range{0, study::scenario_count(study)})),
      columns_(stored_columns(study)),
      digests_(columns_.size()) {
  check_names(study);
  target_ = std::make_unique<Target>(place, folder);
  writing(target_->output, [&] {
    if (is_part_)
      target_->begin_part(study_, columns_, whole_);
    else
      target_->begin_result(study_, columns_, sources);
  });
}

Assembly::~Assembly() = default;

void Assembly::add_numbers(std::size_t column, Range range, std::span<const double> numbers) {
  include(summary_, columns_[column], numbers);
  if (target_->is_virtual()) return;
  digests_[column].add(range.begin, numbers);
  const Range held{range.begin - whole_.begin, range.end - whole_.begin};
  if (is_part_) {
    writing(target_->output, [&] {
      h5::write_box(target_->datasets.front(), {column, held.begin}, {1, held.size()}, numbers);
    });
    return;
  }
  writing(target_->output, [&] { write_range(target_->datasets[column], target_->shape, held, numbers); });
}

void Assembly::add(const Block& block) {
  for (std::size_t i = 0; i < columns_.size(); ++i) add_numbers(i, block.range(), block.numbers(i));
  summary_.error.include(block.error);
  added_ += block.range().size();
  target_->output.check();
  target_->output.begin_sync();
}

bool Assembly::add(std::span<const PartInfo> parts, const std::atomic<bool>& stop) {
  constexpr std::uint64_t kPiece = 16384;  // scenarios
  Block piece(columns_);
  OpenPart open;
  while (!parts.empty()) {
    // At a time, several small consecutive parts, or one piece of a large part.
    Range run = parts.front().range;
    std::size_t count = 1;
    for (; count < parts.size() && parts[count].range.begin == run.end; ++count) {
      if (parts[count].range.end - run.begin > kPiece) break;
      run.end = parts[count].range.end;
    }
    for (; run.size() > 0; run.begin = piece.range().end) {
      piece.begin({run.begin, std::min(run.begin + kPiece, run.end)});
      for (const PartInfo& part : parts.first(count)) {
        if (stop) return false;
        open.read(part, piece);
      }
      add(piece);
    }
    parts = parts.subspan(count);
  }
  return true;
}

bool Assembly::add_traces(const TraceOf& trace_of) {
  if (is_part_ || study_.output.traces.empty()) return true;
  std::optional<h5::Handle> all;
  for (const std::uint64_t index : study_.output.traces) {
    const auto trace = trace_of(index);
    if (!trace) return false;
    writing(target_->output, [&] {
      if (!all) all = h5::create_group(*target_->file, "traces");
      const h5::Handle group = h5::create_group(*all, std::to_string(index));
      write_trace_groups(target_->schema, group, study_, *trace);
    });
    target_->output.check();
  }
  return true;
}

void Assembly::commit(const RunFacts& facts) {
  if (added_ != whole_.size())
    refuse(target_->output.target(), "its parts do not hold each scenario once", "run it with --fresh");
  const auto warnings = facts.warnings ? facts.warnings(summary_) : std::vector<std::string>();
  writing(target_->output, [&] {
    if (is_part_) {
      write_digests(target_->datasets.front(), digests_);
      write_error(*target_->file, target_->datasets.front(), columns_, summary_.error);
    } else {
      for (std::size_t i = 0; i < columns_.size(); ++i) write_digest(target_->datasets[i], digests_[i]);
      write_error(target_->schema, *target_->file, target_->datasets, columns_, summary_.error);
    }
    if (!is_part_) {
      target_->write_statistics(study_, columns_);
      if (!warnings.empty())
        h5::write_attribute(*target_->file, "warnings", fmt::format("{}", fmt::join(warnings, "\n")));
      h5::write_attribute(*target_->file, "start_time", facts.start_time);
      h5::write_attribute(*target_->file, "end_time", facts.end_time);
      h5::write_attribute(*target_->file, "host", host_name());
    }
    target_->datasets.clear();
    target_->dimensions.clear();
    target_->file->close();
  });
  target_->output.commit(AtomicFile::Next::read,
                         [this](const std::filesystem::path& file) { read_back(file); });
}

/// Parts are deleted in favour of this file, so any stray write or missing data must be detected here.
void Assembly::read_back(const std::filesystem::path& file) const {
  constexpr std::uint64_t kPiece = 16384;  // scenarios
  try {
    if (!is_part_) return read_all(file, target_->is_virtual());
    PartReader reader(file);
    if (reader.info().has_study) reader.study_text();
    Block piece(columns_);
    for (std::uint64_t at = whole_.begin; at < whole_.end; at = piece.range().end) {
      piece.begin({at, std::min(at + kPiece, whole_.end)});
      reader.read(piece);
    }
  } catch (const RunError& error) {
    // "FILE: what; advice", where FILE is a temporary that the user never sees.
    std::string what = error.what();
    what.erase(std::min(what.rfind("; "), what.size()));
    if (const std::string name = file.string() + ": "; what.starts_with(name)) what.erase(0, name.size());
    refuse(target_->output.target(), fmt::format("does not read back as it was written ({})", what),
           "its parts are kept: look at that disk, and run the same command again");
  }
}

}  // namespace hilspace::results
