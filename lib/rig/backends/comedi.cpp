#include "rig/backends/comedi.hpp"

#include <comedilib.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "rig/backends/conversion.hpp"

namespace hilspace::rig {
namespace {

using SubdeviceKind = ComediDevice::SubdeviceKind;

struct Close {
  void operator()(comedi_t* device) const { comedi_close(device); }
};
using Handle = std::unique_ptr<comedi_t, Close>;

std::string reason() { return comedi_strerror(comedi_errno()); }

Handle opened(const std::string& file) {
  Handle handle(comedi_open(file.c_str()));
  if (!handle)
    throw RunError(
        fmt::format("{}: {}; is the card's driver loaded (lsmod | grep comedi), and are you in the group "
                    "iocard?",
                    file, reason()));
  return handle;
}

SubdeviceKind kind(int type) {
  switch (type) {
    case COMEDI_SUBD_AI:
      return SubdeviceKind::analog_input;
    case COMEDI_SUBD_AO:
      return SubdeviceKind::analog_output;
    case COMEDI_SUBD_DI:
      return SubdeviceKind::digital_input;
    case COMEDI_SUBD_DO:
      return SubdeviceKind::digital_output;
    case COMEDI_SUBD_DIO:
      return SubdeviceKind::digital;
    default:
      return SubdeviceKind::other;
  }
}

ComediDevice::Channel channel(comedi_t* device, unsigned subdevice, unsigned number) {
  ComediDevice::Channel is;
  is.code_max = comedi_get_maxdata(device, subdevice, number);
  const int n = comedi_get_n_ranges(device, subdevice, number);
  for (unsigned i = 0; static_cast<int>(i) < n; ++i) {
    const comedi_range* range = comedi_get_range(device, subdevice, number, i);
    const bool of_volts = range != nullptr && range->unit == UNIT_volt;
    is.ranges.push_back(of_volts ? std::optional(VoltRange{range->min, range->max}) : std::nullopt);
  }
  return is;
}

ComediDevice inspected(comedi_t* device, const std::string& file) {
  ComediDevice all;
  all.name = fmt::format("{} ({}, {})", file, comedi_get_driver_name(device), comedi_get_board_name(device));
  const int n = comedi_get_n_subdevices(device);
  for (unsigned i = 0; static_cast<int>(i) < n; ++i) {
    ComediDevice::Subdevice& is = all.subdevices.emplace_back();
    is.kind = kind(comedi_get_subdevice_type(device, i));
    const int flags = comedi_get_subdevice_flags(device, i);
    for (const auto& [flag, reference] : {std::pair{SDF_GROUND, Reference::ground},
                                          {SDF_COMMON, Reference::common},
                                          {SDF_DIFF, Reference::differential},
                                          {SDF_OTHER, Reference::other}})
      if ((flags & flag) != 0) is.references.push_back(reference);
    const int channels = comedi_get_n_channels(device, i);
    for (unsigned c = 0; static_cast<int>(c) < channels; ++c) is.channels.push_back(channel(device, i, c));
  }
  return all;
}

ComediDevice checked(comedi_t* device, const ComediSetup& setup) {
  ComediDevice is = inspected(device, setup.device);
  std::string all;
  for (const auto& line : findings(setup, is)) all += (all.empty() ? "" : "\n") + line;
  if (!all.empty()) throw RunError(all);
  return is;
}

struct Clean {
  void operator()(comedi_calibration_t* calibration) const { comedi_cleanup_calibration(calibration); }
};
using Calibration = std::unique_ptr<comedi_calibration_t, Clean>;

Calibration calibration(comedi_t* device, const ComediSetup& setup) {
  if (setup.calibration.empty()) return nullptr;
  Calibration is(comedi_parse_calibration_file(setup.calibration.c_str()));
  if (!is)
    throw RunError(
        fmt::format("{}: {}; comedi_soft_calibrate makes such a file", setup.calibration, reason()));
  if (is->board_name != std::string_view(comedi_get_board_name(device)))
    throw RunError(fmt::format("{}: is for a {}, and {} is a {}; make one for it with comedi_soft_calibrate",
                               setup.calibration, is->board_name, setup.device,
                               comedi_get_board_name(device)));
  return is;
}

Conversion conversion(comedi_t* device, const AnalogChannel& channel, const comedi_calibration_t* calibration,
                      comedi_conversion_direction direction) {
  comedi_polynomial_t p{};
  const auto& [subdevice, number, range, reference] = channel;
  const int result = calibration != nullptr
                         ? comedi_get_softcal_converter(subdevice, number, range, direction, calibration, &p)
                         : comedi_get_hardcal_converter(device, subdevice, number, range, direction, &p);
  if (result < 0)
    throw RunError(
        fmt::format("the calibration has no entry for subdevice {}, channel {}, range {}: {}; calibrate it "
                    "as well, or remove comedi.calibration",
                    subdevice, number, range, reason()));
  Conversion is;
  for (unsigned i = 0; i <= p.order && i < is.coefficients.size(); ++i)
    is.coefficients[i] = p.coefficients[i];
  is.origin = p.expansion_origin;
  is.code_max = comedi_get_maxdata(device, subdevice, number);
  return is;
}

unsigned level(const DigitalLine& line, bool on) { return on != line.active_low ? 1 : 0; }

// One instruction list, executed by the kernel in a single call.
class Instructions {
 public:
  Instructions() = default;
  Instructions(const Instructions&) = delete;  // its lists point into it
  Instructions& operator=(const Instructions&) = delete;

