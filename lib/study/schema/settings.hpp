#pragma once
// The settings of a study: the keys that are no parameters of a scenario and no axis can vary. How each is
// read stands in reading/read_settings.cpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "study/schema/parameter.hpp"
#include "study/schema/spatial_stage_keys.hpp"

namespace hilspace::study {

struct Setting {
  std::string_view path;
  std::string_view example;  // as it is written in a study
  std::string_view description;
  ModelSet models = {};
};

namespace setting_text {
inline constexpr std::string_view kChainMeaning =
    "stages the signal passes, in this order (hilspace list instruments); each may have a table of its own";
inline constexpr std::string_view kSixChainMeaning =
    "stages that each component passes, in this order (hilspace list instruments); default: low_pass, "
    "quantizer";
inline constexpr std::string_view kCalibrationMeaning =
    "curve of the stage calibration: what is shown for what comes in, linear in between and beyond";
inline constexpr std::string_view kMetres = R"({ input = ["0 mm", "0.1 mm"], output = ["0 mm", "0.11 mm"] })";
inline constexpr std::string_view kNewtons = R"({ input = ["0 N", "100 N"], output = ["0 N", "110 N"] })";
inline constexpr std::string_view kRadians =
    R"({ input = ["0 rad", "0.01 rad"], output = ["0 rad", "0.011 rad"] })";
inline constexpr std::string_view kNewtonMetres =
    R"({ input = ["0 N m", "10 N m"], output = ["0 N m", "11 N m"] })";
/// Of a curve in that unit.
constexpr std::string_view curve_example(std::string_view unit) {
  return unit == "m" ? kMetres : unit == "N" ? kNewtons : unit == "rad" ? kRadians : kNewtonMetres;
}
inline constexpr std::string_view kSectionsMeaning =
    "second-order sections of the stage transfer_function, coefficients in rising powers of s in rad/s";
inline constexpr std::string_view kSections =
    "{ sections = [{ numerator = [1.0], denominator = [1.0, 2e-4] }] }";

inline constexpr std::string_view kShapeMeaning =
    "instead of mass, inertia and center_to_port: the shapes it is put together from, each in a table of its "
    "own in double brackets (hilspace list shapes)";
inline constexpr std::string_view kShapeExample = R"([{ kind = "cube", edge = "1 m", mass = "200 kg" }])";
inline constexpr std::string_view kPortMeaning =
    "with shapes: where the base of the probe's tip, or of the drogue, lies in their axes";
inline constexpr std::string_view kPortExample = R"(["1.2 m", "0 m", "0 m"])";

inline constexpr std::string_view kBodyMeaning =
    "instead of front_mass, rear_mass, stiffness and damping: bodies in a row, from the rear to the one that "
    "touches, each "
    "in a table of its own in double brackets, with mass, and stiffness and damping of the spring to the "
    "next one; they "
    "count as two masses on the spring that swings slowest";
inline constexpr std::string_view kBodyExample =
    R"([{ mass = "17 kg", stiffness = "1 kN/m" }, { mass = "2 kg" }])";

inline constexpr std::string_view kFeatureMeaning =
    "the features of both sides, each in a table of its own in double brackets: name, side (chaser, target "
    "or "
    "both), type, at, axis or rotation, repeat, and the dimensions of the type (hilspace list features)";
inline constexpr std::string_view kFeatureExample =
    R"([{ name = "head", side = "chaser", type = "sphere", radius = "45 mm" }])";
inline constexpr std::string_view kPairExample =
    R"([{ active = "head", passive = "cone", friction = 0.15 }])";

inline constexpr std::string_view kLatchMeaning =
    "latches of the chaser, each in a table of its own in double brackets: name, type (rotary, plunger), on, "
    "catches, at, rotation, repeat, and the dimensions of the type (hilspace list latches)";
inline constexpr std::string_view kLatchExample =
    R"([{ name = "bolt", type = "plunger", catches = "cone" }])";
inline constexpr std::string_view kLinkMeaning =
    "a body on springs and dampers between one side (side: chaser, the default, or target) and what of that "
    "stands "
    "on it (on = \"link\"): mass, inertia, stiffness and damping along x, y, z and about them";
inline constexpr std::string_view kLinkExample =
    R"({ mass = "70 kg", inertia = ["25 kg m2", "14 kg m2", "14 kg m2"] })";

inline constexpr std::string_view kHookMeaning =
    "what closes once all latches hold: place, stroke, speed and force limit of its drive, stiffness; "
    "hilspace list latches";
inline constexpr std::string_view kHookExample =
    R"([{ name = "hook", stroke = "20 mm", speed = "2 mm/s", stiffness = "2e6 N/m", force_limit = "3 kN" }])";
inline constexpr std::string_view kJointMeaning =
    "the joint that closed hooks make: stiffness and damping along x, y, z and about them; absent: hooks "
    "alone hold";
inline constexpr std::string_view kJointExample = R"({ stiffness = ["1e7 N/m", "1e7 N/m", "1e7 N/m"] })";

inline constexpr std::string_view kCouplingMeaning =
    "6x6 numbers: what each component shows, by rows, of what each of them would show alone";
inline constexpr std::string_view kIdentity =
    "[[1,0,0,0,0,0], [0,1,0,0,0,0], [0,0,1,0,0,0], [0,0,0,1,0,0], [0,0,0,0,1,0], [0,0,0,0,0,1]]";
}  // namespace setting_text

inline constexpr std::array kPlainSettings{
    Setting{"title", "\"Two materials\"", "what the study is about"},
    Setting{"model", "\"axial\"", "the model that is simulated: axial (default), sixdof, rig or four_mass"},
    Setting{"seed", "1", "seed of everything random"},
    Setting{"models", "[\"docking\", \"hil\"]", "which of the two models are reported; default: both"},
    Setting{"mechanism", "\"drogue\"",
            "what the probe meets: drogue (default) or plane; androgynous, probe_cone or berthing, whose "
            "dimensions "
            "have a table each; or the table [mechanism]",
            kSixDofOnly},
    Setting{"mechanism.kind", "\"features\"",
            "the same in its table; or features, which the next keys describe", kSixDofOnly},
    Setting{"mechanism.feature", setting_text::kFeatureExample, setting_text::kFeatureMeaning, kSixDofOnly},
    Setting{"mechanism.pair", setting_text::kPairExample,
            "which features meet, each pair in a table of its own, with its friction; absent: all whose "
            "contact is known",
            kSixDofOnly},
    Setting{"mechanism.start_at", "\"-245 mm\"",
            "where the chaser's port is at the start, along x of the target from its port; absent: 0.2 mm "
            "before the first touch",
            kSixDofOnly},
    Setting{"mechanism.docked_at", "\"-25 mm\"",
            "likewise, where it has docked; absent: it only touches and leaves", kSixDofOnly},
    Setting{"mechanism.latch", setting_text::kLatchExample, setting_text::kLatchMeaning, kSixDofOnly},
    Setting{"mechanism.link", setting_text::kLinkExample, setting_text::kLinkMeaning, kSixDofOnly},
    Setting{"mechanism.hook", setting_text::kHookExample, setting_text::kHookMeaning, kSixDofOnly},
    Setting{"mechanism.joint", setting_text::kJointExample, setting_text::kJointMeaning, kSixDofOnly},
    Setting{
        "scenario.ends_with", "\"capture\"",
        "capture: a run goes on until all latches hold, the chaser has left, or numerics.time_limit; absent: "
        "docked_at, or the chaser has left",
        kSixDofOnly},
    Setting{"impacts", "\"first\"",
            "whether a run ends with its first impact, the default of four masses, or has all, that of six "
            "degrees of freedom; four masses: until the centres of mass move apart",
            kManyImpacts},
    Setting{"chaser.shape", setting_text::kShapeExample, setting_text::kShapeMeaning, kSixDofOnly},
    Setting{"chaser.port", setting_text::kPortExample, setting_text::kPortMeaning, kSixDofOnly},
    Setting{"target.shape", setting_text::kShapeExample, setting_text::kShapeMeaning, kSixDofOnly},
    Setting{"target.port", setting_text::kPortExample, setting_text::kPortMeaning, kSixDofOnly},
    Setting{"chaser.body", setting_text::kBodyExample, setting_text::kBodyMeaning, kFourMassOnly},
    Setting{"target.body", setting_text::kBodyExample, setting_text::kBodyMeaning, kFourMassOnly},
    Setting{"target.fixed", "true",
            "whether the target's rear mass, or its only one, cannot move: a wall; front_mass is then not "
            "needed where it is the only one; default: false",
            kFourMassOnly},
    Setting{"actuator.chain", "[\"transport_delay\", \"low_pass\"]", setting_text::kChainMeaning, kOneAxis},
    Setting{"actuator.calibration", setting_text::kMetres, setting_text::kCalibrationMeaning, kOneAxis},
    Setting{"actuator.transfer_function", setting_text::kSections, setting_text::kSectionsMeaning, kOneAxis},
    Setting{"force_sensor.chain", "[\"low_pass\", \"quantizer\"]", setting_text::kChainMeaning, kOneAxis},
    Setting{"force_sensor.calibration", setting_text::kNewtons, setting_text::kCalibrationMeaning, kOneAxis},
    Setting{"force_sensor.transfer_function", setting_text::kSections, setting_text::kSectionsMeaning,
            kOneAxis},
    Setting{
        "rig.twin", "\"identified\"",
        "identified (default): the rig's instruments as seen from outside; or controlled: its computer and "
        "hardware one by one",
        kRigOnly},
    Setting{"compliance.springs", R"([{ stiffness = "1 kN/m", direction = [0, 1, 0] }])",
            "the springs of the device, each with its direction, instead of one stiffness; x is along the "
            "probe's "
            "axis",
            kHybrid},
    Setting{"rig.prefilter", "\"published\"",
            "of the controlled twin's command: published (default), model_based or none", kRigOnly},
    Setting{"robot.chain", "[\"sample_hold\", \"transport_delay\"]", setting_text::kSixChainMeaning,
            kSixDofOnly},
    Setting{"robot.coupling", setting_text::kIdentity, setting_text::kCouplingMeaning, kSixDofOnly},
    Setting{"wrench_sensor.chain", "[\"low_pass\", \"sample_hold\", \"quantizer\"]",
            setting_text::kSixChainMeaning, kSixDofOnly},
    Setting{"wrench_sensor.coupling", setting_text::kIdentity, setting_text::kCouplingMeaning, kSixDofOnly},
    Setting{
        "wrench_sensor.sensors", "\"target\"",
        "with a link: both (default), one on each side of it, each of which measures what pushes its own "
        "spacecraft; or target, one alone, whose wrench pushes the chaser as well, without what the link's "
        "mass takes",
        kSixDofOnly},
    Setting{
        "numerics.solver", "\"dopri5\"",
        "method of integration: auto (default of the axial model) takes collocation where it fits and rk4 "
        "elsewhere; rk4 (default on one axis with a numerics.step, of the rig and of four masses), dopri5 "
        "(default in six degrees of freedom), reference"},
    Setting{"numerics.resolve_quantizers", "true",
            "whether every crossing of a quantizer's cell is taken singly, however fast they come; default: "
            "false, those that are crossed fast show their mean",
            kSixDofOnly},
    Setting{"numerics.error_share", "0.01",
            "share of the scenarios run twice more with finer steps, some 4096 at least (1024 or 256 where "
            "they take long) or all; 0: none"},
    Setting{
        "numerics.repeats", "16",
        "repeats every scenario so many times with random phases of its quantizers and sample-and-holds, and "
        "other noise, along an axis numerics.repeat; the result has mean, deviation and interval"},
    Setting{"output.metrics", "[\"velocity.error_pct\"]",
            "metrics to store (hilspace list metrics), by name or as a group, \"force.*\"; default: all"},
    Setting{"output.precision", "\"float32\"",
            "type of the stored numbers: float64 (default), or float32, which takes half the room and rounds "
            "by 6e-8 "
            "of each number"},
    Setting{"output.errors", "true",
            "whether the error of each metric is stored beside it, for every scenario that was compared; "
            "default: "
            "false"},
    Setting{"output.traces", "[0, 17]", "scenarios whose time histories go into the result"},
    Setting{"output.sample_interval", "\"10 us\"", "interval of time histories; absent: every step"},
};

constexpr Setting setting_of(const SpatialStageKey& key) {
  using namespace setting_text;
  return key.kind == kCalibration
             ? Setting{key.path(), curve_example(key.unit()), kCalibrationMeaning, kSixDofOnly}
             : Setting{key.path(), kSections, kSectionsMeaning, kSixDofOnly};
}

/// These, then those of kSpatialStageKeys.
inline constexpr auto kSettings = []<std::size_t... I>(std::index_sequence<I...>) {
  constexpr std::size_t kPlain = kPlainSettings.size();
  return std::array{(I < kPlain ? kPlainSettings[I % kPlain]
                                : setting_of(kSpatialStageKeys[(I - kPlain) % kSpatialStageKeys.size()]))...};
}
(std::make_index_sequence<kPlainSettings.size() + kSpatialStageKeys.size()>{});

/// The setting with that path, if there is one.
constexpr const Setting* find_setting(std::string_view path) {
  const auto found = std::ranges::find(kSettings, path, &Setting::path);
  return found == kSettings.end() ? nullptr : &*found;
}

}  // namespace hilspace::study
