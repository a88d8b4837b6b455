#include "results/records/recording.hpp"

#include <limits>
#include <optional>
#include <stdexcept>

#include "results/disk/provenance.hpp"
#include "results/format/header.hpp"
#include "results/format/schema.hpp"
#include "results/format/trace_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/context.hpp"

namespace hilspace::results {
namespace {

constexpr const char* kGroup = "rig";
constexpr const char* kTiming = "timing";

h5::Handle create(hid_t group, const Recorded& what, std::span<const Dimension> dimensions) {
  h5::Handle made = create_variable(group, Label{what.name, what.units, what.long_name},
                                    what.flags.empty() ? h5::DataType::float64 : h5::DataType::int8,
                                    dimensions, {}, h5::Storage::rewritten);
  if (!what.flags.empty()) write_flags(made, what.flags);
  return made;
}

void create_all(hid_t file, const RecordingSetup& setup) {
  write_header(file, FileKind::trace, setup.study);
  h5::write_attribute(file, "host", host_name());
  h5::write_attribute(file, "scenario_index", static_cast<std::int64_t>(setup.scenario_index));
  for (const auto& [name, text] : setup.notes) h5::write_attribute(file, name.c_str(), text);

  const double none = 0.0, unknown = std::numeric_limits<double>::quiet_NaN();
  h5::write(create(file, {std::string(kRecorded), "1", "samples of each channel that are whole"}, {}),
            {&none, 1});
  for (const Recorded& number : setup.numbers)
    h5::write(create(file, number, {}), {number.flags.empty() ? &unknown : &none, 1});

  Schema schema;
  const h5::Handle group = h5::create_group(file, kGroup);
  const Dimension time = schema.growing_coordinate(group, {"time", "s", "time since " + setup.origin});
  for (const Recorded& channel : setup.channels) create(group, channel, {&time, 1});
  if (setup.bins.empty()) return;
  const h5::Handle timing = h5::create_group(group, kTiming);
  const Dimension bin = schema.coordinate(timing, {"bin", "s", "upper bound"}, setup.bins);
  const std::vector<double> zeros(setup.bins.size(), 0.0);
  for (const Recorded& histogram : setup.histograms) h5::write(create(timing, histogram, {&bin, 1}), zeros);
}

}  // namespace

struct Recording::Open {
  explicit Open(const std::filesystem::path& path) : output(AtomicFile::in_place(path)) {}

  AtomicFile output;
  std::optional<h5::File> file;
  std::optional<h5::Handle> recorded;
  std::vector<h5::Handle> channels;  // `time` first
  std::vector<h5::Handle> numbers, histograms;
  double count = 0.0;

  void close() {
    for (auto* each : {&channels, &numbers, &histograms}) each->clear();
    recorded.reset();
  }
};

Recording::Recording(const std::filesystem::path& path, const RecordingSetup& setup)
    : open_(std::make_unique<Open>(path)) {
  writing(open_->output, [&] {
    Open& self = *open_;
    self.file = h5::File::create(self.output);
    create_all(*self.file, setup);
    self.file->start_growing();
    self.recorded = h5::open_dataset(*self.file, std::string(kRecorded));
    for (const Recorded& number : setup.numbers)
      self.numbers.push_back(h5::open_dataset(*self.file, number.name));
    const h5::Handle group = h5::open_group(*self.file, kGroup);
    self.channels.push_back(h5::open_dataset(group, "time"));
    for (const Recorded& channel : setup.channels)
      self.channels.push_back(h5::open_dataset(group, channel.name));
    if (setup.bins.empty()) return;
    const h5::Handle timing = h5::open_group(group, kTiming);
    for (const Recorded& histogram : setup.histograms)
      self.histograms.push_back(h5::open_dataset(timing, histogram.name));
  });
  open_->output.check();
}

Recording::~Recording() {
  if (open_) open_->close();
}

void Recording::append(std::span<const double> time, std::span<const std::vector<double>> channels) {
  if (channels.size() + 1 != open_->channels.size())
    throw std::invalid_argument("a recording got other channels than it has");
  if (time.empty()) return;
  writing(open_->output, [&] {
    h5::append(open_->channels[0], time);
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (channels[i].size() != time.size())
        throw std::invalid_argument("a channel is not as long as its time");
      h5::append(open_->channels[i + 1], channels[i]);
    }
  });
  open_->count += static_cast<double>(time.size());
}

void Recording::set_number(std::size_t place, double value) {
  writing(open_->output, [&] { h5::write(open_->numbers[place], {&value, 1}); });
}

void Recording::set_histogram(std::size_t place, std::span<const double> counts) {
  writing(open_->output, [&] { h5::write(open_->histograms[place], counts); });
}

void Recording::flush() {
  writing(open_->output, [&] {
    h5::check(H5Fflush(*open_->file, H5F_SCOPE_GLOBAL));
    h5::write(*open_->recorded, {&open_->count, 1});
    h5::check(H5Dflush(*open_->recorded));
  });
  open_->output.check();
}

void Recording::finish() {
  flush();
  writing(open_->output, [&] {
    open_->close();
    open_->file->close();
  });
  open_->output.commit();
}

}  // namespace hilspace::results
