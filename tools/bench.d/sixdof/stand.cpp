// A unit with a link on a real-time stand: one right-hand side and one fixed step, over whole captures.
//
// usage: bench_stand STUDY SCENARIOS     so many of them, spread evenly over the study
//
// The docking model of each scenario is stepped as a stand of 1 kHz does: at the start of each millisecond what jumps is
// frozen, then follows one step of Runge and Kutta's method of order 4. Each right-hand side and each step is timed several
// times, every time from contacts not seen before, and the least of its times counts: others on the machine only add. Prints
// the number of poses, of those in contact, the most contacts at once, and the mean and the largest time, us, of a right-hand
// side and of a step, and the captures among the scenarios.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "integrate/rk4.hpp"
#include "models/sixdof_features.hpp"
#include "simulate/sixdof/sixdof_start.hpp"
#include "study/study.hpp"
#include "timing.hpp"

namespace {

using namespace hilspace;
using Model = models::SixDofModel<models::LinkedFeatureTouch, models::NoSix>;
using Clock = std::chrono::steady_clock;

constexpr double kStep = 1e-3, kSoon = 1e-9;  // s
constexpr double kMost = 5.0,
                 kAfter = 0.3;  // s until a capture, and after it, when the rings are pressed together
constexpr int kRepeats = 3;

/// The least time of the work with a fresh copy of the model each, us, and the last copy.
template <class Work>
std::pair<double, Model> least_time(const Model& model, Work&& work) {
  double least = HUGE_VAL;
  for (int i = 1;; ++i) {
    Model its = model;
    const auto begin = Clock::now();
    work(its);
    least = std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    if (i == kRepeats) return {least, std::move(its)};
  }
}

struct Times {
  double sum = 0.0, most = 0.0;
  void add(double time) { sum += time, most = std::max(most, time); }
};

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) return 2;
    const study::Study study = study::load(argv[1], {}, {});
    const std::size_t total = study::scenario_count(study);
    const std::size_t count = std::min<std::size_t>(std::strtoul(argv[2], nullptr, 10), total);
    Times side, step;
    std::size_t poses = 0, pressed = 0, captures = 0;
    int contacts = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto setup = models::resolved(study::sixdof_setup(study, count < total ? bench::spread(i, total) : i));
      if (!setup.mechanism.link) throw std::runtime_error("a unit on a stand needs a link");
      Model model = simulate::sixdof::model<Model>(setup);
      auto y = simulate::sixdof::start(model, setup, 0.0);
      const auto over = [&](double time) {
        const auto& its = model.touch.capture();
        return its.done() ? time > its.left.time + kAfter : time > kMost;
      };
      for (double time = 0.0; !over(time); time += kStep) {
        Model::State next = y;
        auto [of_step, after] = least_time(model, [&](Model& its) {
          next = y;
          its.begin_step(next, {kStep, kSoon, time, false});
          next =
              integrate::rk4(next, kStep, [&its](const Model::State& at) { return its.derivative(at); }).end;
        });
        Model::State rate;
        const double of_side = least_time(model, [&](Model& its) { rate = its.derivative(y); }).first;
        const int now = model.view(y).contacts;
        ++poses;
        if (now > 0) ++pressed;
        contacts = std::max(contacts, now);
        side.add(of_side);
        step.add(of_step);
        model = std::move(after);
        y = next;
        dynamics::normalise(y.data());
        dynamics::normalise(y.data() + Model::kTargetAt);
        dynamics::normalise(&y[Model::kOwnAt + models::LinkedFeatureTouch::kLinkAt]);
        if (!std::isfinite(y[0])) throw std::runtime_error("a fixed step of 1 ms diverges");
      }
      if (model.touch.capture().done()) ++captures;
    }
    const auto mean = [poses](const Times& its) { return its.sum / static_cast<double>(poses); };
    std::printf("%zu %zu %d %.2f %.2f %.2f %.2f %zu %zu\n", poses, pressed, contacts, mean(side), side.most,
                mean(step), step.most, captures, count);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_stand: %s\n", error.what());
    return 1;
  }
}
