#include "simulate/sixdof/sixdof_recorder.hpp"

#include <cmath>
#include <string_view>
#include <utility>

#include "dynamics/euler.hpp"
#include "simulate/axial_recorder.hpp"

namespace hilspace::simulate {
namespace {

using Of = double (*)(const SixDofSample&);

struct SixDofChannel {
  std::string_view name, units, long_name;
  Of value;
};

/// Roll, pitch and yaw of a body relative to the inertial axes.
Eigen::Vector3d angles(const dynamics::Motion& body) { return dynamics::angles_from_rotation(body.rotation); }
/// In body axes.
Eigen::Vector3d own_rate(const dynamics::Motion& body) { return body.rotation.transpose() * body.rate; }

#define HILSPACE_CHANNEL(name, units, what, expression)                           \
  SixDofChannel {                                                                 \
    name, units, what, [](const SixDofSample& s) -> double { return expression; } \
  }
#define HILSPACE_VECTOR(name, units, what, vector)                  \
  HILSPACE_CHANNEL(name "_x", units, what ", x", (vector).x()),     \
      HILSPACE_CHANNEL(name "_y", units, what ", y", (vector).y()), \
      HILSPACE_CHANNEL(name "_z", units, what ", z", (vector).z())
#define HILSPACE_ANGLES(name, what, vector)                                 \
  HILSPACE_CHANNEL(name "_roll", "rad", what ", roll", (vector).x()),       \
      HILSPACE_CHANNEL(name "_pitch", "rad", what ", pitch", (vector).y()), \
      HILSPACE_CHANNEL(name "_yaw", "rad", what ", yaw", (vector).z())

constexpr std::array kChannels{
    HILSPACE_CHANNEL("displacement", "m", "penetration of the bodies' surfaces", s.normal.displacement),
    HILSPACE_CHANNEL("velocity", "m s-1", "closing rate of the bodies' surfaces", s.normal.velocity),
    HILSPACE_CHANNEL("penetration", "m", "penetration that enters the contact law", s.normal.penetration),
    HILSPACE_CHANNEL("penetration_rate", "m s-1", "rate that enters the contact law", s.normal.rate),
    HILSPACE_CHANNEL("contact_force", "N", "normal force at the interface", s.normal.contact_force),
    HILSPACE_CHANNEL("force", "N", "measured force along the normal, that acts on the bodies",
                     s.normal.force),
    HILSPACE_CHANNEL("potential", "J", "energy stored in the contact", s.normal.potential),
    HILSPACE_VECTOR("tip", "m", "centre of the tip from the drogue's base, target axes", s.view.tip),
    HILSPACE_VECTOR("tip_rate", "m s-1", "rate of the tip seen from the target, target axes",
                    s.view.tip_rate),
    HILSPACE_VECTOR("interface", "m", "centre of the tip as the robot shows it, target axes",
                    s.view.interface),
    HILSPACE_VECTOR("contact", "m", "nearest point of the drogue, target axes", s.view.contact.point),
    HILSPACE_VECTOR("friction", "N", "friction force on the chaser, target axes", s.view.friction),
    HILSPACE_VECTOR("measured_force", "N", "measured force on the chaser, target axes",
                    s.view.measured.force),
    HILSPACE_VECTOR("measured_torque", "N m", "measured torque about the drogue's base, target axes",
                    s.view.measured.torque),
    HILSPACE_VECTOR("chaser_position", "m", "centre of mass of the chaser, inertial axes",
                    s.view.chaser.position),
    HILSPACE_ANGLES("chaser", "attitude of the chaser (3-2-1)", angles(s.view.chaser)),
    HILSPACE_VECTOR("chaser_velocity", "m s-1", "velocity of the chaser, inertial axes",
                    s.view.chaser.velocity),
    HILSPACE_VECTOR("chaser_rate", "rad s-1", "angular velocity of the chaser, its own axes",
                    own_rate(s.view.chaser)),
    HILSPACE_VECTOR("target_position", "m", "centre of mass of the target, inertial axes",
                    s.view.target.position),
    HILSPACE_ANGLES("target", "attitude of the target (3-2-1)", angles(s.view.target)),
    HILSPACE_VECTOR("target_velocity", "m s-1", "velocity of the target, inertial axes",
                    s.view.target.velocity),
    HILSPACE_VECTOR("target_rate", "rad s-1", "angular velocity of the target, its own axes",
                    own_rate(s.view.target)),
    HILSPACE_CHANNEL("kinetic_energy", "J", "kinetic energy of both bodies", s.energies.kinetic),
    HILSPACE_CHANNEL("damping_energy", "J", "energy taken by the contact's damping", s.energies.damping),
    HILSPACE_CHANNEL("friction_energy", "J", "energy taken by friction", s.energies.friction),
    HILSPACE_CHANNEL("energy_balance", "J", "kinetic, stored and taken energy less the initial one",
                     s.energies.sum() - s.initial_energy),
};

constexpr std::array kLinkChannels{
    HILSPACE_VECTOR("link", "m", "centre of mass of the link from the target's port, target axes",
                    s.link_place),
    HILSPACE_ANGLES("link", "attitude of the link (3-2-1)", angles(*s.link)),
};

#undef HILSPACE_CHANNEL
#undef HILSPACE_VECTOR
#undef HILSPACE_ANGLES

struct ImpactChannel {
  std::string_view name, units, long_name;
  double (*value)(const metrics::Impact&);
};
constexpr std::array kImpactChannels{
    ImpactChannel{"time", "s", "first force of the impact", [](const metrics::Impact& i) { return i.begin; }},
    ImpactChannel{"duration", "s", "from the first to the last force at the interface",
                  [](const metrics::Impact& i) { return i.end - i.begin; }},
    ImpactChannel{"x", "m", "place on the drogue, target axes, x",
                  [](const metrics::Impact& i) { return i.place[0]; }},
    ImpactChannel{"y", "m", "place on the drogue, target axes, y",
                  [](const metrics::Impact& i) { return i.place[1]; }},
    ImpactChannel{"z", "m", "place on the drogue, target axes, z",
                  [](const metrics::Impact& i) { return i.place[2]; }},
    ImpactChannel{"peak_force", "N", "largest normal force at the interface",
                  [](const metrics::Impact& i) { return i.peak_force; }},
    ImpactChannel{"peak_penetration", "m", "largest penetration",
                  [](const metrics::Impact& i) { return i.peak_penetration; }},
    ImpactChannel{"peak_friction", "N", "largest friction force",
                  [](const metrics::Impact& i) { return i.peak_friction; }},
    ImpactChannel{"peak_torque", "N m", "largest measured torque about the drogue's base",
                  [](const metrics::Impact& i) { return i.peak_torque; }},
    ImpactChannel{"rate_before", "m s-1", "closing rate of the bodies' surfaces before",
                  [](const metrics::Impact& i) { return i.rate_before; }},
    ImpactChannel{"rate_after", "m s-1", "closing rate of the bodies' surfaces after",
                  [](const metrics::Impact& i) { return i.rate_after; }},
};

}  // namespace

SixDofRecorder::SixDofRecorder(double interval, const std::atomic<bool>& stop, bool contacts)
    : interval_(interval), stop_(stop), contacts_(contacts) {
  for (Model& model : models_) {
    model.channels.resize(kChannels.size());
    model.link_channels.resize(kLinkChannels.size());
  }
}

void SixDofRecorder::add(std::size_t which, const AnyRun& run, double time, double h, double share) {
  Model& model = models_[which];
  if (run.over() && h > 0.0) return;
  if (interval_ > 0.0 && h > 0.0)
    for (double due; (due = interval_ * static_cast<double>(model.time.size())) < time + h &&
                     !stop_.load(std::memory_order_relaxed);)
      record(model, due, run.sample(share * std::fmin((due - time) / h, 1.0)));
  else if (!(interval_ > 0.0))
    record(model, time, run.sample(0.0));
  note(model, run.tally());
  if (!contacts_ || stop_.load(std::memory_order_relaxed)) return;
  for (auto& contact : run.pushing(time)) {
    check_samples(model.contacts.size(), 0.0);
    model.contacts.push_back(std::move(contact));
  }
}

void SixDofRecorder::record(Model& model, double time, const SixDofSample& sample) {
  check_samples(model.time.size(), interval_);
  model.time.push_back(time);
  for (std::size_t i = 0; i < kChannels.size(); ++i) model.channels[i].push_back(kChannels[i].value(sample));
  if (!sample.link) return;
  for (std::size_t i = 0; i < kLinkChannels.size(); ++i)
    model.link_channels[i].push_back(kLinkChannels[i].value(sample));
}

void SixDofRecorder::note(Model& model, const metrics::DockingTally& tally) {
  if (tally.impacts > model.begun) {
    model.begun = tally.impacts;
    model.impacts.push_back(tally.impact);
  } else if (!model.impacts.empty()) {
    model.impacts.back() = tally.impact;
  }
}

models::Trace SixDofRecorder::take() {
  models::Trace trace{"the start", {}};
  for (std::size_t m = 0; m < models_.size(); ++m) {
    models::TraceGroup group{m == 0 ? "docking" : "hil", std::move(models_[m].time), {}, {}};
    for (std::size_t i = 0; i < kChannels.size(); ++i)
      group.channels.push_back(
          {kChannels[i].name, kChannels[i].units, kChannels[i].long_name, std::move(models_[m].channels[i])});
    for (std::size_t i = 0; i < kLinkChannels.size(); ++i)
      if (auto& values = models_[m].link_channels[i]; !values.empty())
        group.channels.push_back(
            {kLinkChannels[i].name, kLinkChannels[i].units, kLinkChannels[i].long_name, std::move(values)});
    for (const auto& channel : kImpactChannels) {
      std::vector<double> values;
      for (const auto& impact : models_[m].impacts) values.push_back(channel.value(impact));
      group.impacts.push_back({channel.name, channel.units, channel.long_name, std::move(values)});
    }
    group.contacts = std::move(models_[m].contacts);
    trace.groups.push_back(std::move(group));
  }
  return trace;
}

}  // namespace hilspace::simulate
