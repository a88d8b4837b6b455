#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/axial_setup.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/notation/keys.hpp"
#include "study/schema/settings.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

using namespace instruments;

/// For each kind of stage in a chain, the keys of which one is required. Shorter lists repeat their last key.
struct Requirement {
  std::array<InstrumentKey, 4> one_of;
  std::string_view advice;
};
constexpr Requirement needs(InstrumentKey key, InstrumentKey other, std::string_view advice) {
  return {{key, other, other, other}, advice};
}
constexpr Requirement needs(InstrumentKey key) { return needs(key, key, ""); }
constexpr std::array kRequirements{
    Requirement{{"low_pass.total_delay", "low_pass.lag", "low_pass.bandwidth", "low_pass.natural_frequency"},
                ", or lag, or bandwidth, or natural_frequency"},
    needs("quantizer.resolution"),
    needs("transport_delay.delay"),
    needs("sample_hold.rate"),
    needs("noise.std", "noise.psd", ", or psd"),
    needs("noise.bandwidth", "noise.sample_time", ", or sample_time for white noise"),
    needs("bias.value"),
    needs("dead_band.threshold"),
    needs("saturation.max", "saturation.min", ", or min, or both"),
};

static_assert(InstrumentKey("resolution").row + 1 == kShorthandKeys);
/// The chain's key for a key of the shorthand: they follow those of the shorthand, in the same order.
constexpr InstrumentKey in_chain(InstrumentKey key) { return InstrumentKey(key.row + kShorthandKeys); }
static_assert(in_chain("total_delay") == InstrumentKey("low_pass.total_delay"));
static_assert(in_chain("damping") == InstrumentKey("low_pass.damping"));
static_assert(in_chain("resolution") == InstrumentKey("quantizer.resolution"));

class Check {
 public:
  Check(Instrument instrument, Reading& reading)
      : instrument_(instrument),
        name_(kInstruments[static_cast<std::size_t>(instrument)].name),
        data_(reading.study.instruments[static_cast<std::size_t>(instrument)]),
        places_(reading.stage_places[static_cast<std::size_t>(instrument)]),
        reading_(reading) {}

  void structure() {
    const auto before = reading_.findings.size();
    if (given_setting("chain") == nullptr)
      read_shorthand();
    else if (reading_.chain_known[static_cast<std::size_t>(instrument_)])
      check_chain();
    if (reading_.findings.size() == before) check_companions(name_, reading_);
  }

  void values() {
    for (const StageKind kind : data_.stages) {
      check_values(kind);
      check_step(kind);
    }
  }

 private:
  Id id(InstrumentKey key) const { return id_of(instrument_, key); }
  std::string path(std::string_view key) const { return join(name_, key); }

  const Location* given_setting(std::string_view key) const {
    const auto found = reading_.given_settings.find(path(key));
    return found == reading_.given_settings.end() ? nullptr : &found->second;
  }

  /// The parameters of a kind of stage: those of its table, or of the shorthand for it.
  std::vector<Id> parameters_of(StageKind kind, bool shorthand) const {
    if (shorthand && kind == kLowPass) {
      const auto speed = low_pass_of(instrument_, true);
      std::vector<Id> ids(speed.begin(), speed.end());
      ids.push_back(id("damping"));
      return ids;
    }
    if (shorthand) return {id("resolution")};
    const auto table = path(kStages[kind].name) + '.';
    std::vector<Id> ids;
    for (std::size_t key = 0; key < InstrumentKey::kCount; ++key)
      if (const Id candidate = id(InstrumentKey(key)); parameter(candidate).path.starts_with(table))
        ids.push_back(candidate);
    return ids;
  }

  /// Where a kind of stage is described, and by which key; nothing if it is not.
  struct Described {
    std::string path;
    Location place;
  };
  std::optional<Described> described(StageKind kind) const {
    if (const auto* place = given_setting(kStages[kind].name))
      return Described{path(kStages[kind].name), *place};
    const auto ids = parameters_of(kind, false);
    if (!any_present(ids, reading_)) return std::nullopt;
    const Id first = first_present(ids, reading_);
    return Described{std::string(parameter(first).path), reading_.place_of(first)};
  }

  void read_shorthand() {
    if (any_present(low_pass_of(instrument_, true), reading_)) data_.stages.push_back(kLowPass);
    if (reading_.present(id("resolution"))) data_.stages.push_back(kQuantizer);

    std::vector<Described> found;
    std::vector<std::string_view> names;
    for (const StageKind kind : data_.stages) names.push_back(kStages[kind].name);
    for (StageKind kind = 0; kind < kStages.size(); ++kind)
      if (auto description = described(kind)) {
        found.push_back(*std::move(description));
        if (std::ranges::find(names, kStages[kind].name) == names.end()) names.push_back(kStages[kind].name);
      }
    std::ranges::stable_sort(names, {}, [&](auto name) { return std::ranges::find(kUsualStageOrder, name); });
    for (const auto& [key, place] : found)
      reading_.findings.add(place, fmt::format("{}: belongs to a stage, but there is no chain; write chain = "
                                               "[\"{}\"] in [{}]",
                                               key, fmt::join(names, "\", \""), name_));
  }