  lsampl_t* add(unsigned what, const AnalogChannel& c) {
    return add(what, c.subdevice, CR_PACK(c.channel, c.range, static_cast<unsigned>(c.reference)));
  }
  lsampl_t* add(unsigned what, const std::optional<DigitalLine>& line) {
    return line ? add(what, line->subdevice, CR_PACK(line->channel, 0, 0)) : nullptr;
  }
  bool run(comedi_t* device) noexcept {
    comedi_insnlist list{n_, instructions_.data()};
    return comedi_do_insnlist(device, &list) == static_cast<int>(n_);
  }

 private:
  static constexpr std::size_t kMost = 5;

  lsampl_t* add(unsigned what, unsigned subdevice, unsigned chanspec) {
    comedi_insn& is = instructions_.at(n_);
    is.insn = what, is.n = 1, is.data = &data_[n_], is.subdev = subdevice, is.chanspec = chanspec;
    return &data_[n_++];
  }

  unsigned n_ = 0;
  std::array<comedi_insn, kMost> instructions_{};
  std::array<lsampl_t, kMost> data_{};
};

// Writes the safe voltage and leaves the heartbeat idle.
class SafeState {
 public:
  SafeState(const ComediSetup& setup, const Conversion& command)
      : allowed_(setup.allowed), safe_(setup.safe_voltage), command_(command) {
    code_ = list_.add(INSN_WRITE, setup.command);
    if (lsampl_t* heartbeat = list_.add(INSN_WRITE, setup.heartbeat))
      *heartbeat = level(*setup.heartbeat, false);
  }
  bool write(comedi_t* device) noexcept { return write(device, safe_); }
  /// Written so that NaN counts as out of range.
  bool write(comedi_t* device, double volts) noexcept {
    *code_ = command_.code(volts >= allowed_.min && volts <= allowed_.max ? volts : safe_);
    return list_.run(device);
  }

 private:
  VoltRange allowed_;
  double safe_;
  Conversion command_;
  Instructions list_;
  lsampl_t* code_ = nullptr;
};

}  // namespace

struct Comedi::Device {
  explicit Device(const ComediSetup& s);
  ~Device();

