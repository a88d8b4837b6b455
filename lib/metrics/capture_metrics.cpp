#include <cmath>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "metrics/definition.hpp"
#include "metrics/docking_metrics.hpp"

namespace hilspace::metrics {
namespace {

/// Metrics of a mechanism of features alone.
class CaptureDefinitions {
  using M = const ModelFacts&;

 public:
  CaptureDefinitions() {
    add_both<captured>("captured", "1", "whether all latches hold at the end: 1 or 0", '.');
    add("captured.error", "1",
        "HIL model less docking model: 1 captures in the testbed alone, -1 in space alone", true, true,
        [](const Facts& f) { return captured(f.hil) - captured(f.docking); });
    add_both<[](M m) { return of_capture(m, m.run->tally.capture.first_contact); }>(
        "capture.first_contact", "s", "time of the first contact, latches included");
    add_both<[](M m) { return of_capture(m, m.run->tally.capture.left.time); }>(
        "capture.time", "s", "time at which all latches held for the first time");
    add_residual<of_capture_residual>("capture", "where all latches held for the first time");
    add_both<[](M m) { return of_latches(m, m.run->tally.capture.latched); }>("capture.latches", "1",
                                                                              "latches that hold at the end");
    add_both<[](M m) { return of_latches(m, m.run->tally.capture.slips); }>(
        "capture.slips", "1", "how often a latch that held let go");
    add_both<[](M m) { return of_features(m, m.run->tally.capture.contacts_begun); }>(
        "capture.contacts_begun", "1", "contacts that began, latches included");
    add_both<[](M m) { return of_features(m, m.run->tally.peaks.contacts); }>("capture.contacts", "1",
                                                                              "contacts at once, at most");
    add_load<Load::force>("load.force", "N", "largest force at the interface");
    add_load<Load::moment>("load.moment", "N m", "largest moment about the target's port");
    add_load<Load::tension>("load.tension", "N", "largest force that pulls the bodies together, along x");
    add_load<Load::compression>("load.compression", "N", "largest force that pushes them apart, along x");
    add_load<Load::shear>("load.shear", "N", "largest force across x");
    add_load<Load::bending>("load.bending", "N m", "largest moment across x");
    add_load<Load::torsion>("load.torsion", "N m", "largest moment about x");
    add_load<Load::contact>("load.contact", "N", "largest normal force of a single contact");
    add_load<Load::stroke>("link.stroke", "m", "largest travel of the link");
    add_both<[](M m) { return of_features(m, m.run->tally.last.link); }>(
        "energy.link", "J", "energy taken by the link's dampers");
    add_both<[](M m) { return of_features(m, m.run->tally.last.snaps); }>(
        "energy.snaps", "J", "energy lost where latches snapped or slipped");
    add_both<[](M m) { return of_features(m, m.run->tally.last.thrust); }>(
        "energy.thrust", "J", "energy given by the chaser's thruster");
    add_latches(std::make_index_sequence<models::kTimedElements>());
    add_sensors(std::make_index_sequence<kSensors>());
    const auto before = list_.size();
    add_hooks();
    for (std::size_t i = before; i < list_.size(); ++i) list_[i].metric.of_hooks = true;
    for (Definition& each : list_) each.metric.of_features = true;
  }
  std::span<const Definition> list() const { return list_; }

 private:
  static constexpr std::size_t kSensors = 4;  // of which times are told

