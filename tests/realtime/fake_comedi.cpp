// Replacement of the kernel's Comedi: preloaded (LD_PRELOAD), it answers libcomedi's system calls on
// /dev/comedi0 with a card connected to a small rig. libcomedi and everything above it are real.
//
//   subdevice 0  analogue inputs, 16 bits, ranges +-10 V and +-5 V:
//                0 position   V = x / (31.63 um/V)
//                1 force      V = k max(x - gap, 0) / (500 N/V)            k 10 N/um, gap 50 um
//                2 what stands at the output of channel 0, in front of the relay
//   subdevice 1  analogue outputs, 16 bits, ranges +-10 V and 0...10 V: channel 0 drives the actuator,
//                x'' = w^2 (31.63 um/V u - x) - 2 d w x', {0.8, 3000 rad/s}, u = 0 while the relay is open
//   subdevice 2  digital in/output: 0 stop, low when pressed;  1 relay, high when closed;  2 heartbeat
//
// The relay is closed while the heartbeat has changed within the last 100 samples. Time is stepped: each
// reading of the position advances it by one sample, 1/75000 s.
//
// The state is shared with processes that are forked off or started; a lock belongs to the open file, as in
// the kernel (here it is one of fcntl's, which the same is true of).
//
// HILSPACE_FAKE_FAULT=WHAT@N, read when the device is opened: once N more samples have been taken, read or
// write fail (EIO), rail (the force), stop (is pressed), gone (ENODEV).

#include <comedi.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <string>
#include <utility>

namespace {

constexpr double kSample = 1.0 / 75e3, kMetrePerVolt = 31.63e-6, kStiffness = 10e6, kGap = 50e-6,
                 kNewtonPerVolt = 500;
constexpr unsigned kRelaySamples = 100, kCodeMax = 0xffff;
constexpr unsigned kStop = 0, kRelay = 1, kHeartbeat = 2, kLines = 8;

struct Range {
  double min, max;
};
constexpr Range kInputs[] = {{-10, 10}, {-5, 5}}, kOutputs[] = {{-10, 10}, {0, 10}};

struct Subdevice {
  unsigned type, channels, flags, code_max;
  const Range* ranges;
  unsigned n_ranges;
};
constexpr Subdevice kSubdevices[] = {
    {COMEDI_SUBD_AI, 4, SDF_READABLE | SDF_GROUND | SDF_DIFF, kCodeMax, kInputs, 2},
    {COMEDI_SUBD_AO, 2, SDF_READABLE | SDF_WRITABLE | SDF_GROUND, kCodeMax, kOutputs, 2},
    {COMEDI_SUBD_DIO, kLines, SDF_READABLE | SDF_WRITABLE, 1, nullptr, 0}};

struct Fault {
  char what[8] = "";
  unsigned long at = 0;
};

struct State {
  pthread_mutex_t busy;
  unsigned long samples = 0, beat_at = 0;
  double x = 0, rate = 0;  // m, m/s
  double output[2] = {};   // V
  unsigned output_code[2] = {kCodeMax / 2 + 1, kCodeMax / 2 + 1};
  bool sampled = false;  // by what is being executed
  bool heartbeat = false, ever_beat = false, is_output[kLines] = {};
  Fault fault;
};

int memory = -1;
State* state = nullptr;

__attribute__((constructor)) void power_on() {
  // Whoever started us may have one already.
  const char* inherited = getenv("HILSPACE_FAKE_MEMORY");
  struct stat is {};
  if (inherited != nullptr && fstat(std::atoi(inherited), &is) == 0 && is.st_size == sizeof(State)) {
    memory = std::atoi(inherited);
  } else {
    memory = memfd_create("fake_comedi", 0);
    if (memory < 0 || ftruncate(memory, sizeof(State)) != 0) abort();
    setenv("HILSPACE_FAKE_MEMORY", std::to_string(memory).c_str(), 1);
    inherited = nullptr;
  }
  void* shared = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (shared == MAP_FAILED) abort();
  state = static_cast<State*>(shared);
  if (inherited != nullptr) return;
  new (state) State;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);  // its holder may be killed
  pthread_mutex_init(&state->busy, &kind);
}

bool faulty(const char* what) {
  return state->samples >= state->fault.at && std::strcmp(state->fault.what, what) == 0;
}

bool relay_closed() { return state->ever_beat && state->samples - state->beat_at <= kRelaySamples; }

