#include "rig/backends/emulated.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <new>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "models/rig_plant.hpp"

namespace hilspace::rig {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr std::int64_t kBetweenLooks = 1'000'000;  // ns, between checks that the plant's process is alive

[[noreturn]] void fail(const std::string& name, const std::string& what, int error,
                       const std::string& advice) {
  throw RunError(
      fmt::format("emulated rig {}: {}: {}; {}", name, what, std::generic_category().message(error), advice));
}

void sleep_us(long us) {
  const timespec t{0, us * 1000};
  ::nanosleep(&t, nullptr);
}

EmulatedMemory* map(const std::string& name, int file) {
  void* place = ::mmap(nullptr, sizeof(EmulatedMemory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place != MAP_FAILED) return static_cast<EmulatedMemory*>(place);
  const int error = errno;
  ::close(file);
  fail(name, "its shared memory cannot be mapped", error, "free some memory");
}

/// Creates the shared memory of that name and keeps it locked until the file is closed. The lock
/// distinguishes a rig that is running from the remains of one that was killed, which are removed.
int claim(const std::string& name) {
  const auto refuse = [&](int error) {
    fail(name, "its shared memory cannot be created", error, "give it a name like /hilspace-rig");
  };
  for (;;) {
    const int file = ::shm_open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) refuse(errno);
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
      ::close(file);
      throw RunError(fmt::format(
          "emulated rig {}: another one of that name is running; stop it, or give this one another --memory",
          name));
    }
    struct stat found {};
    if (::fstat(file, &found) == 0 && found.st_nlink > 0 && found.st_size == 0) {
      if (::ftruncate(file, sizeof(EmulatedMemory)) == 0) return file;
      const int error = errno;
      ::shm_unlink(name.c_str());
      ::close(file);
      refuse(error);
    }
    if (found.st_nlink > 0) ::shm_unlink(name.c_str());
    ::close(file);
  }
}

}  // namespace

EmulatedMapping EmulatedMapping::create(const std::string& name) {
  const int file = claim(name);
  return {new (map(name, file)) EmulatedMemory, name, file};
}

EmulatedMapping EmulatedMapping::open(const std::string& name, double patience) {
  const std::string advice = fmt::format("start it: hilspace-rig emulate STUDY --memory {}", name);
  const std::int64_t until = WallClock::monotonic() + static_cast<std::int64_t>(patience * 1e9);
  for (;;) {
    const int file = ::shm_open(name.c_str(), O_RDWR | O_CLOEXEC, 0);
    if (file < 0 && WallClock::monotonic() > until) fail(name, "cannot be found", errno, advice);
    struct stat size {};
    if (file >= 0 && ::fstat(file, &size) == 0 && size.st_size >= off_t{sizeof(EmulatedMemory)}) {
      EmulatedMapping mapping(map(name, file), "", -1);
      ::close(file);
      while (mapping->ready.load(std::memory_order_acquire) != EmulatedMemory::kReady) {
        if (WallClock::monotonic() > until) fail(name, "is not ready", ETIMEDOUT, advice);
        sleep_us(1000);
      }
      return mapping;
    }
    if (file >= 0) ::close(file);
    sleep_us(1000);
  }
}