  void add_hooks() {
    add_both<[](M m) { return of_features(m, m.run->tally.capture.hooks); }>(
        "hooks.closed", "1", "hooks that are at the end of their way and pull, at the end");
    add_load<Load::hook>("load.hook", "N", "largest tension of a single hook");
    add_both<[](M m) { return of_features(m, m.run->tally.last.hooks); }>(
        "energy.hooks", "J", "energy given by the drives of the hooks");
    add_both<[](M m) { return of_residual(m, of_joint_residual(m), of_joint_residual(m).time); }>(
        "joint.time", "s", "time at which all hooks were closed and the joint was made");
    add_residual<of_joint_residual>("joint", "where the joint was made");
    add_load<Load::joint_force>("load.joint_force", "N", "largest force in the joint");
    add_load<Load::joint_moment>("load.joint_moment", "N m", "largest moment in the joint");
    add_both<[](M m) { return of_features(m, m.run->tally.last.joint); }>(
        "energy.joint", "J", "energy taken by the joint's dampers");
  }
  static const models::Residual& of_joint_residual(const ModelFacts& m) { return m.run->tally.capture.joint; }
  static const models::Residual& of_capture_residual(const ModelFacts& m) {
    return m.run->tally.capture.left;
  }
  /// Undefined where it never held.
  static double of_residual(const ModelFacts& m, const models::Residual& its, double value) {
    return std::isinf(its.time) ? kUndefined : of_features(m, value);
  }
  /// What is left of the motion of the ports.
  template <auto kResidual>
  void add_residual(const std::string& name, const std::string& where) {
    add_both<[](M m) { return of_residual(m, kResidual(m), kResidual(m).offset); }>(
        name + ".offset", "m", "distance of the ports " + where);
    add_both<[](M m) { return of_residual(m, kResidual(m), kResidual(m).tilt); }>(
        name + ".tilt", "rad", "angle between their axes " + where);
    add_both<[](M m) { return of_residual(m, kResidual(m), kResidual(m).roll); }>(
        name + ".roll", "rad", "angle about their axes " + where);
    add_both<[](M m) { return of_residual(m, kResidual(m), kResidual(m).speed); }>(
        name + ".speed", "m s-1", "speed of the ports on each other " + where);
    add_both<[](M m) { return of_residual(m, kResidual(m), kResidual(m).turning); }>(
        name + ".turning", "rad s-1", "angular rate of the ports against each other " + where);
  }
  template <std::size_t... kEach>
  void add_sensors(std::index_sequence<kEach...>) {
    (add_sensor<kEach>(), ...);
  }
  template <std::size_t kSensor>
  void add_sensor() {
    const auto number = std::to_string(kSensor + 1);
    const auto before = list_.size();
    add_both<[](const ModelFacts& m) { return of_capture(m, m.run->tally.capture.trips[kSensor]); }>(
        "sensor.time_" + number, "s",
        "time at which sensor " + number + " switched first, in the order of the study, copy after copy");
    for (std::size_t i = before; i < list_.size(); ++i) list_[i].metric.sensor = kSensor + 1;
  }

  void add(const std::string& name, const std::string& units, const std::string& long_name, bool of_docking,
           bool of_hil, Value::Function value) {
    list_.push_back({{keep(name), keep(units), keep(long_name), of_docking, of_hil, false, true, false},
                     nullptr,
                     {nullptr, value}});
  }
  template <auto kValue>
  void add_both(const std::string& name, const std::string& units, const std::string& what,
                char joint = '_') {
    add(name + joint + "docking", units, what + ", docking model", true, false,
        [](const Facts& f) -> double { return kValue(f.docking); });
    add(name + joint + "hil", units, what + ", HIL model", false, true,
        [](const Facts& f) -> double { return kValue(f.hil); });
  }
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  template <std::size_t... kEach>
  void add_latches(std::index_sequence<kEach...>) {
    (add_latch<kEach>(), ...);
  }
  template <std::size_t kLatch>
  void add_latch() {
    const auto number = std::to_string(kLatch + 1);
    const auto before = list_.size();
    add_both<[](const ModelFacts& m) { return of_capture(m, m.run->tally.capture.snaps[kLatch]); }>(
        "latch.time_" + number, "s",
        "time at which latch " + number + " snapped first, in the order of the study, copy after copy");
    for (std::size_t i = before; i < list_.size(); ++i) list_[i].metric.latch = kLatch + 1;
  }
  template <Load kLoad>
  void add_load(const std::string& name, const std::string& unit, const std::string& what) {
    add_both<[](const ModelFacts& m) {
      return of_features(m, m.run->tally.peaks.peaks[static_cast<std::size_t>(kLoad)]);
    }>(name, unit, what);
  }
  static double of_features(const ModelFacts& m, double value) {
    return m.run->tally.has_latches ? value : kUndefined;
  }
  static double of_latches(const ModelFacts& m, double value) {
    return m.run->tally.capture.latches > 0 ? value : kUndefined;
  }
  /// What never came is undefined.
  static double of_capture(const ModelFacts& m, double time) {
    return of_features(m, std::isinf(time) ? kUndefined : time);
  }
  static double captured(const ModelFacts& m) {
    const auto all = m.run->captured();
    return all ? (*all ? 1.0 : 0.0) : kUndefined;
  }

  std::deque<std::string> texts_;
  std::vector<Definition> list_;
};

}  // namespace

std::span<const Definition> capture_definitions() {
  static const CaptureDefinitions all;
  return all.list();
}

}  // namespace hilspace::metrics
