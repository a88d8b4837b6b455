// A peer: dockings of a study with a drogue in MuJoCo, against the same ones by the reference solver.
//
// usage: bench_mujoco STUDY [SCENARIOS]     so many of them, spread evenly over the study; default: all
//
// As an experienced user of MuJoCo would: two free bodies without gravity, its Runge-Kutta method of order 4, and the contact
// as a callback (mjcb_passive), since its own contacts know neither a hollow cone nor a law of Hunt and Crossley. In contact
// the step is fixed; in flight it is up to 10 ms, and no more than half of what the tip needs to reach the wall.
//
// Prints one line for each step, and one for hilspace: step, us; mean time of a scenario, ms; the largest and the median
// error of the first impact's peak force and of the velocity of the tip after it, relative; scenarios with the reference's
// verdict, docked or not; all scenarios that start free.

#include <mujoco/mujoco.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "simulate/sixdof.hpp"
#include "study/study.hpp"
#include "timing.hpp"

namespace {

using namespace hilspace;
using Eigen::Vector3d;

/// What is compared: of the first impact, and of the whole run.
struct Found {
  double peak = 0.0, after = 0.0;  // N, m/s
  bool docked = false;
};

Vector3d vector(const Vec3& v) { return {v[0], v[1], v[2]}; }

/// The contact of a sphere in a drogue, written after docs/theory-sixdof.md, section 9.
class Contact {
 public:
  explicit Contact(const models::SixDofSetup& setup) : setup_(setup) {}

  struct Seen {
    Vector3d tip, rate, normal, point;  // target axes, about the drogue's base
    double depth, closing;
  };
  Seen look(const mjData* d) const {
    const double *q = d->qpos, *v = d->qvel;
    const Eigen::Quaterniond target(q[3], q[4], q[5], q[6]), chaser(q[10], q[11], q[12], q[13]);
    const Vector3d lever = chaser * vector(setup_.chaser.port);
    const Vector3d apart = Vector3d(q[7], q[8], q[9]) + lever - Vector3d(q[0], q[1], q[2]);
    const Vector3d spin = target * Vector3d(v[3], v[4], v[5]), turn = chaser * Vector3d(v[9], v[10], v[11]);
    Seen now;
    now.tip = target.conjugate() * apart - vector(setup_.target.port);
    now.rate = target.conjugate() * (Vector3d(v[6], v[7], v[8]) + turn.cross(lever) -
                                     Vector3d(v[0], v[1], v[2]) - spin.cross(apart));
    wall(now);
    now.closing = -now.normal.dot(now.rate);
    return now;
  }

  /// At the start of a step: a contact that begins keeps its closing rate, one that has ended lets go.
  void begin_step(const Seen& now) {
    if (now.depth > 0.0 && !touching_) damping_ = setup_.contact.damping_number / std::max(now.closing, 1e-4);
    touching_ = now.depth > 0.0;
  }
  bool touching() const { return touching_; }

  double force(const Seen& now) const {
    if (!touching_ || now.depth <= 0.0) return 0.0;
    return std::max(
        setup_.contact.stiffness * now.depth * std::sqrt(now.depth) * (1.0 + damping_ * now.closing), 0.0);
  }

  /// Adds force and torque of both bodies.
  void push(mjData* d) const {
    const Seen now = look(d);
    const double N = force(now);
    if (N == 0.0) return;
    const double *q = d->qpos, *v = d->qvel;
    const Eigen::Quaterniond target(q[3], q[4], q[5], q[6]), chaser(q[10], q[11], q[12], q[13]);
    const Vector3d turning =
        target.conjugate() * (chaser * Vector3d(v[9], v[10], v[11])) - Vector3d(v[3], v[4], v[5]);
    const Vector3d moving = now.rate + turning.cross(now.point - now.tip);
    const Vector3d sliding = moving - now.normal.dot(moving) * now.normal;
    const double speed = sliding.norm();
    const auto& rub = setup_.friction;
    const double mu = rub.sliding + (rub.stiction - rub.sliding) * std::exp(-speed / rub.stribeck_velocity);
    const Vector3d F = N * now.normal - mu * N / std::max(speed, rub.creep_velocity) * sliding;
    const Vector3d force = target * F;
    const Vector3d at = Vector3d(q[0], q[1], q[2]) + target * (now.point + vector(setup_.target.port));
    const Vector3d on_chaser = chaser.conjugate() * (at - Vector3d(q[7], q[8], q[9])).cross(force);
    const Vector3d on_target = target.conjugate() * (at - Vector3d(q[0], q[1], q[2])).cross(force);
    for (int i = 0; i < 3; ++i) {
      d->qfrc_passive[i] -= force[i];
      d->qfrc_passive[3 + i] -= on_target[i];
      d->qfrc_passive[6 + i] += force[i];
      d->qfrc_passive[9 + i] += on_chaser[i];
    }
  }