EmulatedMapping::EmulatedMapping(EmulatedMapping&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      owned_(std::move(other.owned_)),
      lock_(std::exchange(other.lock_, -1)) {}

EmulatedMapping::~EmulatedMapping() {
  if (memory_ == nullptr) return;
  ::munmap(memory_, sizeof(EmulatedMemory));
  if (!owned_.empty()) ::shm_unlink(owned_.c_str());
  if (lock_ >= 0) ::close(lock_);
}

Emulated::Emulated(const std::string& name, double rate)
    : memory_(EmulatedMapping::open(name)),
      clock_(rate * memory_->speed),
      process_(static_cast<int>(::syscall(SYS_pidfd_open, memory_->process, 0))) {}

Emulated::~Emulated() {
  if (process_ >= 0) ::close(process_);
}

/// The memory keeps its last contents when the writing process has died.
bool Emulated::is_there() noexcept {
  const std::int64_t now = clock_.now();
  if (process_ < 0 || now - looked_ < kBetweenLooks) return there_;
  looked_ = now;
  pollfd ended{process_, POLLIN, 0};
  there_ = ::poll(&ended, 1, 0) <= 0;
  return there_;
}

std::int64_t Emulated::now() noexcept {
  return static_cast<std::int64_t>(static_cast<double>(clock_.now() - memory_->epoch) * memory_->speed);
}

void Emulated::wait_until(std::int64_t time) noexcept {
  clock_.wait_until(memory_->epoch +
                    static_cast<std::int64_t>(std::ceil(static_cast<double>(time) / memory_->speed)));
}

bool Emulated::read(Inputs& inputs) noexcept {
  if (!is_there()) return false;
  inputs = {memory_->position.load(kRelaxed), memory_->force.load(kRelaxed), memory_->stop.load(kRelaxed),
            memory_->relay_closed.load(kRelaxed), memory_->laser.load(kRelaxed)};
  const auto code = [&](double volts) {
    return code_of(volts, memory_->inputs.min, memory_->inputs.max, memory_->input_bits);
  };
  inputs.position_code = code(inputs.position);
  inputs.force_code = code(inputs.force);
  return true;
}

bool Emulated::write(const Outputs& outputs) noexcept {
  if (memory_->deaf.load(kRelaxed)) return false;
  memory_->command.store(outputs.command, kRelaxed);
  memory_->heartbeat.store(outputs.heartbeat, kRelaxed);
  return true;
}

void run_emulated_rig(const EmulatedSetup& setup, const std::atomic<bool>& stop) {
  const EmulatedMapping mapping = EmulatedMapping::create(setup.name);
  EmulatedMemory& memory = *mapping;
  const Scaling& scaling = setup.scaling;
  const double low = setup.inputs.min, high = setup.inputs.max;
  const WallClock clock(1e6);
  const auto actuator = true_actuator(setup.plant.actuator, setup.truth);
  models::RigPlantSetup known = setup.plant;
  known.actuator = actuator;
  models::RigPlant plant(known, setup.plant_step);
  Hysteresis hysteresis(setup.truth.hysteresis);
  const double rest = scaling.command_volts(0.0);
  memory.epoch = clock.now();
  memory.speed = setup.speed;
  memory.process = ::getpid();
  memory.input_bits = setup.input_bits;
  memory.inputs = setup.inputs;
  memory.outputs = setup.outputs;
  for (auto* volts : {&memory.command, &memory.lowest, &memory.highest}) volts->store(rest);

  const auto step = static_cast<std::int64_t>(setup.step * 1e9);
  // A plant that was preempted cannot distinguish a silent loop from its own pause, so each check counts as
  // at most a quarter of the relay's hold time.
  const double hold = setup.relay_hold;
  double silence = hold > 0.0 ? 2.0 * hold : 0.0;
  bool heartbeat = false;
  std::int64_t time = 0;
  const auto show = [&, low = low, high = high] {
    const double seconds = 1e-9 * static_cast<double>(time);
    double position = setup.truth.position.shown(scaling.position_volts(plant.measured_position()), seconds);
    double force = setup.truth.force.shown(scaling.force_volts(plant.measured_force() + setup.load), seconds);
    if (setup.truth.inputs_exchanged) std::swap(position, force);
    memory.position.store(converted(position, low, high, setup.input_bits), kRelaxed);
    memory.force.store(converted(force, low, high, setup.input_bits), kRelaxed);
    memory.laser.store(converted(laser_volts(scaling.laser, plant.extension()), low, high, setup.input_bits),
                       kRelaxed);
  };
  show();
  memory.ready.store(EmulatedMemory::kReady, std::memory_order_release);

  const auto is_needed = [&] {
    return setup.owner == 0 || ::getppid() == setup.owner || memory.relay_closed.load(kRelaxed);
  };
  while (!stop.load(kRelaxed) && !memory.quit.load(kRelaxed) && is_needed()) {
    const auto now = static_cast<std::int64_t>(static_cast<double>(clock.now() - memory.epoch) * setup.speed);
    if (now - time < step) {
      if (!setup.busy) sleep_us(50);
      continue;
    }
    const bool beat = memory.heartbeat.load(kRelaxed);
    silence =
        beat != heartbeat ? 0.0 : silence + std::min(1e-9 * static_cast<double>(now - time), 0.25 * hold);
    heartbeat = beat;
    const bool closed = hold <= 0.0 || silence <= hold;
    memory.relay_closed.store(closed || !setup.truth.relay_wired, kRelaxed);
    const double volts = memory.command.load(kRelaxed);
    memory.lowest.store(std::min(memory.lowest.load(kRelaxed), volts), kRelaxed);
    memory.highest.store(std::max(memory.highest.load(kRelaxed), volts), kRelaxed);
    const double driven = setup.truth.command.shown(volts, 1e-9 * static_cast<double>(time));
    const double effective = closed ? hysteresis(scaling.command(driven)) : 0.0;
    memory.effective.store(effective, kRelaxed);
    for (; time + step <= now; time += step) plant.advance(effective, setup.step);
    show();
    memory.deepest.store(std::max(memory.deepest.load(kRelaxed), plant.penetration()), kRelaxed);
    memory.time.store(time, std::memory_order_release);
  }
}

}  // namespace hilspace::rig
