#include "simulate/axial_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/count_text.hpp"
#include "core/error.hpp"

namespace hilspace::simulate {
namespace {

using Observation = models::Observation<double>;

struct ChannelOf {
  models::Channel channel;
  double Observation::*member;
};

const std::array<ChannelOf, 7>& channels() {
  static const std::array<ChannelOf, 7> list{{
      {{"displacement", "m", "relative displacement of the bodies", {}}, &Observation::displacement},
      {{"velocity", "m s-1", "relative velocity of the bodies", {}}, &Observation::velocity},
      {{"penetration", "m", "displacement that enters the contact law", {}}, &Observation::penetration},
      {{"penetration_rate", "m s-1", "rate that enters the contact law", {}}, &Observation::rate},
      {{"contact_force", "N", "force at the interface", {}}, &Observation::contact_force},
      {{"force", "N", "measured force that acts on the bodies", {}}, &Observation::force},
      {{"potential", "J", "energy stored in the contact", {}}, &Observation::potential},
  }};
  return list;
}

models::TraceGroup empty_group(const char* name) {
  models::TraceGroup group;
  group.name = name;
  for (const auto& each : channels()) group.channels.push_back(each.channel);
  return group;
}

Observation between(const Observation& a, const Observation& b, double x) {
  Observation mixed;
  for (const auto& each : channels()) {
    const auto member = each.member;
    mixed.*member = a.*member + x * (b.*member - a.*member);
  }
  return mixed;
}

bool same(const Observation& a, const Observation& b) {
  return std::ranges::all_of(channels(), [&](const auto& each) { return a.*each.member == b.*each.member; });
}

}  // namespace

void check_samples(std::size_t samples, double interval) {
  if (samples < kMostSamples) return;
  const double reached = interval * static_cast<double>(samples);
  throw RunError(
      interval > 0.0
          ? fmt::format("time histories: more than {} samples in {:.3g} s; write output.sample_interval = "
                        "\"{:.2g} s\" for a million",
                        grouped(kMostSamples), reached, 1e-6 * reached)
          : fmt::format("time histories: more than {} steps; write output.sample_interval = \"10 us\", "
                        "or another suitable value",
                        grouped(kMostSamples)));
}

AxialRecorder::AxialRecorder(double interval, const std::atomic<bool>& stop)
    : interval_(interval), stop_(stop) {
  trace_.origin = "the bodies' displacement crossed 0";
  trace_.groups = {empty_group("docking"), empty_group("hil")};
}

void AxialRecorder::add(double time, double h, const models::Views<double>& docking,
                        const models::Views<double>& hil) {
  if (interval_ > 0.0) {
    for (;;) {
      const double due = interval_ * static_cast<double>(samples());
      if (due >= time + h || stop_.load(std::memory_order_relaxed)) break;
      const double x = (due - time) / h;
      record(due, between(docking[0], docking[2], x), between(hil[0], hil[2], x));
    }
  } else {
    if (samples() > 0 && !(same(last_docking_, docking[0]) && same(last_hil_, hil[0])))
      record(time, last_docking_, last_hil_);
    record(time, docking[0], hil[0]);
  }
  end_ = time + h;
  last_docking_ = docking[2];
  last_hil_ = hil[2];
}

void AxialRecorder::record(double time, const Observation& docking, const Observation& hil) {
  check_samples(samples(), interval_);
  for (auto& group : trace_.groups) group.time.push_back(time);
  for (std::size_t i = 0; i < channels().size(); ++i) {
    const auto member = channels()[i].member;
    trace_.groups[0].channels[i].values.push_back(docking.*member);
    trace_.groups[1].channels[i].values.push_back(hil.*member);
  }
}

models::Trace AxialRecorder::take() {
  if (interval_ == 0.0) record(end_, last_docking_, last_hil_);
  return std::move(trace_);
}

}  // namespace hilspace::simulate
