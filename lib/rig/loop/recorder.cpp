#include "rig/loop/recorder.hpp"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <limits>
#include <optional>
#include <span>

#include "core/error.hpp"
#include "results/records/recording.hpp"

namespace hilspace::rig {
namespace {

constexpr std::size_t kBatch = 8192;
constexpr auto kBetweenFlushes = std::chrono::milliseconds(200);
constexpr timespec kPause{0, 2'000'000};

constexpr auto kFaultNames = [] {
  std::array<std::string_view, kFaults.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kFaults[i].name;
  return names;
}();

/// Initial value in the file, which remains if the process is killed before the run ends.
constexpr auto kEndNames = [] {
  std::array<std::string_view, kLoopEnds.size() + 1> names{};
  std::copy(kLoopEnds.begin(), kLoopEnds.end(), names.begin());
  names.back() = "interrupted";
  return names;
}();
constexpr auto kTripNames = [] {
  std::array<std::string_view, kFaultNames.size() + 1> names{};
  std::copy(kFaultNames.begin(), kFaultNames.end(), names.begin());
  names.back() = "unknown";
  return names;
}();

struct ChannelOf {
  results::Recorded what;
  double (*value)(const Record&);
};

const std::vector<ChannelOf>& channels() {
  static const std::vector<ChannelOf> list{
      {{"displacement", "m", "relative displacement of the bodies"},
       [](const Record& r) { return r.displacement; }},
      {{"velocity", "m s-1", "relative velocity of the bodies"}, [](const Record& r) { return r.velocity; }},
      {{"penetration", "m", "measured extension beyond offset and air gap"}, nullptr},
      {{"penetration_rate", "m s-1", "rate of the measured extension, filtered"},
       [](const Record& r) { return r.extension_rate; }},
      {{"force", "N", "measured force that acts on the bodies"}, [](const Record& r) { return r.force; }},
      {{"extension", "m", "measured extension of the actuator"}, [](const Record& r) { return r.extension; }},
      {{"reference", "m", "extension asked for"}, [](const Record& r) { return r.reference; }},
      {{"command", "1", "command written, of full scale"}, [](const Record& r) { return r.command; }},
      {{"position_volts", "V", "position sensor at the terminal"},
       [](const Record& r) { return r.position_volts; }},
      {{"force_volts", "V", "force sensor at the terminal"}, [](const Record& r) { return r.force_volts; }},
      {{"laser_volts", "V", "laser reference at the terminal"},
       [](const Record& r) { return r.laser_volts; }},
      {{"position_code", "1", "position sensor as the converter gave it"},
       [](const Record& r) { return static_cast<double>(r.position_code); }},
      {{"force_code", "1", "force sensor as the converter gave it"},
       [](const Record& r) { return static_cast<double>(r.force_code); }},
      {{"stop", "", "operator's stop, by button or signal", kStopSeen},
       [](const Record& r) { return r.stop ? 1.0 : 0.0; }},
      {{"relay", "", "heartbeat relay", kRelaySeen},
       [](const Record& r) { return r.relay_closed ? 1.0 : 0.0; }},
      {{"guard", "", "guard as the loop saw it", kGuardSeen},
       [](const Record& r) { return static_cast<double>(r.guard); }},
      {{"cycle", "1", "number of the loop's cycle"},
       [](const Record& r) { return static_cast<double>(r.cycle); }},
      {{"lateness", "s", "from when the cycle was due to the wake-up"},
       [](const Record& r) { return static_cast<double>(r.lateness); }},
      {{"work", "s", "from the wake-up to when the command was written"},
       [](const Record& r) { return static_cast<double>(r.work); }},
      {{"phase", "", "phase of the run", kPhases},
       [](const Record& r) { return static_cast<double>(r.phase); }},
      {{"fault", "", "limit that was reached", kFaultNames},
       [](const Record& r) { return static_cast<double>(r.fault); }},
  };
  return list;
}

/// Scalars of a run, stored beside its channels.
struct NumberOf {
  results::Recorded what;
  double (*value)(const LoopReport&, double steal);
};
const std::vector<NumberOf>& numbers() {
  static const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
  static const std::vector<NumberOf> list{
      {{"end.rig", "", "how the run ended", kEndNames},
       [](const LoopReport& r, double) { return static_cast<double>(r.ended); }},
      {{"trip.fault", "", "limit that was reached", kTripNames},
       [](const LoopReport& r, double) { return static_cast<double>(r.trip.fault); }},
      {{"trip.value", "", "what was seen, in the unit of its limit"},
       [](const LoopReport& r, double) { return r.trip.value; }},
      {{"trip.limit", "", "what was allowed"}, [](const LoopReport& r, double) { return r.trip.limit; }},
      {{"trip.cycle", "1", "cycle in which it was reached"},
       [](const LoopReport& r, double) { return count(r.trip.cycle); }},
      {{"safe", "1", "1: the safe command was written at the end"},
       [](const LoopReport& r, double) { return r.safe ? 1.0 : 0.0; }},
      {{"cycles", "1", "cycles of the loop"}, [](const LoopReport& r, double) { return count(r.cycles); }},
      {{"cycles.missed", "1", "periods that passed without a cycle"},
       [](const LoopReport& r, double) { return count(r.missed); }},
      {{"cycles.late", "1", "periods lost or begun late because the loop woke late"},
       [](const LoopReport& r, double) { return count(r.late); }},
      {{"cycles.long", "1", "periods in which the work took too long"},
       [](const LoopReport& r, double) { return count(r.overlong); }},
      {{"records.lost", "1", "records that found no room"},
       [](const LoopReport& r, double) { return count(r.lost); }},
      {{"reads.failed", "1", "readings that failed"},
       [](const LoopReport& r, double) { return count(r.failed_reads); }},
      {{"writes.failed", "1", "commands that could not be written"},
       [](const LoopReport& r, double) { return count(r.failed_writes); }},
      {{"rest.position", "m", "measured extension before anything moved, on average"},
       [](const LoopReport& r, double) { return r.rest_position; }},
      {{"rest.force", "N", "measured force before anything moved, on average"},
       [](const LoopReport& r, double) { return r.rest_force; }},
      {{"lag", "s", "by which the contact was late, as measured"},
       [](const LoopReport& r, double) { return r.lag; }},
      {{"steal", "s", "processor time that other machines took meanwhile"},
       [](const LoopReport&, double steal) { return steal; }},
  };
  return list;
}
std::size_t place_of(std::string_view name) {
  std::size_t place = 0;
  while (numbers()[place].what.name != name) ++place;
  return place;
}

std::string limits_text(const Limits& limits) {
  std::string text;
  for (const LimitField& field : kLimitFields)
    text += fmt::format("{} = {}  # {}\n", field.name, limits.*field.member, field.unit);
  return text;
}

std::string calibration_text(const Scaling& scaling) {
  std::string text = fmt::format("command = [{}, {}]  # V at 0 and at full scale\nposition = [",
                                 scaling.command_zero, scaling.command_full);
  for (const auto& [volts, meters] : scaling.position) text += fmt::format("[{}, {}], ", volts, meters);
  return text + fmt::format("]  # V, m\nforce = {}  # N/V\nforce_zero = {}  # V\n", scaling.newton_per_volt,
                            scaling.force_zero);
}

results::RecordingSetup recording_setup(const RecorderSetup& setup, const LoopSetup& loop) {
  results::RecordingSetup made{setup.study, setup.scenario_index, {}, setup.notes, {}, {}, {}, {}};
  made.origin = "the bodies' displacement would cross 0 if nothing stopped them";
  made.notes.emplace_back("limits", limits_text(loop.limits));
  made.notes.emplace_back("calibration", calibration_text(loop.scaling));
  made.notes.emplace_back("rate", fmt::format("{} Hz", loop.computer.rate));
  for (const ChannelOf& channel : channels()) made.channels.push_back(channel.what);
  for (const NumberOf& number : numbers()) made.numbers.push_back(number.what);
  for (std::size_t i = 0; i < Histogram{}.bins.size(); ++i)
    made.bins.push_back(1e-9 * Histogram::upper_bound(i));
  made.histograms = {{"lateness", "1", "cycles that woke so late"},
                     {"work", "1", "cycles that worked so long"}};
  return made;
}

/// The records of a batch as columns.
class Columns {
 public:
  explicit Columns(const LoopSetup& loop)
      : zero_(loop.computer.air_gap + loop.computer.offset), values_(channels().size()) {}

