#include "rig/loop/real_time.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/error.hpp"
#include "models/published_rig.hpp"
#include "rig/backends/wall_clock.hpp"
#include "rig/loop/recorder.hpp"

namespace hilspace::rig {
namespace {

std::string read_text(const std::string& file) {
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

constexpr std::size_t kDryRing = 1 << 14;
constexpr const char* kThrottleAdvice = "as root: echo -1 > /proc/sys/kernel/sched_rt_runtime_us";
constexpr const char* kPriorityAdvice =
    "run it as root, or give your user 'rtprio 99' and 'memlock unlimited' in /etc/security/limits.conf";

Finding throttle() {
  const std::string found = read_text("/proc/sys/kernel/sched_rt_runtime_us");
  if (found == "-1") return {"real-time throttle", Verdict::good, "off", ""};
  return {"real-time throttle", Verdict::unfit, found.empty() ? "unknown" : found + " us in every period",
          kThrottleAdvice};
}

/// Tries real-time scheduling and reverts it.
Finding scheduling(int priority) {
  sched_param before{};
  const int policy = ::sched_getscheduler(0);
  ::sched_getparam(0, &before);
  const sched_param wanted{priority};
  if (::sched_setscheduler(0, SCHED_FIFO, &wanted) != 0)
    return {"real-time scheduling", Verdict::unfit, std::generic_category().message(errno), kPriorityAdvice};
  ::sched_setscheduler(0, policy, &before);
  return {"real-time scheduling", Verdict::good, fmt::format("SCHED_FIFO {}", priority), ""};
}

Finding locked_memory() {
  rlimit limit{};
  ::getrlimit(RLIMIT_MEMLOCK, &limit);
  if (::geteuid() == 0 || limit.rlim_cur == RLIM_INFINITY)
    return {"locked memory", Verdict::good, "without limit", ""};
  return {"locked memory", Verdict::unfit, fmt::format("{} kB", limit.rlim_cur / 1024), kPriorityAdvice};
}

Finding isolated_core(int core) {
  const std::string found = read_text("/sys/devices/system/cpu/isolated");
  if (!found.empty()) return {"isolated core", Verdict::good, found, ""};
  return {"isolated core", Verdict::poor, "none",
          fmt::format("boot with isolcpus={0} nohz_full={0}, and set loop.core to that core",
                      core >= 0 ? core : 1)};
}

Finding clock() {
  const std::string found = read_text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  const bool good = found == "tsc" && WallClock::tsc_is_invariant();
  return {
      "clock", good ? Verdict::good : Verdict::poor,
      fmt::format("{}, time-stamp counter {}", found.empty() ? "unknown" : found,
                  WallClock::tsc_is_invariant() ? "invariant" : "not invariant"),
      good ? "" : "reading the clock takes longer; boot with clocksource=tsc if the processor supports it"};
}

Finding governor(int core) {
  const std::string found =
      read_text(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", std::max(core, 0)));
  if (found.empty() || found == "performance")
    return {"frequency governor", Verdict::good, found.empty() ? "none" : found, ""};
  return {"frequency governor", Verdict::poor, found, "as root: cpupower frequency-set -g performance"};
}

Finding virtual_machine() {
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line);)
    if (line.starts_with("flags"))
      return line.find(" hypervisor") == std::string::npos
                 ? Finding{"virtual machine", Verdict::good, "no", ""}
                 : Finding{"virtual machine", Verdict::poor,
                           fmt::format("yes; others took {:.1f} s of its processors so far", steal_time()),
                           "it may stall for tens of milliseconds: suitable for tests, not for a real rig"};
  return {"virtual machine", Verdict::poor, "unknown", "see /proc/cpuinfo"};
}

Finding kernel() {
  utsname name{};
  ::uname(&name);
  const bool real_time = read_text("/sys/kernel/realtime") == "1" ||
                         std::string(name.version).find("PREEMPT_RT") != std::string::npos;
  return {"kernel", real_time ? Verdict::good : Verdict::poor,
          fmt::format("{} {}", name.release, real_time ? "PREEMPT_RT" : "without PREEMPT_RT"),
          real_time ? "" : "install a PREEMPT_RT kernel (apt-get install linux-image-rt-amd64) and boot it"};
}

std::string summary(const DryRun& run) {
  return fmt::format(
      "{} of {} cycles late or long ({:.3g} %), latest wake-up {:.3g} us, longest work {:.3g} us", run.late,
      run.cycles, 100.0 * run.share(), 1e-3 * static_cast<double>(run.lateness.longest),
      1e-3 * static_cast<double>(run.work.longest));
}

Finding pace(const DryRun& run, double rate, double most_late) {
  const bool good = run.share() <= most_late;
  return {fmt::format("dry run at {:.6g} Hz", rate), good ? Verdict::good : Verdict::unfit, summary(run),
          good ? "" : "give the loop a core of its own, stop other processes, or lower the rate"};
}

std::vector<Finding> needed(const RealTimeSetup& setup) {
  return {scheduling(setup.priority), locked_memory(), throttle()};
}

void require(const Finding& finding) {
  if (finding.verdict == Verdict::unfit)
    throw RunError(fmt::format("not armed: {}: {}; {}", finding.what, finding.found, finding.advice));
}

/// The rig during a dry run: its sensors are read and converted, but reported as resting.
class DryDaq final : public Daq {
 public:
  DryDaq(Daq& daq, const LoopSetup& loop)
      : daq_(daq),
        position_(loop.scaling.position_volts(0.0)),
        force_(loop.scaling.force_zero),
        safe_(loop.scaling.command_volts(loop.limits.command_safe)) {}
  std::string_view name() const override { return daq_.name(); }
  VoltRange input_range() const override { return daq_.input_range(); }
  VoltRange output_range() const override { return daq_.output_range(); }
  bool stepped() const override { return daq_.stepped(); }
  double speed() const override { return daq_.speed(); }
  std::int64_t now() noexcept override { return daq_.now(); }
  void wait_until(std::int64_t time) noexcept override { daq_.wait_until(time); }
  bool read(Inputs& inputs) noexcept override {
    daq_.read(inputs);
    inputs.position = position_;
    inputs.force = force_;
    inputs.stop = false;
    inputs.relay_closed = true;
    return true;
  }
  bool write(const Outputs&) noexcept override {
    daq_.write({safe_, false});
    return true;
  }