  const ComediSetup setup;
  const pid_t owner = getpid();
  const Handle handle = opened(setup.device);
  const ComediDevice has = checked(handle.get(), setup);
  const Calibration calibrated = calibration(handle.get(), setup);
  const Conversion position = conversion(handle.get(), setup.position, calibrated.get(), COMEDI_TO_PHYSICAL);
  const Conversion force = conversion(handle.get(), setup.force, calibrated.get(), COMEDI_TO_PHYSICAL);
  const Conversion laser = setup.laser
                               ? conversion(handle.get(), *setup.laser, calibrated.get(), COMEDI_TO_PHYSICAL)
                               : Conversion{};
  const Conversion command = conversion(handle.get(), setup.command, calibrated.get(), COMEDI_FROM_PHYSICAL);
  const VoltRange output = writable(setup, has);
  std::set<unsigned> subdevices;  // in use

  Instructions inputs, outputs;
  SafeState safe{setup, command};
  // Buffers that the kernel reads and fills; null: not wired.
  const lsampl_t* const position_code = inputs.add(INSN_READ, setup.position);
  const lsampl_t* const force_code = inputs.add(INSN_READ, setup.force);
  const lsampl_t* const laser_code = setup.laser ? inputs.add(INSN_READ, *setup.laser) : nullptr;
  const lsampl_t* const stop_level = inputs.add(INSN_READ, setup.stop);
  const lsampl_t* const relay_level = inputs.add(INSN_READ, setup.relay);
  lsampl_t* const command_code = outputs.add(INSN_WRITE, setup.command);
  lsampl_t* const heartbeat_level = outputs.add(INSN_WRITE, setup.heartbeat);