 private:
  void wall(Seen& now) const {
    const auto& its = setup_.mechanism;
    const double s = -now.tip.x(), i = std::hypot(now.tip.y(), now.tip.z()), a = s - its.cylinder_length;
    const double sine = std::sin(its.half_angle), cosine = std::cos(its.half_angle);
    const double mouth = its.cylinder_radius + its.frustum_length * std::tan(its.half_angle);
    const double from_cone = (its.cylinder_radius + a * std::tan(its.half_angle) - i) * cosine;
    double k = from_cone, along = sine, across = cosine;
    const auto corner = [&](double x, double r) { k = std::hypot(x, r), along = x / k, across = r / k; };
    if (a <= 0.0)
      k = its.cylinder_radius - i, along = 0.0, across = 1.0;
    else if (a <= from_cone * sine)
      corner(a, its.cylinder_radius - i);
    else if (a - from_cone * sine > its.frustum_length)
      corner(a - its.frustum_length, mouth - i);
    const Vector3d out = i > 0.0 ? Vector3d(0.0, now.tip.y() / i, now.tip.z() / i) : Vector3d(0.0, 1.0, 0.0);
    now.normal = Vector3d(-along, 0.0, 0.0) - across * out;
    now.depth = its.tip_radius - k;
    now.point = now.tip - k * now.normal;
  }