 private:
  Daq& daq_;
  double position_, force_, safe_;
};

/// Dummy converters in wall-clock time.
class Idle final : public Daq {
 public:
  explicit Idle(double rate) : clock_(rate) {}
  std::string_view name() const override { return "idle"; }
  VoltRange input_range() const override { return {-10.0, 10.0}; }
  VoltRange output_range() const override { return {-10.0, 10.0}; }
  bool stepped() const override { return false; }
  std::int64_t now() noexcept override { return clock_.now(); }
  void wait_until(std::int64_t time) noexcept override { clock_.wait_until(time); }
  bool read(Inputs&) noexcept override { return true; }
  bool write(const Outputs&) noexcept override { return true; }

 private:
  WallClock clock_;
};

/// Limits that never trip, so that every cycle does all of its work. Late and long cycles are still counted.
Limits unlimited(const Limits& limits) {
  Limits none = limits;
  none.slew_time = none.position_stuck_time = none.force_stuck_time = none.railed_time = 0.0;
  none.late_in_a_row = none.late_in_all = none.long_in_a_row = none.long_in_all = 0.0;
  none.ignored_time = 0.0;
  none.extension_min = none.force_min = -kUnlimited;
  none.extension_max = none.force_max = none.velocity_max = none.energy_allowance = kUnlimited;
  none.injected_max = none.position_zero = none.force_zero = kUnlimited;
  none.stroke = 1.0;
  return none;
}

}  // namespace

DryRun dry_run(Daq& daq, const LoopSetup& loop, double seconds) {
  DryDaq dry(daq, loop);
  LoopSetup setup = loop;
  setup.limits = unlimited(loop.limits);
  setup.expectation.tolerances.position = kUnlimited;
  setup.expectation.leap = kUnlimited;
  setup.expectation.judges_force = false;
  setup.drive = {};
  setup.rest_time = setup.ramp_time = setup.settle_time = setup.after_time = 0.0;
  setup.scenario_time = 2.0 * seconds * daq.speed();  // the run is stopped before its end
  setup.stop = nullptr;
  setup.guard = nullptr;
  setup.wait_for_room = false;
  Ring<Record> ring(kDryRing);  // has no consumer
  Loop rehearsal(dry, setup, ring);
  const std::int64_t end = daq.now() + static_cast<std::int64_t>(1e9 * seconds * daq.speed());
  while (daq.now() < end && rehearsal.cycle()) {
  }
  const LoopReport report = rehearsal.report();
  DryRun run;
  run.cycles = report.cycles + report.missed;
  run.late = std::min(std::max(report.late + report.overlong, report.missed), run.cycles);
  run.lateness = report.lateness;
  run.work = report.work;
  return run;
}

DryRun dry_run(double rate, double seconds) {
  Idle idle(rate);
  LoopSetup setup;
  setup.computer.rate = rate;
  setup.limits = at_rate(setup.limits, rate);
  setup.computer.chaser_mass = setup.computer.target_mass = 35.0;
  setup.computer.approach_velocity = 0.05;
  setup.computer.controller = models::kPid;
  setup.computer.prefilter = models::kPrefilterPublished;
  return dry_run(idle, setup, seconds);
}

void require_pace(const DryRun& run, double rate, const RealTimeSetup& setup) {
  if (setup.required) require(pace(run, rate, setup.most_late));
}

bool keep_off(int core) noexcept {
  if (core < 0) return true;
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return false;
  CPU_CLR(static_cast<std::size_t>(core), &cores);
  return CPU_COUNT(&cores) > 0 && ::sched_setaffinity(0, sizeof cores, &cores) == 0;
}

RealTime::RealTime(const RealTimeSetup& setup) {
  if (setup.required)
    for (const Finding& finding : needed(setup)) require(finding);
  ::sched_getaffinity(0, sizeof cores_, &cores_);
  policy_ = ::sched_getscheduler(0);
  ::sched_getparam(0, &urgency_);
  if (setup.core >= 0) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(setup.core), &cores);
    if (::sched_setaffinity(0, sizeof cores, &cores) != 0)
      throw RunError(fmt::format("not armed: core {}: {}; name an existing core", setup.core,
                                 std::generic_category().message(errno)));
  }
  ::mlockall(MCL_CURRENT | MCL_FUTURE);
  if (!setup.required) return;
  const sched_param wanted{setup.priority};
  ::sched_setscheduler(0, SCHED_FIFO, &wanted);
  latency_ = ::open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  const std::int32_t none = 0;
  if (latency_ >= 0 && ::write(latency_, &none, sizeof none) < 0) latency_ = -1;
}