 private:
  void lock() const;
  void direct(const char* signal, const std::optional<DigitalLine>& line, unsigned direction) const;
  void check_direction(const char* signal, const std::optional<DigitalLine>& line, unsigned direction) const;
};

Comedi::Device::Device(const ComediSetup& s) : setup(s) {
  for (const auto* analog : {&setup.position, &setup.force, &setup.command})
    subdevices.insert(analog->subdevice);
  if (setup.laser) subdevices.insert(setup.laser->subdevice);
  for (const auto* line : {&setup.heartbeat, &setup.stop, &setup.relay})
    if (*line) subdevices.insert((*line)->subdevice);
  lock();
  // The lines of one port switch direction together, so the last line is queried for the direction of the
  // first.
  for (const auto& turn : {&Device::direct, &Device::check_direction}) {
    (this->*turn)("stop", setup.stop, COMEDI_INPUT);
    (this->*turn)("relay", setup.relay, COMEDI_INPUT);
    (this->*turn)("heartbeat", setup.heartbeat, COMEDI_OUTPUT);
  }
  if (!safe.write(handle.get()))
    throw RunError(
        fmt::format("{}: the safe voltage cannot be written: {}; does the card work (comedi_test -f {})?",
                    has.name, reason(), setup.device));
}

Comedi::Device::~Device() {
  if (getpid() != owner) return;
  safe.write(handle.get());
  // A guard may still have the device open; others may use it from now on.
  for (const unsigned subdevice : subdevices) comedi_unlock(handle.get(), subdevice);
}

void Comedi::Device::lock() const {
  for (const unsigned subdevice : subdevices)
    if (comedi_lock(handle.get(), subdevice) < 0)
      throw RunError(fmt::format("{}: subdevice {} is in use by another program: {}; end it (fuser -v {})",
                                 has.name, subdevice, reason(), setup.device));
}

void Comedi::Device::direct(const char* signal, const std::optional<DigitalLine>& line,
                            unsigned direction) const {
  if (!line || has.subdevices[line->subdevice].kind != SubdeviceKind::digital) return;
  if (comedi_dio_config(handle.get(), line->subdevice, line->channel, direction) < 0)
    throw RunError(fmt::format("{}: {}: line {} cannot be made an {}: {}; choose another line", has.name,
                               signal, line->channel, direction == COMEDI_OUTPUT ? "output" : "input",
                               reason()));
}

void Comedi::Device::check_direction(const char* signal, const std::optional<DigitalLine>& line,
                                     unsigned direction) const {
  if (!line || has.subdevices[line->subdevice].kind != SubdeviceKind::digital) return;
  unsigned is = direction;
  if (comedi_dio_get_config(handle.get(), line->subdevice, line->channel, &is) < 0 || is == direction) return;
  throw RunError(
      fmt::format("{}: {}: line {} is in one port with a line of the other direction; move the heartbeat to "
                  "another port",
                  has.name, signal, line->channel));
}

Comedi::Comedi(const ComediSetup& setup) : clock_(setup.rate), device_(std::make_unique<Device>(setup)) {}

Comedi::~Comedi() = default;

VoltRange Comedi::input_range() const {
  const auto& [p, f] = std::tie(device_->position, device_->force);
  return {std::max(p.volts(0), f.volts(0)), std::min(p.volts(p.code_max), f.volts(f.code_max))};
}

VoltRange Comedi::output_range() const { return device_->output; }

bool Comedi::read(Inputs& inputs) noexcept {
  Device& d = *device_;
  if (!d.inputs.run(d.handle.get())) return false;
  inputs.position = d.position.volts(*d.position_code);
  inputs.force = d.force.volts(*d.force_code);
  inputs.position_code = *d.position_code;
  inputs.force_code = *d.force_code;
  if (d.laser_code != nullptr) inputs.laser = d.laser.volts(*d.laser_code);
  inputs.stop = d.stop_level != nullptr && *d.stop_level == level(*d.setup.stop, true);
  inputs.relay_closed = d.relay_level != nullptr && *d.relay_level == level(*d.setup.relay, true);
  return true;
}

bool Comedi::write(const Outputs& outputs) noexcept {
  Device& d = *device_;
  // Written so that NaN counts as out of range.
  const bool in_range = outputs.command >= d.output.min && outputs.command <= d.output.max;
  *d.command_code = d.command.code(in_range ? outputs.command : d.setup.safe_voltage);
  if (d.heartbeat_level != nullptr) *d.heartbeat_level = level(*d.setup.heartbeat, outputs.heartbeat);
  return d.outputs.run(d.handle.get()) && in_range;
}

int Comedi::file() const { return comedi_fileno(device_->handle.get()); }

struct ComediSafe::Device {
  Device(const ComediSetup& setup, std::optional<int> inherited) : handle(opened(setup.device)) {
    checked(handle.get(), setup);
    const Calibration calibrated = calibration(handle.get(), setup);
    state.emplace(setup, conversion(handle.get(), setup.command, calibrated.get(), COMEDI_FROM_PHYSICAL));
    if (inherited) take(*inherited, setup);
  }

  // libcomedi opens devices by name only, so the inherited descriptor replaces the one it has opened.
  void take(int inherited, const ComediSetup& setup) const {
    const int own = comedi_fileno(handle.get());
    struct stat is {
    }, wanted{};
    if (fstat(inherited, &is) != 0 || fstat(own, &wanted) != 0 || is.st_dev != wanted.st_dev ||
        is.st_ino != wanted.st_ino || dup2(inherited, own) < 0)
      throw RunError(
          fmt::format("file descriptor {} is not {}, inherited; start the guard after the device was opened",
                      inherited, setup.device));
  }

  const Handle handle;
  std::optional<SafeState> state;
};

ComediSafe::ComediSafe(const ComediSetup& setup, std::optional<int> inherited)
    : device_(std::make_unique<Device>(setup, inherited)) {}

ComediSafe::~ComediSafe() = default;

bool ComediSafe::write() noexcept { return device_->state->write(device_->handle.get()); }
bool ComediSafe::write(double volts) noexcept { return device_->state->write(device_->handle.get(), volts); }

}  // namespace hilspace::rig