void sample() {
  constexpr double kW = 3000, kD = 0.8;
  constexpr int kSteps = 8;
  const double held = relay_closed() ? kMetrePerVolt * std::clamp(state->output[0], 0.0, 10.0) : 0.0;
  const auto acceleration = [&](double x, double rate) { return kW * kW * (held - x) - 2 * kD * kW * rate; };
  for (int i = 0; i < kSteps; ++i) {  // Runge-Kutta of order 2: accurate to less than a code
    const double h = kSample / kSteps, x = state->x, rate = state->rate;
    const double half_x = x + h / 2 * rate, half_rate = rate + h / 2 * acceleration(x, rate);
    state->x += h * half_rate;
    state->rate += h * acceleration(half_x, half_rate);
  }
  state->sampled = true;
}

unsigned code(double volts, const Range& range) {
  const double share = (volts - range.min) / (range.max - range.min);
  return static_cast<unsigned>(std::lrint(std::clamp(share, 0.0, 1.0) * kCodeMax));
}

double input(unsigned channel) {
  if (channel == 0) sample();
  if (channel == 0) return state->x / kMetrePerVolt;
  if (channel == 1)
    return faulty("rail") ? 1e3 : kStiffness * std::max(state->x - kGap, 0.0) / kNewtonPerVolt;
  return channel == 2 ? state->output[0] : 0.0;
}

unsigned level(unsigned line) {
  if (line == kStop) return faulty("stop") ? 0 : 1;
  if (line == kRelay) return relay_closed() ? 1 : 0;
  return line == kHeartbeat && state->heartbeat ? 1 : 0;
}

void set_level(unsigned line, bool high) {
  if (line != kHeartbeat || !state->is_output[line]) return;
  if (high != state->heartbeat) state->beat_at = state->samples, state->ever_beat = true;
  state->heartbeat = high;
}

// Whether the open file may use a subdevice; the byte of its number is what is locked.
struct flock lock_of(unsigned subdevice, int type) {
  struct flock lock {};
  lock.l_type = static_cast<short>(type), lock.l_whence = SEEK_SET, lock.l_start = subdevice, lock.l_len = 1;
  return lock;
}