  void take(std::span<const Record> records) {
    time.clear();
    for (auto& column : values_) column.clear();
    for (const Record& record : records) {
      time.push_back(record.time);
      for (std::size_t i = 0; i < values_.size(); ++i) {
        const auto value = channels()[i].value;
        values_[i].push_back(value != nullptr ? value(record) : record.extension - zero_);
      }
    }
  }
  std::vector<double> time;
  const std::vector<std::vector<double>>& values() const { return values_; }

 private:
  double zero_;  // extension at which the specimens touch
  std::vector<std::vector<double>> values_;
};

std::vector<double> counts(const Histogram& histogram) {
  return {histogram.bins.begin(), histogram.bins.end()};
}

}  // namespace

Recorder::Recorder(const RecorderSetup& setup, const LoopSetup& loop, Ring<Record>& ring) : ring_(ring) {
  auto ready = ready_.get_future();
  thread_ = std::thread([this, setup, loop] { work(setup, loop); });
  try {
    ready.get();
  } catch (...) {
    thread_.join();
    throw;
  }
}

Recorder::~Recorder() {
  abandoned_ = true;
  if (thread_.joinable()) thread_.join();
}

void Recorder::work(const RecorderSetup& setup, const LoopSetup& loop) {
  bool is_ready = false;
  try {
    results::Recording recording(setup.file, recording_setup(setup, loop));
    recording.set_number(place_of("end.rig"), static_cast<double>(kLoopEnds.size()));
    recording.set_number(place_of("trip.fault"), static_cast<double>(kFaultNames.size()));
    recording.set_number(place_of("safe"), 0.0);
    recording.flush();
    is_ready = true;
    ready_.set_value();
    std::vector<Record> batch(kBatch);
    Columns columns(loop);
    auto flushed = std::chrono::steady_clock::now();
    while (!abandoned_) {
      const bool last = finishing_;  // read before the ring is drained, so no record can follow
      const std::size_t count = ring_.pop(batch);
      columns.take(std::span(batch).first(count));
      recording.append(columns.time, columns.values());
      if (count == 0 && last) break;
      if (const auto now = std::chrono::steady_clock::now(); now - flushed > kBetweenFlushes) {
        recording.set_number(place_of("records.lost"), static_cast<double>(ring_.lost()));
        recording.flush();
        flushed = now;
      }
      if (count == 0) ::nanosleep(&kPause, nullptr);
    }
    recording.flush();  // the records before the end: a recording that lacks some must not say how it ended
    if (abandoned_) return;
    for (std::size_t i = 0; i < numbers().size(); ++i)
      recording.set_number(i, numbers()[i].value(report_, steal_));
    recording.set_histogram(0, counts(report_.lateness));
    recording.set_histogram(1, counts(report_.work));
    recording.finish();
  } catch (...) {
    error_ = std::current_exception();
    failed_ = true;
    if (!is_ready) ready_.set_exception(error_);
  }
}

void Recorder::finish(const LoopReport& report, double steal) {
  report_ = report;
  steal_ = steal;
  finishing_ = true;
  thread_.join();
  if (error_) std::rethrow_exception(error_);
}

double steal_time() {
  std::ifstream stat("/proc/stat");
  std::string cpu;
  double user = 0.0, nice = 0.0, system = 0.0, idle = 0.0, wait = 0.0, irq = 0.0, soft = 0.0, steal = 0.0;
  if (!(stat >> cpu >> user >> nice >> system >> idle >> wait >> irq >> soft >> steal)) return 0.0;
  return steal / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace hilspace::rig