  const models::SixDofSetup& setup_;
  double damping_ = 0.0;
  bool touching_ = false;
};

const Contact* acting = nullptr;
void push_apart(const mjModel*, mjData* d) { acting->push(d); }

std::string body(const char* name, const models::SpacecraftSetup& its) {
  std::array<char, 400> text;
  std::snprintf(text.data(), text.size(),
                "<body name='%s'><freejoint/><inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g "
                "%.17g'/></body>",
                name, its.mass, its.inertia[0], its.inertia[4], its.inertia[8]);
  return text.data();
}

mjModel* model(const models::SixDofSetup& setup) {
  const std::string text =
      "<mujoco><option gravity='0 0 0' integrator='RK4'><flag contact='disable' "
      "constraint='disable'/></option><worldbody>" +
      body("target", setup.target) + body("chaser", setup.chaser) + "</worldbody></mujoco>";
  std::vector<mjVFS> files(1);  // too large for the stack
  mj_defaultVFS(files.data());
  if (mj_makeEmptyFileVFS(files.data(), "docking.xml", static_cast<int>(text.size())) != 0)
    throw std::runtime_error("MuJoCo takes no file");
  std::memcpy(files[0].filedata[0], text.data(), text.size());
  std::array<char, 400> error{};
  mjModel* made = mj_loadXML("docking.xml", files.data(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.data());
  if (!made) throw std::runtime_error(error.data());
  return made;
}

void start(const models::SixDofSetup& setup, mjData* d) {
  const auto& a = setup.attitude;
  const Eigen::Quaterniond turn = Eigen::AngleAxisd(a[2], Vector3d::UnitZ()) *
                                  Eigen::AngleAxisd(a[1], Vector3d::UnitY()) *
                                  Eigen::AngleAxisd(a[0], Vector3d::UnitX());
  const auto& its = setup.mechanism;
  const Vector3d tip(-its.cylinder_length - its.frustum_length, setup.offset[0], setup.offset[1]);
  const Vector3d place = vector(setup.target.port) + tip - turn * vector(setup.chaser.port);
  const Vector3d moving = turn * Vector3d(setup.approach_velocity, 0.0, 0.0);
  const std::array<double, 14> q{0,        0,        0,        1,        0,        0,        0,
                                 place[0], place[1], place[2], turn.w(), turn.x(), turn.y(), turn.z()};
  std::copy(q.begin(), q.end(), d->qpos);
  std::fill_n(d->qvel, 12, 0.0);
  for (int i = 0; i < 3; ++i) d->qvel[6 + i] = moving[i];
  d->time = 0.0;
}

Found by_mujoco(const models::SixDofSetup& setup, mjModel* m, mjData* d, double step) {
  constexpr double kLongest = 10e-3, kClearance = 0.05;  // s, m
  Contact contact(setup);
  acting = &contact;
  mj_resetData(m, d);
  start(setup, d);
  Found found;
  bool first = true;
  while (d->time < setup.time_limit) {
    const Contact::Seen now = contact.look(d);
    const bool touched = contact.touching();
    contact.begin_step(now);
    if (first && touched && !contact.touching()) first = false, found.after = now.closing;
    if (first) found.peak = std::max(found.peak, contact.force(now));
    const double base = -now.tip.x() - setup.mechanism.tip_radius;
    if (base <= 0.0) {
      found.docked = true;
      break;
    }
    const double way =
        setup.mechanism.cylinder_length + setup.mechanism.frustum_length + kClearance + now.tip.x();
    if (way < 0.0 && now.rate.x() < 0.0) break;
    const double free = 0.5 * std::min(-now.depth, base) / std::max(now.rate.norm(), 1e-6);
    m->opt.timestep = contact.touching() ? step : std::clamp(free, step, kLongest);
    mj_step(m, d);
  }
  return found;
}

double metric(const metrics::Row& row, std::string_view name) {
  const auto catalogue = metrics::catalogue();
  const auto at =
      std::find_if(catalogue.begin(), catalogue.end(), [&](const auto& its) { return its.name == name; });
  return row.values[static_cast<std::size_t>(at - catalogue.begin())];
}

Found found_in(const metrics::Row& row) {
  return {metric(row, "contact_force.peak_docking"), metric(row, "velocity.after_docking"),
          metric(row, "success.docking") > 0.5};
}

/// The time of all of them and their errors.
template <class Run>
void compare(const char* name, double step, const std::vector<models::SixDofSetup>& setups,
             const std::vector<Found>& right, Run&& run) {
  std::vector<double> errors{0.0};  // beside those of scenarios with an impact that ends
  std::size_t same = 0;
  const double begin = bench::cpu_seconds();
  std::vector<Found> found;
  for (const auto& setup : setups) found.push_back(run(setup));
  const double spent = bench::cpu_seconds() - begin;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (right[i].peak > 0.0 && std::isfinite(right[i].after))
      errors.push_back(std::max(std::abs(found[i].peak / right[i].peak - 1.0),
                                std::abs(found[i].after / right[i].after - 1.0)));
    if (found[i].docked == right[i].docked) ++same;
  }
  std::sort(errors.begin(), errors.end());
  const auto count = static_cast<double>(setups.size());
  std::printf("%s %g %.4f %.3g %.3g %zu %zu\n", name, 1e6 * step, 1e3 * spent / count, errors.back(),
              errors[errors.size() / 2], same, setups.size());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) return 2;
    const study::Study study = study::load(argv[1], {}, {});
    const std::size_t total = study::scenario_count(study);
    const std::size_t count =
        argc > 2 ? std::min<std::size_t>(std::strtoul(argv[2], nullptr, 10), total) : total;
    std::vector<models::SixDofSetup> setups;
    std::vector<Found> right;
    for (std::size_t i = 0; i < count; ++i) {
      auto setup = models::resolved(study::sixdof_setup(study, count < total ? bench::spread(i, total) : i));
      setup.hil = false;
      auto reference = setup;
      reference.solver = models::Solver::reference;
      const metrics::Row row = simulate::simulate(reference);
      if (row.outcome != Outcome::ok) continue;
      setups.push_back(setup);
      right.push_back(found_in(row));
    }
    if (setups.empty()) throw std::runtime_error("no scenario goes through");
    const auto own = [](const models::SixDofSetup& setup) { return found_in(simulate::simulate(setup)); };
    compare("hilspace", 0.0, setups, right, own);
    mjModel* m = model(setups.front());
    mjData* d = mj_makeData(m);
    mjcb_passive = push_apart;
    for (const double step : {100e-6, 50e-6, 20e-6, 10e-6, 5e-6, 2e-6})
      compare("mujoco", step, setups, right,
              [&](const models::SixDofSetup& setup) { return by_mujoco(setup, m, d, step); });
    mj_deleteData(d);
    mj_deleteModel(m);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_mujoco: %s\n", error.what());
    return 1;
  }
}