bool allowed(int file, unsigned subdevice) {
  struct flock lock = lock_of(subdevice, F_WRLCK);
  return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

int configure(comedi_insn& is, unsigned channel) {
  if (is.subdev != 2) return EINVAL;
  if (is.data[0] == INSN_CONFIG_DIO_QUERY)
    is.data[1] = state->is_output[channel] ? COMEDI_OUTPUT : COMEDI_INPUT;
  else if (is.data[0] == INSN_CONFIG_DIO_INPUT || is.data[0] == INSN_CONFIG_DIO_OUTPUT)
    for (unsigned line = channel / 2 * 2; line < channel / 2 * 2 + 2; ++line)  // a port has two lines
      state->is_output[line] = is.data[0] == INSN_CONFIG_DIO_OUTPUT;
  else
    return EINVAL;
  return 0;
}

int execute(int file, comedi_insn& is) {                            // 0 or an error's number
  if (is.insn == INSN_GTOD) return is.data[0] = is.data[1] = 0, 0;  // libcomedi's probe
  if (is.subdev >= std::size(kSubdevices)) return EINVAL;
  const Subdevice& subdevice = kSubdevices[is.subdev];
  const unsigned channel = CR_CHAN(is.chanspec), range = CR_RANGE(is.chanspec);
  if (channel >= subdevice.channels || (subdevice.ranges != nullptr && range >= subdevice.n_ranges))
    return EINVAL;
  if (!allowed(file, is.subdev)) return EACCES;
  if (is.insn == INSN_CONFIG) return configure(is, channel);
  if (is.n != 1 || (is.insn != INSN_READ && is.insn != INSN_WRITE)) return EINVAL;
  const bool write = is.insn == INSN_WRITE;
  if (faulty(write ? "write" : "read")) return EIO;
  if (write && is.data[0] > subdevice.code_max) return EINVAL;
  switch (is.subdev) {
    case 0:
      if (write) return EINVAL;
      is.data[0] = code(input(channel), subdevice.ranges[range]);
      return 0;
    case 1:
      if (!write) return is.data[0] = state->output_code[channel], 0;
      state->output_code[channel] = is.data[0];
      state->output[channel] =
          subdevice.ranges[range].min +
          is.data[0] * (subdevice.ranges[range].max - subdevice.ranges[range].min) / kCodeMax;
      return 0;
    default:
      if (write)
        set_level(channel, is.data[0] != 0);
      else
        is.data[0] = level(channel);
      return 0;
  }
}

unsigned range_type(unsigned subdevice) { return subdevice << 24 | kSubdevices[subdevice].n_ranges; }

// 0 or an error's number. libcomedi passes the request as an int, so its sign may have spread.
int answer(int file, unsigned request, void* argument) {
  if (faulty("gone")) return ENODEV;
  switch (request) {
    case COMEDI_DEVINFO: {
      auto& is = *static_cast<comedi_devinfo*>(argument) = comedi_devinfo{};
      is.version_code = 0x00074c, is.n_subdevs = std::size(kSubdevices),
      is.read_subdevice = is.write_subdevice = -1;
      std::strcpy(is.driver_name, "fake_comedi");
      std::strcpy(is.board_name, "fake-rig");
      return 0;
    }
    case COMEDI_SUBDINFO:
      for (unsigned i = 0; i < std::size(kSubdevices); ++i) {
        auto& is = static_cast<comedi_subdinfo*>(argument)[i] = comedi_subdinfo{};
        is.type = kSubdevices[i].type, is.n_chan = kSubdevices[i].channels,
        is.subd_flags = kSubdevices[i].flags;
        is.maxdata = kSubdevices[i].code_max, is.range_type = range_type(i), is.len_chanlist = 1;
      }
      return 0;
    case COMEDI_CHANINFO:
      return 0;  // all channels are alike
    case COMEDI_RANGEINFO: {
      const auto& asked = *static_cast<comedi_rangeinfo*>(argument);
      const Subdevice& subdevice = kSubdevices[asked.range_type >> 24 & 0xf];
      for (unsigned i = 0; i < subdevice.n_ranges; ++i)
        static_cast<comedi_krange*>(asked.range_ptr)[i] = {static_cast<int>(subdevice.ranges[i].min * 1e6),
                                                           static_cast<int>(subdevice.ranges[i].max * 1e6),
                                                           UNIT_volt};
      return 0;
    }
    case COMEDI_LOCK:
    case COMEDI_UNLOCK: {
      const auto subdevice = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(argument));
      struct flock lock = lock_of(subdevice, request == COMEDI_LOCK ? F_WRLCK : F_UNLCK);
      return fcntl(file, F_OFD_SETLK, &lock) == 0 ? 0 : EBUSY;
    }
    case COMEDI_INSN:
      return execute(file, *static_cast<comedi_insn*>(argument));
    case COMEDI_INSNLIST: {
      const auto& list = *static_cast<comedi_insnlist*>(argument);
      for (unsigned i = 0; i < list.n_insns; ++i)
        if (const int error = execute(file, list.insns[i])) return error;
      return 0;
    }
    default:
      return ENOTTY;
  }
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int open(const char* name, int flags, ...) {
  if (std::strcmp(name, "/dev/comedi0") == 0) {
    state->fault = {};
    if (const char* fault = getenv("HILSPACE_FAKE_FAULT"))
      if (std::sscanf(fault, "%7[a-z]@%lu", state->fault.what, &state->fault.at) == 2)
        state->fault.at += state->samples;
    char self[64];
    std::snprintf(self, sizeof self, "/proc/self/fd/%d",
                  memory);  // a new open file description, with its own locks
    name = self;
    return next<int(const char*, int, ...)>("open")(name, flags);
  }
  va_list rest;
  va_start(rest, flags);
  const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return next<int(const char*, int, ...)>("open")(name, flags, mode);
}

int ioctl(int file, unsigned long request, ...) noexcept {
  va_list rest;
  va_start(rest, request);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  static auto* const real = next<int(int, unsigned long, ...)>("ioctl");
  if (_IOC_TYPE(request) != CIO) return real(file, request, argument);
  if (pthread_mutex_lock(&state->busy) == EOWNERDEAD) pthread_mutex_consistent(&state->busy);
  const auto asked = static_cast<unsigned>(request);
  const int error = answer(file, asked, argument);
  if (std::exchange(state->sampled, false)) ++state->samples;
  pthread_mutex_unlock(&state->busy);
  if (error != 0) return errno = error, -1;
  if (asked == COMEDI_INSNLIST) return static_cast<int>(static_cast<comedi_insnlist*>(argument)->n_insns);
  return asked == COMEDI_INSN ? static_cast<int>(static_cast<comedi_insn*>(argument)->n) : 0;
}

}  // extern "C"