  void check_chain() {
    const Location& place = *given_setting("chain");
    const bool written = place.line > 0 || place.setting != nullptr;
    const auto chain = written ? "at " + reading_.findings.text_of(place) : "as identified";
    for (std::size_t k = 0; k < kShorthandKeys; ++k)
      if (const InstrumentKey key(k); reading_.present(id(key)))
        reading_.findings.add(
            reading_.place_of(id(key)),
            fmt::format("{}: is shorthand and excludes {}.chain ({}); write {} instead",
                        parameter(id(key)).path, name_, chain, parameter(id(in_chain(key))).path));
    for (StageKind kind = 0; kind < kStages.size(); ++kind) {
      if (std::ranges::find(data_.stages, kind) != data_.stages.end())
        check_stage(kind);
      else if (const auto description = described(kind))
        reading_.findings.add(
            description->place,
            fmt::format("{}: {}.chain ({}) has no stage \"{}\"; add it there, or remove this",
                        description->path, name_, chain, kStages[kind].name));
    }
  }

  /// Checks that a stage of the chain has its required keys.
  void check_stage(StageKind kind) {
    const auto ids = parameters_of(kind, false);
    for (const auto& [one_of, advice] : kRequirements) {
      const std::array wanted{id(one_of[0]), id(one_of[1]), id(one_of[2]), id(one_of[3])};
      if (std::ranges::find(ids, wanted[0]) == ids.end() || any_present(wanted, reading_)) continue;
      const auto& [full, example] = std::pair(parameter(wanted[0]).path, parameter(wanted[0]).example);
      const auto dot = full.rfind('.');
      reading_.findings.add(*places_[kind],
                            fmt::format("{}: missing; write {} = {} in [{}]{}", full, full.substr(dot + 1),
                                        example, full.substr(0, dot), advice));
    }
    if (!ids.empty() || given_setting(kStages[kind].name) != nullptr) return;
    const auto full = path(kStages[kind].name);
    const Setting* setting = find_setting(full);
    reading_.findings.add(*places_[kind], fmt::format("{}: missing; write {} = {} in [{}]", full,
                                                      kStages[kind].name, setting->example, name_));
  }

  /// Values may be valid individually but not together.
  void check_values(StageKind kind) {
    const auto ids = parameters_of(kind, data_.shorthand);
    if (!any_present(ids, reading_)) return;  // a curve or sections, checked when they were read
    for_each_combination(reading_.study, ids, [&](const ParameterValues& values) {
      if (!all_known(ids, values, reading_)) return true;
      const auto problem = std::visit([&](const auto& setup) { return complaint(setup); },
                                      stage_setup(reading_.study, instrument_, kind, values));
      if (problem.empty()) return true;
      const Id blamed = last_present(ids, reading_);
      reading_.findings.add(reading_.place_of(blamed),
                            fmt::format("{}: {}", parameter(blamed).path, problem));
      return false;
    });
  }

  /// To two digits, and so that a tenth remains to what is just bearable.
  static double rounded_down(double time) {
    const double digit = std::pow(10.0, std::floor(std::log10(time)) - 1.0);
    return std::floor(0.9 * time / digit) * digit;
  }

  /// With fixed steps of Runge-Kutta's method of order 4, a pole that is too fast for them grows.
  void check_step(StageKind kind) {
    constexpr auto kStep = "numerics.step"_id;
    const auto solver = reading_.study.solver;
    if (!reading_.present(kStep) || (solver != models::Solver::rk4 && !models::collocates(solver))) return;
    auto ids = parameters_of(kind, data_.shorthand);
    ids.push_back(kStep);
    double least = HUGE_VAL, beyond_it = 0.0;  // s
    for_each_combination(reading_.study, ids, [&](const ParameterValues& values) {
      if (!all_known(ids, values, reading_)) return true;
      const double most = models::longest_stable_step(stage_setup(reading_.study, instrument_, kind, values));
      if (most > 0.0 && values[kStep] > most && most < least) {
        least = most;
        beyond_it = values[kStep];
      }
      return true;
    });
    if (!std::isfinite(least)) return;
    reading_.findings.add(
        reading_.place_of(kStep),
        fmt::format(
            "numerics.step: {:.4g} s is too long for the {} of {}, which then grows instead of settling; "
            "write at most {:.2g} s, or leave it out, or choose numerics.solver = \"dopri5\"",
            beyond_it, kStages[kind].name, name_, rounded_down(least)));
  }

  /// Reason why the values of a stage are invalid; empty if they are valid.
  template <class Setup>
  std::string complaint(const Setup&) const {
    return "";
  }
  static std::string beyond(std::string_view what) {
    return fmt::format("makes a {} beyond the numbers of double precision", what);
  }
  std::string complaint(const LowPassSetup& setup) const {
    return std::isinf(setup.natural_frequency) ? beyond("natural frequency") : "";
  }
  std::string complaint(const NoiseSetup& setup) const {
    if (std::isinf(setup.std)) return beyond("standard deviation");
    return std::isinf(setup.sample_time) || setup.sample_time == 0.0 ? beyond("sample time") : "";
  }
  std::string complaint(const SaturationSetup& setup) const {
    if (setup.min < setup.max) return "";
    const auto unit = kInstruments[static_cast<std::size_t>(instrument_)].unit;
    return fmt::format(
        "leaves nothing between min = \"{0} {2}\" and max = \"{1} {2}\"; in every scenario min "
        "must be less than max",
        setup.min, setup.max, unit);
  }

  Instrument instrument_;
  std::string_view name_;
  InstrumentData& data_;
  const std::array<std::optional<Location>, kStages.size()>& places_;
  Reading& reading_;
};

}  // namespace

void check_instrument(Instrument instrument, Reading& reading) { Check(instrument, reading).structure(); }

void check_instrument_values(Instrument instrument, Reading& reading) { Check(instrument, reading).values(); }

}  // namespace hilspace::study
