#pragma once
// A study: what the user asked for, checked, in SI.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact/curve_points.hpp"
#include "contact/law_setup.hpp"
#include "contact/material.hpp"
#include "core/vec.hpp"
#include "dynamics/merged_bodies.hpp"
#include "dynamics/shape.hpp"
#include "hybrid/shares.hpp"
#include "mechanism/parts.hpp"
#include "mechanism/setup.hpp"
#include "models/kind.hpp"
#include "models/sixdof_setup.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "study/schema/instrument.hpp"
#include "study/schema/parameter.hpp"
#include "study/schema/rig.hpp"
#include "study/schema/spatial_instrument.hpp"

namespace hilspace::study {

/// One dimension of the design space. Several parameters in one axis move together.
struct Axis {
  std::string name;                         // of the dimension in the result file
  std::vector<Id> parameters;               // one or more
  std::vector<std::vector<double>> values;  // [parameter][position], SI or index of a name
  std::size_t size() const { return values.front().size(); }
};

/// The parameters that a sampled design varies, in the order of the design's coordinates.
struct Varied {
  Id parameter;
  sampling::Distribution distribution;  // in SI; of names: their indices as levels; of a list: none
};

/// A sampled design in the place of axes. Its points are the values of the study's one axis, "scenario".
struct Design {
  sampling::DesignSetup setup;
  std::vector<Varied> varied;
};

/// A law of the study's own: of the family of Hunt and Crossley, with its own damping number and, if it has a
/// curve, its own elastic force.
struct StudyLaw {
  std::string name;
  std::string damping_number;               // chi, a formula in c, the restitution (notation/expression.hpp)
  std::vector<contact::ForcePoint> points;  // as measured; none: the elastic force is k d^n
  std::vector<contact::CurvePiece> pieces;  // between them
  bool measured = false;                    // whether it has a curve, even one that cannot be read
};

struct StudyMaterial {
  std::string name;
  contact::Material material;
};

/// A spacecraft that is put together from shapes; without any, it is given by its parameters.
struct ShapedBody {
  std::vector<dynamics::ShapeSetup> shapes;
  Vec3 port{};                    // base of the tip, or of the drogue; axes of the shapes, m
  models::SpacecraftSetup whole;  // what comes of them
};

/// A mechanism of features: those that the study lists, or those of a ready-made unit with the dimensions of
/// its base. Scenarios with other dimensions make their own.
struct FeatureMechanism : mechanism::Parts {
  mechanism::HardCapture hard;                          // hooks and joint, of any kind
  double start_at = -kInfinity;                         // m; infinite: just before the first touch
  double docked_at = kInfinity;                         // m; infinite: nowhere
  std::shared_ptr<const mechanism::Assembly> assembly;  // made of them; shared by copies of the study
  std::vector<double> dimensions;                       // of the ready-made unit that `assembly` is of
  std::size_t latch_count = 0, sensor_count = 0;        // in `assembly`, copies included
};

/// Type of the numbers in a result. Rounding to float32 is 6e-8 of a number, a sixteenth of the smallest error that
/// is ever stated (metrics/numerical_error.hpp).
enum class Precision { float64, float32 };
inline constexpr std::array<std::string_view, 2> kPrecisions{"float64", "float32"};

struct Output {
  std::vector<std::string> metrics;  // names and groups (selects()); empty: all
  Precision precision = Precision::float64;
  bool errors = false;                // whether the numerical error of each scenario is stored
  std::vector<std::uint64_t> traces;  // scenario indices whose time histories go into the result
  double sample_interval = 0.0;       // s, of traces; 0: every step
  friend bool operator==(const Output&, const Output&) = default;
};

struct Study {
  std::string title;
  models::ModelKind model = models::ModelKind::axial;
  std::uint64_t seed = 1;
  bool docking = true;  // which of the two models are reported
  bool hil = true;
  ParameterValues base;                  // defaults filled in; NaN for what an axis varies, or nothing uses
  std::vector<Axis> axes;                // last one fastest
  std::optional<Design> design;          // what made the one axis "scenario"; none: the axes are as given
  std::vector<StudyLaw> laws;            // the study's own; as values they follow contact::kLaws
  std::vector<StudyMaterial> materials;  // built-in ones first, then the study's own
  std::array<InstrumentData, kInstruments.size()> instruments;            // in the order of Instrument
  mechanism::MechanismKind mechanism = mechanism::MechanismKind::drogue;  // in six degrees, as the next ones
  FeatureMechanism features;                                              // of that kind of mechanism
  bool ends_with_capture = false;    // whether a run goes on until all latches hold
  bool first_impact = false;         // whether a run ends with its first impact
  std::array<ShapedBody, 2> shaped;  // in the order of Body
  std::array<std::vector<StageKind>, kSpatialInstruments.size()> spatial_chains{
      std::vector{kLowPass, kQuantizer},
      std::vector{kLowPass, kQuantizer}};                                // in the order of SpatialInstrument
  std::array<SpatialStages, kSpatialInstruments.size()> spatial_stages;  // of these chains
  std::array<models::Coupling, kSpatialInstruments.size()> couplings{models::kUncoupled, models::kUncoupled};
  bool one_sensor = false;                               // whether the target's wrench sensor serves both
  bool fixed_target = false;                             // of two spacecraft of two masses each
  std::array<std::vector<dynamics::RowBody>, 2> bodies;  // that the two masses of each were, if any
  std::vector<hybrid::Spring> springs;  // of a compliance device; none: it is given by its stiffness
  Twin twin = Twin::identified;         // of the rig, as the next one
  Prefilter prefilter = Prefilter::published;
  models::Solver solver = models::Solver::rk4;
  bool resolve_quantizers = false;
  double error_share = 0.01;
  Output output;
  std::string resolved;  // the study with every default written out; loads to the same study
  std::string sha256;    // of `resolved`
};

/// A metric that a study may ask for, from metrics::catalogue().
struct KnownMetric {
  std::string_view name;
  ModelSet models = {};
};

/// All metrics of a first name, "force.*"; or none, of a name of a metric.
bool is_group(std::string_view selected);
/// Whether an element of Output::metrics is, or includes, that metric.
bool selects(std::string_view selected, std::string_view metric);

/// Number of scenarios: the product of the axes' sizes.
std::uint64_t scenario_count(const Study& study);

/// Whether a scenario has that contact law.
bool has_law(const Study& study, contact::Law law);

/// Whether the study has a real spring or a computed part of its contact.
bool has_hybrid_contact(const Study& study);

/// Position on each axis; index is row-major, the last axis fastest.
std::vector<std::size_t> positions(const Study& study, std::uint64_t index);

/// All parameters of one scenario.
ParameterValues parameter_values(const Study& study, std::uint64_t index);

}  // namespace hilspace::study
