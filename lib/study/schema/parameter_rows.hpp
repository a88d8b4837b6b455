#pragma once
// Parameter rows: the single list behind parsing, checks, write-back, `--set`, result variables, CSV headers
// and the generated reference. A parameter is declared by its row; the code names it by its path
// (parameter_id.hpp). Order of the rows: both spacecraft, approach and contact, dimensions of ready-made
// mechanisms (dimension_rows.hpp), the instruments, those with six components, compensator
// (compensator_rows.hpp), hybrid contact, rig and numerics.

#include <array>
#include <string_view>

#include "study/schema/parameter_builders.hpp"

namespace hilspace::study::rows {

/// Rows for both spacecraft.
struct BodyRow {
  Parameter parameter;
  std::string_view target_example;
  std::string_view target_description = parameter.description;
};
inline constexpr std::string_view kProduct =
    "element of the inertia matrix beside its diagonal, minus the product of inertia";
inline constexpr std::array kBodyRows{
    BodyRow{
        of(kOneMassEach, positive("mass", "kg", "\"30 kg\"", "mass of the chaser, the body that approaches")),
        "\"75 kg\"", "mass of the target, the body that is docked to"},
    BodyRow{of(kFourMassOnly, positive("front_mass", "kg", "\"2 kg\"", "mass that touches the target, m2")),
            "\"1.5 kg\"", "mass that touches the chaser, m3"},
    BodyRow{of(kFourMassOnly, not_negative("rear_mass", "kg", 0.0, "\"17 kg\"",
                                           "mass behind the chaser's front mass, m1; 0: one body")),
            "\"15 kg\"", "mass behind the target's front mass, m4; 0: one body"},
    BodyRow{of(kFourMassOnly,
               positive("stiffness", "N m-1", "\"1 kN/m\"", "of the spring between the two masses")),
            "\"200 N/m\""},
    BodyRow{of(kFourMassOnly, not_negative("damping", "N s m-1", 0.0, "\"1 N s/m\"",
                                           "viscosity of the damper beside that spring")),
            "\"1 N s/m\""},
    BodyRow{of(kSixDofOnly, positive("inertia.xx", "kg m2", "\"26 kg m2\"",
                                     "moment of inertia about x, through the centre of mass, body axes")),
            "\"110 kg m2\""},
    BodyRow{of(kSixDofOnly, positive("inertia.yy", "kg m2", "\"27 kg m2\"",
                                     "moment of inertia about y, through the centre of mass, body axes")),
            "\"112 kg m2\""},
    BodyRow{of(kSixDofOnly, positive("inertia.zz", "kg m2", "\"28 kg m2\"",
                                     "moment of inertia about z, through the centre of mass, body axes")),
            "\"113 kg m2\""},
    BodyRow{of(kSixDofOnly, any("inertia.xy", "kg m2", 0.0, "\"0.1 kg m2\"", kProduct)), "\"-1 kg m2\""},
    BodyRow{of(kSixDofOnly, any("inertia.xz", "kg m2", 0.0, "\"0.1 kg m2\"", kProduct)), "\"-1 kg m2\""},
    BodyRow{of(kSixDofOnly, any("inertia.yz", "kg m2", 0.0, "\"0.1 kg m2\"", kProduct)), "\"-1 kg m2\""},
    BodyRow{of(kSixDofOnly,
               of_spacecraft(not_negative(
                   "center_to_port", "m", kNone, "\"1.8325 m\"",
                   "distance along the docking axis from the centre of mass to the base of the probe's tip, "
                   "or of the drogue"))),
            "\"0.8477 m\""},
};

inline constexpr std::array kApproachAndContact{
    positive("approach.velocity", "m s-1", "\"0.1 m/s\"", "closing speed at the first contact"),
    of(kSixDofOnly,
       of_spacecraft(any("approach.offset.y", "m", 0.0, "\"10 mm\"",
                         "of the tip's centre from the drogue's axis at the start, along y of the target"))),
    of(kSixDofOnly,
       of_spacecraft(any("approach.offset.z", "m", 0.0, "\"75 mm\"",
                         "of the tip's centre from the drogue's axis at the start, along z of the target"))),
    of(kSixDofOnly,
       within_a_turn(any("approach.attitude.roll", "rad", 0.0, "\"2 deg\"",
                         "of the chaser against the target at the start, about x; turned last of the angles "
                         "3-2-1"))),
    of(kSixDofOnly, between("approach.attitude.pitch", -kRightAngle, kRightAngle, 0.0, "\"-7.5 deg\"",
                            "of the chaser against the target at the start, about y; turned second")),
    of(kSixDofOnly,
       within_a_turn(any("approach.attitude.yaw", "rad", 0.0, "\"3 deg\"",
                         "of the chaser against the target at the start, about z; turned first"))),
    of(kSixDofOnly, any("approach.angular_velocity.x", "rad s-1", 0.0, "\"0.1 deg/s\"",
                        "of the chaser at the start, about its own x")),
    of(kSixDofOnly, any("approach.angular_velocity.y", "rad s-1", 0.0, "\"0.1 deg/s\"",
                        "of the chaser at the start, about its own y")),
    of(kSixDofOnly, any("approach.angular_velocity.z", "rad s-1", 0.0, "\"0.1 deg/s\"",
                        "of the chaser at the start, about its own z")),
    of(kSixDofOnly, any("approach.lateral_velocity.y", "m s-1", 0.0, "\"1 mm/s\"",
                        "of the tip at the start, across the probe, along y of the chaser")),
    of(kSixDofOnly, any("approach.lateral_velocity.z", "m s-1", 0.0, "\"1 mm/s\"",
                        "of the tip at the start, across the probe, along z of the chaser")),
    of(kFourMassOnly,
       any("approach.acceleration", "m s-2", 0.0, "\"9.81 m/s2\"",
           "of all chaser masses towards the target, such as gravity; from the first contact")),
    of(kRigOnly, not_negative("approach.air_gap", "m", 0.0, "\"43 um\"",
                              "between the specimens before the impact; takes of the actuator's stroke")),
    name("contact.law", ValueKind::law, "\"flores\"", "force law of the contact (hilspace list laws)"),
    number("contact.restitution", 1.0, kNone, "0.8",
           "coefficient of restitution projected into the law; laws that have no use for it ignore it"),
    name("contact.chaser_material", ValueKind::material, "\"polyimide\"",
         "material of the chaser's tip (hilspace list materials, or a table of your own)"),
    name("contact.target_material", ValueKind::material, "\"aluminium\"",
         "material of the target's surface (hilspace list materials, or a table of your own)"),
    of_spacecraft(
        positive("contact.radius", "m", "\"25 mm\"", "radius of the chaser's tip on a flat target")),
    of(kOneAxis, of_spacecraft(positive(
                     "contact.chaser_radius", "m", "\"25 mm\"",
                     "radius of the chaser's surface at the contact, together with contact.target_radius"))),
    of(kOneAxis,
       positive("contact.target_radius", "m", "\"100 mm\"",
                "radius of the target's surface at the contact, together with contact.chaser_radius")),
    positive("contact.stiffness", "N m-1", "\"1e5 N/m\"",
             "instead of materials and radius: stiffness k of a contact of exponent 1"),
    number("contact.exponent", 100.0, kNone, "1.5",
           "exponent n of the penetration; absent: 1 for the laws of Kelvin and Voigt, which take no other, "
           "and 1.5 for all others, which is what materials need"),
    positive("contact.reference_force", "N", "\"1 kN\"",
             "instead of materials and radius, for any exponent: elastic force F at reference_penetration d, "
             "k = F/d^n"),
    positive("contact.reference_penetration", "m", "\"0.1 mm\"",
             "penetration at which the elastic force is contact.reference_force"),
    not_negative("contact.damping", "N s m-1", kNone, "\"60 N s/m\"",
                 "viscosity b of the laws kelvin_voigt and kelvin_voigt_tensile; 0: elastic"),
    not_negative("contact.damping_per_stiffness", "s m-1", 0.0, "\"0.2 s/m\"",
                 "viscosity over stiffness, b/k, of the law viscoplastic"),
    at_least_one("contact.permanent_deformation", 1.0, "6.4",
                 "coefficient of permanent deformation that many impacts approach, of the law viscoplastic; "
                 "1: none"),
    number("contact.compaction_rate", kInfinity, kNone, "2.5",
           "how fast impacts approach the permanent deformation, of the law viscoplastic; absent: at the "
           "first one"),
    not_negative(
        "contact.retreat", "m", kNone, "\"1 um\"",
        "how far the penetration must come back for compression or restitution to end, of the law "
        "viscoplastic; absent: the actuator's quantum, and 1e-6 of the elastic depth behind a hold or "
        "noise"),
    of(kSixDofOnly, coefficient("contact.friction.stiction", "0.35", "coefficient of friction at rest")),
    of(kSixDofOnly, coefficient("contact.friction.sliding", "0.25",
                                "coefficient of friction in fast sliding; both 0: no friction")),
    of(kSixDofOnly, with_default(0.015, positive("contact.friction.stribeck_velocity", "m s-1", "\"15 mm/s\"",
                                                 "sliding velocity over which the one becomes the other"))),
    of(kSixDofOnly, positive("contact.friction.creep_velocity", "m s-1", "\"1 mm/s\"",
                             "sliding velocity below which friction is viscous; absent: 0.1 mm/s")),
    of(kSixDofOnly, not_negative("scenario.post_contact_thrust", "N", kNone, "\"400 N\"",
                                 "of the chaser along its x, from the first contact on, latches included")),
    of(kSixDofOnly, positive("scenario.thrust_time", "s", "\"10 s\"",
                             "for which it thrusts; absent: to the end of the run")),
    of(kSixDofOnly, not_negative("scenario.after_capture", "s", kNone, "\"1 s\"",
                                 "for which a run goes on once all latches hold; absent: not at all")),
    of(kSixDofOnly, of_spacecraft(positive("drogue.cylinder_radius", "m", "\"32 mm\"",
                                           "of the drogue's cylinder, greater than contact.radius"))),
    of(kSixDofOnly, of_spacecraft(positive("drogue.cylinder_length", "m", "\"50 mm\"",
                                           "depth of the cylinder, from the base to where the cone begins"))),
    of(kSixDofOnly, of_spacecraft(positive("drogue.frustum_length", "m", "\"195 mm\"",
                                           "depth of the cone, from where it begins to its mouth"))),
    of(kSixDofOnly, between("drogue.half_angle", 0.0, kRightAngle, kNone, "\"24.78 deg\"",
                            "between the cone and the docking axis")),
    of(kSixDofOnly,
       of_spacecraft(positive("drogue.mouth_radius", "m", "\"122 mm\"",
                              "instead of half_angle: radius of the cone at its mouth, greater than "
                              "cylinder_radius"))),
    of(kFourMassOnly,
       of_spacecraft(positive("latch.travel", "m", "\"2 mm\"",
                              "how far the target's front mass gives way to let the probe pass; absent: no "
                              "latch"))),
};

/// Rows for both instruments; U stands for the unit of the instrument's signal.
struct InstrumentRow {
  Parameter parameter;
  std::string_view force_sensor_example;
};
inline constexpr std::string_view kLagMeaning =
    "instead of total_delay: how late the low-pass is behind a slow motion, L: natural frequency 2 "
    "damping/L; "
    "0: none";
constexpr InstrumentRow both(const Parameter& parameter) { return {parameter, parameter.example}; }

inline constexpr std::array kInstrumentRows{
    both(not_negative("total_delay", "s", kNone, "\"1 ms\"",
                      "total delay D, a settling time: a second-order low-pass of natural frequency 4/D; it "
                      "is late by 0.35 D where its damping is 0.7; 0: none")),
    both(not_negative("lag", "s", kNone, "\"0.35 ms\"", kLagMeaning)),
    both(positive("bandwidth", "Hz", "\"640 Hz\"",
                  "instead of total_delay: natural frequency of the low-pass in hertz")),
    both(positive("natural_frequency", "rad s-1", "\"4000 rad/s\"",
                  "instead of total_delay: natural frequency of the low-pass in radians per second")),
    both(number("damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass")),
    InstrumentRow{not_negative("resolution", "U", kNone, "\"1 um\"",
                               "smallest step of what is shown, a quantizer; 0 or absent: continuous"),
                  "\"1 N\""},

    both(not_negative("low_pass.total_delay", "s", kNone, "\"1 ms\"",
                      "total delay D, a settling time: natural frequency 4/D of the low-pass; it is late by "
                      "0.35 D where its damping is 0.7; 0: none")),
    both(not_negative("low_pass.lag", "s", kNone, "\"0.35 ms\"", kLagMeaning)),
    both(positive("low_pass.bandwidth", "Hz", "\"640 Hz\"",
                  "instead of total_delay: natural frequency of the low-pass in hertz")),
    both(positive("low_pass.natural_frequency", "rad s-1", "\"4000 rad/s\"",
                  "instead of total_delay: natural frequency of the low-pass in radians per second")),
    both(number("low_pass.damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass")),
    InstrumentRow{not_negative("quantizer.resolution", "U", kNone, "\"1 um\"",
                               "smallest step of the value; 0: continuous"),
                  "\"1 N\""},
    both(
        not_negative("transport_delay.delay", "s", kNone, "\"16 ms\"", "how much later the signal is shown")),
    both(positive("sample_hold.rate", "Hz", "\"250 Hz\"", "samples a second, each held until the next")),
    InstrumentRow{
        not_negative("noise.std", "U", kNone, "\"0.73 um\"", "standard deviation of the noise that is added"),
        "\"1.5 N\""},
    InstrumentRow{
        not_negative(
            "noise.psd", "U2 Hz-1", kNone, "\"1e-17 m2/Hz\"",
            "instead of std: two-sided power spectral density of the white train the noise is made of"),
        "\"1e-3 N2/Hz\""},
    both(positive("noise.bandwidth", "Hz", "\"23 kHz\"",
                  "natural frequency of the low-pass that colours the noise; absent: white")),
    both(number("noise.damping", kInfinity, 0.7, "0.7",
                "damping ratio of the low-pass that colours the noise")),
    both(positive("noise.sample_time", "s", "\"4 us\"",
                  "time between values of the white train; absent: a tenth of 1/bandwidth, on the rig "
                  "1/rig.rate")),
    InstrumentRow{any("bias.value", "U", kNone, "\"2 um\"", "constant that is added"), "\"0.6 N\""},
    InstrumentRow{
        not_negative("dead_band.threshold", "U", kNone, "\"1 um\"", "magnitude up to which 0 is shown"),
        "\"22 N\""},
    InstrumentRow{
        any("saturation.min", "U", kNone, "\"-1 mm\"", "least value that is shown; absent: no lower limit"),
        "\"-1 kN\""},
    InstrumentRow{
        any("saturation.max", "U", kNone, "\"1 mm\"", "greatest value that is shown; absent: no upper limit"),
        "\"1 kN\""},
};

inline constexpr std::array kRigAndNumerics{
    of(kHybrid,
       positive("compliance.stiffness", "N m-1", "\"1 kN/m\"",
                "of the real spring between robot and contact, in six degrees of freedom the same in "
                "every direction; [contact], which is linear, is then the contact that is wanted")),
    of(kSixDofOnly, positive("compliance.stiffness_along.x", "N m-1", "\"3 kN/m\"",
                             "instead of compliance.stiffness: of the springs along the probe")),
    of(kSixDofOnly, positive("compliance.stiffness_along.y", "N m-1", "\"1.2 kN/m\"",
                             "likewise, across it, along y of the chaser")),
    of(kSixDofOnly, positive("compliance.stiffness_along.z", "N m-1", "\"1.2 kN/m\"",
                             "likewise, across it, along z of the chaser")),
    of(kHybrid, not_negative("compliance.damping", "N s m-1", kNone, "\"5 N s/m\"",
                             "of the damper beside that spring, along the contact's normal; absent: 0")),
    of(kAxialOnly,
       between("compliance.normal_angle", -kRightAngle, kRightAngle, kNone, "\"30 deg\"",
               "with compliance.springs: angle between the contact's normal and the probe's axis, in the "
               "plane of x and y; absent: 0")),
    of(kHybrid, name("compliance.reading", ValueKind::compliance_reading, "\"displacement\"",
                     "of springs with directions: force (default) for a tip without friction, which slides, "
                     "displacement for one that moves along the normal alone")),
    of(kHybrid, name("virtual.source", ValueKind::virtual_source, "\"measured\"",
                     "whose motion the computed part of the contact follows: measured, actual or commanded")),
    of(kHybrid, in_words({Word{"fill", kFill}},
                         any("virtual.stiffness", "N m-1", kFill, "\"500 N/m\"",
                             "of the computed part; \"fill\" or absent: what [contact] wants less what "
                             "[compliance] has, along the normal"))),
    of(kSixDofOnly, any("virtual.stiffness_along.x", "N m-1", kNone, "\"500 N/m\"",
                        "instead of virtual.stiffness: along the probe")),
    of(kSixDofOnly, any("virtual.stiffness_along.y", "N m-1", kNone, "\"200 N/m\"",
                        "likewise, across it, along y of the chaser")),
    of(kSixDofOnly, any("virtual.stiffness_along.z", "N m-1", kNone, "\"200 N/m\"",
                        "likewise, across it, along z of the chaser")),
    of(kHybrid,
       in_words({Word{"fill", kFill}, Word{"corrected", kCorrected}},
                any("virtual.damping", "N s m-1", kCorrected, "\"40 N s/m\"",
                    "of the computed part; \"fill\": what [contact] wants less what [compliance] has; "
                    "\"corrected\" or absent: likewise, and what the lags of both parts take from it"))),
    of(kSixDofOnly, any("virtual.damping_along.x", "N s m-1", kNone, "\"40 N s/m\"",
                        "instead of virtual.damping: along the probe")),
    of(kSixDofOnly, any("virtual.damping_along.y", "N s m-1", kNone, "\"20 N s/m\"",
                        "likewise, across it, along y of the chaser")),
    of(kSixDofOnly, any("virtual.damping_along.z", "N s m-1", kNone, "\"20 N s/m\"",
                        "likewise, across it, along z of the chaser")),
    of(kSixDofOnly,
       not_negative(
           "virtual.torsional_damping.x", "N m s rad-1", kNone, "\"1 N m s/rad\"",
           "of computed dampers of the turning while the computed part touches, about the probe; absent: 0")),
    of(kSixDofOnly, not_negative("virtual.torsional_damping.y", "N m s rad-1", kNone, "\"1 N m s/rad\"",
                                 "likewise, about y of the chaser")),
    of(kSixDofOnly, not_negative("virtual.torsional_damping.z", "N m s rad-1", kNone, "\"1 N m s/rad\"",
                                 "likewise, about z of the chaser")),
    of(kHybrid, not_negative("virtual.measurement_delay", "s", kNone, "\"16 ms\"",
                             "how much later than it is a measured source is known; absent: 0")),
    of(kHybrid, positive("virtual.rate", "Hz", "\"250 Hz\"",
                         "updates of the computed force a second; absent: continuous")),
    of(kRigOnly, not_negative("rig.offset", "m", 0.0, "\"20 um\"",
                              "extension at which the actuator waits; takes of its stroke")),
    of(kRigOnly, with_default(75e3, positive("rig.rate", "Hz", "\"75 kHz\"",
                                             "samples of the rig's computer a second; 1/rate is also the "
                                             "default of numerics.step and of the noise's sample_time"))),
    of(kRigOnly, count("rig.repetition",
                       "number of a repetition, for an axis that repeats scenarios with other noise")),
    of(kRigOnly, positive("rig.stiffness", "N m-1", "\"20 N/um\"",
                          "of the actuator under load, of the controlled twin; absent: infinite")),
    of(kRigOnly, positive("rig.frame_stiffness", "N m-1", "\"200 N/um\"",
                          "of frame and force sensor, of the controlled twin; absent: infinite")),
    of(kRigOnly, with_default(300e-6, positive("rig.stroke", "m", "\"300 um\"",
                                               "greatest extension of the unloaded actuator"))),
    of(kRigOnly, with_default(8e3, positive("rig.blocking_force", "N", "\"8 kN\"",
                                            "force that the actuator bears when it is not extended"))),
    of(kRigOnly, positive("rig.velocity_limit", "m s-1", "\"0.2 m/s\"",
                          "fastest that the actuator can move; absent: not looked at")),
    of(kRigOnly, positive("rig.acceleration_limit", "m s-2", "\"200 m/s2\"",
                          "greatest acceleration that the actuator can follow; absent: not looked at")),
    of(kRigOnly, at_least_one("rig.safety_factor", 1.2, "1.2",
                              "how many times what is predicted the rig must bear, for hilspace qualify")),
    positive("numerics.step", "s", "\"1 us\"",
             "largest step of the time grid both models share; absent: chosen for each scenario, on the rig "
             "1/rig.rate"),
    Parameter{"numerics.tolerance", ValueKind::number, "1", 1e-15, true, 1e-3, 1e-9, "1e-9",
              "relative local error of the solver dopri5"},
    positive("numerics.time_limit", "s", "\"2 s\"",
             "simulated time after which a scenario is given up; absent: chosen for each scenario"),
    positive("numerics.penetration_limit", "m", "\"0.3 mm\"",
             "penetration beyond which a scenario is given up; absent: none"),
    count("numerics.repeat",
          "number of a repetition: the phases of quantizers and sample-and-holds are drawn for each "
          "scenario that has one; absent: 0"),
};

/// Rows for an instrument with six components; U stands for the unit of the signal. {} is replaced by whose it is. A row
/// in U occurs twice for the whole instrument: for the first three components, and with a prefix for the last three.
inline constexpr std::array kSpatialRows{
    not_negative("total_delay", "s", kNone, "\"1 ms\"",
                 "total delay D{}, a settling time: a second-order low-pass of natural frequency 4/D; it is "
                 "late by 0.35 D where its damping is 0.7; 0: none"),
    not_negative(
        "lag", "s", kNone, "\"0.35 ms\"",
        "instead of total_delay: how late the low-pass{} is behind a slow motion, L: natural frequency "
        "2 damping/L; 0: none"),
    positive("bandwidth", "Hz", "\"640 Hz\"",
             "instead of total_delay: natural frequency of the low-pass{} in hertz"),
    positive("natural_frequency", "rad s-1", "\"4000 rad/s\"",
             "instead of total_delay: natural frequency of the low-pass{} in radians per second"),
    number("damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass{}"),
    not_negative("transport_delay.delay", "s", kNone, "\"16 ms\"",
                 "how much later the signal is shown{}; its stage is named in chain; 0: none"),
    positive("sample_hold.rate", "Hz", "\"250 Hz\"",
             "samples a second{}, each held until the next; its stage is named in chain"),
    not_negative("noise.std", "U", kNone, "",
                 "standard deviation of the noise that is added{}; its stage is named in chain; 0: none"),
    not_negative(
        "noise.psd", "U2 Hz-1", kNone, "",
        "instead of std: two-sided power spectral density of the white train the noise{} is made of"),
    positive("noise.bandwidth", "Hz", "\"23 kHz\"",
             "natural frequency of the low-pass that colours the noise{}; absent: white"),
    number("noise.damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass that colours the noise{}"),
    positive("noise.sample_time", "s", "\"4 us\"",
             "time between values of the white train{}; absent: a tenth of 1/bandwidth"),
    any("bias.value", "U", kNone, "", "constant that is added{}; its stage is named in chain"),
    not_negative("dead_band.threshold", "U", kNone, "",
                 "magnitude up to which 0 is shown{}; its stage is named in chain; 0: none"),
    any("saturation.min", "U", kNone, "",
        "least value that is shown{}; its stage is named in chain; absent: no lower limit"),
    any("saturation.max", "U", kNone, "",
        "greatest value that is shown{}; its stage is named in chain; absent: no upper limit"),
    not_negative("resolution", "U", kNone, "\"1 um\"",
                 "smallest step of what is shown{}, a quantizer; 0 or absent: continuous"),
};

constexpr bool has_halves(const Parameter& row) { return row.unit.starts_with('U'); }

}  // namespace hilspace::study::rows