RealTime::~RealTime() {
  ::sched_setscheduler(0, policy_, &urgency_);
  ::sched_setaffinity(0, sizeof cores_, &cores_);
  ::munlockall();
  if (latency_ >= 0) ::close(latency_);
}

std::vector<Finding> examine(double rate, const RealTimeSetup& setup) {
  std::vector<Finding> findings = needed(setup);
  for (auto&& each : {isolated_core(setup.core), clock(), governor(setup.core), kernel(), virtual_machine()})
    findings.push_back(each);
  RealTimeSetup quiet = setup;
  quiet.required = worst(findings) != Verdict::unfit;
  const RealTime real_time(quiet);
  findings.push_back(pace(dry_run(rate, setup.dry_run), rate, setup.most_late));
  return findings;
}

Verdict worst(const std::vector<Finding>& findings) {
  Verdict verdict = Verdict::good;
  for (const Finding& each : findings) verdict = std::max(verdict, each.verdict);
  return verdict;
}

std::string describe(const std::vector<Finding>& findings) {
  static constexpr const char* kMarks[] = {"good", "poor", "unfit"};
  std::string text;
  for (const Finding& each : findings) {
    text += fmt::format("{:<6} {:<22} {}\n", kMarks[static_cast<int>(each.verdict)], each.what, each.found);
    if (!each.advice.empty()) text += fmt::format("{:>29} {}\n", "->", each.advice);
  }
  switch (worst(findings)) {
    case Verdict::good:
      return text + "\nThis machine is fit for the rig.\n";
    case Verdict::poor:
      return text + "\nThis machine can drive a rig, but not with the best reliability.\n";
    case Verdict::unfit:
      break;
  }
  return text +
         "\nThis machine is not fit: the rig is not armed until the items marked unfit are corrected.\n";
}

}  // namespace hilspace::rig
