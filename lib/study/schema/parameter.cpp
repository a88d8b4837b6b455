#include "study/schema/parameter.hpp"

#include <algorithm>

namespace hilspace::study {
namespace {

void add_spellings(const LowPassIds& ids, std::vector<Exclusive>& all) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t k = i + 1; k < ids.size(); ++k) all.push_back({ids[i], ids[k]});
}

std::vector<Exclusive> make_exclusive() {
  std::vector<Exclusive> all{
      {"contact.radius"_id, "contact.chaser_radius"_id},
      {"contact.radius"_id, "contact.target_radius"_id},
      {"drogue.half_angle"_id, "drogue.mouth_radius"_id},
      {"compliance.stiffness"_id, "compliance.stiffness_along.x"_id},
      {"virtual.stiffness"_id, "virtual.stiffness_along.x"_id},
      {"virtual.damping"_id, "virtual.damping_along.x"_id},
  };
  for (const auto instrument : {Instrument::actuator, Instrument::force_sensor}) {
    for (const bool shorthand : {true, false}) add_spellings(low_pass_of(instrument, shorthand), all);
    all.push_back({id_of(instrument, "noise.std"), id_of(instrument, "noise.psd")});
  }
  for (const auto instrument : {SpatialInstrument::robot, SpatialInstrument::wrench_sensor}) {
    add_spellings(low_pass_of_whole(instrument), all);
    for (const auto half : {Half::linear, Half::angular})
      all.push_back({of_whole(instrument, "noise.std", half), of_whole(instrument, "noise.psd", half)});
    for (std::size_t c = 0; c < kSpatialComponents; ++c) {
      add_spellings(low_pass_of_component(instrument, c), all);
      all.push_back({of_component(instrument, "noise.std", c), of_component(instrument, "noise.psd", c)});
    }
  }
  return all;
}

/// Keys of the noise of an instrument with six components mean nothing without how strong it is, or without the low-pass
/// that they are of; both may stand with the whole instrument or with a component.
void add_noise(SpatialInstrument i, std::vector<Companion>& all) {
  const auto add = [&](SpatialKey key, const std::vector<SpatialKey>& of) {
    Companion whole{of_whole(i, key), {}};
    for (const auto each : of)
      for (const auto half : {Half::linear, Half::angular})
        if (const Id id = of_whole(i, each, half); half == Half::linear || id != of_whole(i, each))
          whole.of.push_back(id);
    for (std::size_t c = 0; c < kSpatialComponents; ++c) {
      Companion alone{of_component(i, key, c), {}};
      for (const auto each : of) alone.of.push_back(of_component(i, each, c));
      whole.of.insert(whole.of.end(), alone.of.begin(), alone.of.end());
      for (const auto each : of) alone.of.push_back(of_whole(i, each, half_of(c)));
      all.push_back(std::move(alone));
    }
    all.push_back(std::move(whole));
  };
  add("noise.bandwidth", {"noise.std", "noise.psd"});
  add("noise.sample_time", {"noise.std", "noise.psd"});
  add("noise.damping", {"noise.bandwidth"});
}

std::vector<Companion> make_companions() {
  std::vector<Companion> all;
  for (const auto body : {Body::chaser, Body::target})
    for (const BodyKey key : {BodyKey("stiffness"), BodyKey("damping")})
      all.push_back({id_of(body, key), {id_of(body, "rear_mass")}});
  for (const auto i : {Instrument::actuator, Instrument::force_sensor}) {
    const auto shorthand = low_pass_of(i, true), in_chain = low_pass_of(i, false);
    all.push_back({id_of(i, "damping"), {shorthand.begin(), shorthand.end()}});
    all.push_back({id_of(i, "low_pass.damping"), {in_chain.begin(), in_chain.end()}});
    all.push_back({id_of(i, "noise.damping"), {id_of(i, "noise.bandwidth")}});
  }
  for (const Id id : {"compensator.lag"_id, "compensator.lag_error"_id, "compensator.model_error"_id,
                      "compensator.rate"_id})
    all.push_back({id, {"compensator.position"_id, "compensator.force"_id}});
  for (const Id id : {"compensator.order"_id, "compensator.filter"_id})
    all.push_back({id, {"compensator.position"_id}});
  for (const Id id : {"compensator.damping"_id, "compensator.ports"_id})
    all.push_back({id, {"compensator.force"_id}});
  for (const Id id : {"virtual.stiffness"_id, "virtual.stiffness_along.x"_id, "virtual.damping"_id,
                      "virtual.damping_along.x"_id, "virtual.torsional_damping.x"_id,
                      "virtual.measurement_delay"_id, "virtual.rate"_id})
    all.push_back({id, {"virtual.source"_id}});
  for (const auto i : {SpatialInstrument::robot, SpatialInstrument::wrench_sensor}) {
    const auto whole = low_pass_of_whole(i);
    Companion all_together{of_whole(i, "damping"), {whole.begin(), whole.end()}};
    for (std::size_t c = 0; c < kSpatialComponents; ++c) {
      const auto own = low_pass_of_component(i, c);
      all_together.of.insert(all_together.of.end(), own.begin(), own.end());
      Companion alone{of_component(i, "damping", c), {own.begin(), own.end()}};
      alone.of.insert(alone.of.end(), whole.begin(), whole.end());
      all.push_back(std::move(alone));
    }
    all.push_back(std::move(all_together));
    add_noise(i, all);
  }
  return all;
}

constexpr std::array kLawParameters{
    LawParameter{"contact.restitution"_id, contact::Damping::restitution, true},
    LawParameter{"contact.damping"_id, contact::Damping::viscosity, true},
    LawParameter{"contact.damping_per_stiffness"_id, contact::Damping::plastic, false},
    LawParameter{"contact.permanent_deformation"_id, contact::Damping::plastic, false},
    LawParameter{"contact.compaction_rate"_id, contact::Damping::plastic, false},
    LawParameter{"contact.retreat"_id, contact::Damping::plastic, false},
};

}  // namespace

std::span<const Exclusive> exclusive_parameters() {
  static const std::vector<Exclusive> all = make_exclusive();
  return all;
}

std::span<const Companion> companions() {
  static const std::vector<Companion> all = make_companions();
  return all;
}

std::span<const LawParameter> law_parameters() { return kLawParameters; }

}  // namespace hilspace::study
