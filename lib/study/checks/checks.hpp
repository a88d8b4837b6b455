#pragma once
// Checks of a study as a whole, part by part: first of what is written, regardless of values; then, with the
// defaults filled in, of the values that the scenarios have.

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "contact/law_setup.hpp"
#include "study/reading/reading.hpp"

namespace hilspace::study {

/// "contact" for "contact.law"
inline std::string_view table_of(std::string_view path) { return path.substr(0, path.find('.')); }

/// Checks across keys: missing keys, mutually exclusive keys, values that do not fit together in a scenario.
/// Fills in the defaults.
void check_whole(const Table& root, Reading& reading);

void check_contact(const Table& root, Reading& reading);
/// Call only if check_contact() found nothing.
void check_contact_values(Reading& reading);

/// Order in which a signal usually passes the stages of a chain: motion, delay, disturbances, limits, samples, digits.
inline constexpr std::array<std::string_view, 10> kUsualStageOrder{
    "low_pass", "transfer_function", "transport_delay", "calibration", "bias",
    "noise",    "dead_band",         "saturation",      "sample_hold", "quantizer"};

/// Also sets the stages that the shorthand implies.
void check_instrument(Instrument instrument, Reading& reading);
/// Call only for an instrument in which check_instrument() found nothing.
void check_instrument_values(Instrument instrument, Reading& reading);

void check_compensator(Reading& reading);
/// Call only if check_compensator() and the checks of both instruments found nothing.
void check_compensator_values(Reading& reading);

/// The real and the virtual part of a hybrid contact.
void check_hybrid(Reading& reading);
/// Call only if nothing was found in them, in contact, instruments and compensator.
void check_hybrid_values(Reading& reading);

/// Checks for six degrees of freedom alone: the spacecraft, the mechanism.
void check_sixdof(const Table& root, Reading& reading);
/// Whether it is composed of shapes, even if these could not be read.
bool has_shapes(Body body, const Reading& reading);
/// Call only if check_sixdof() found nothing.
void check_sixdof_values(Reading& reading);

/// That a ready-made mechanism comes of its dimensions, in every scenario; makes that of the first.
void check_ready_made(Reading& reading);

/// That what [scenario] asks for has the latches and features it takes.
void check_capture(Reading& reading);

/// Whether the first scenario does not begin where it has docked. Call only of studies that are right otherwise.
void check_docked_at(const Table& root, Reading& reading);
/// That no hook is driven faster than steps can follow, in every scenario. Call only if nothing else was found.
void check_hook_values(Reading& reading);

void check_spatial_instrument(SpatialInstrument instrument, Reading& reading);
/// Call only for an instrument in which check_spatial_instrument() found nothing.
void check_spatial_instrument_values(SpatialInstrument instrument, Reading& reading);

/// Defaults of the rig: an instrument that a study describes only in part or not at all is the identified
/// one. Call before the instruments are checked.
void identify_instruments(Reading& reading);
/// Checks that the study's twin of the rig uses the keys given for it.
void check_rig(Reading& reading);

/// Checks for two spacecraft of two masses each.
void check_four_masses(const Table& root, Reading& reading);
void check_four_mass_values(Reading& reading);

/// Checks that steps are short relative to the contact, in every axial scenario. Call only if nothing else
/// was found.
void check_numerics_values(Reading& reading);

/// Checks that each companion key in a table accompanies a key that is present.
void check_companions(std::string_view table, Reading& reading);

/// Sets the defaults of absent parameters that are used; a parameter on an axis has no value of its own.
void fill_defaults(Reading& reading);

/// The laws of the study's scenarios, as indices into contact::kLaws; unknown ones are left out.
std::vector<std::size_t> laws_of(const Study& study);
bool has_law_with(contact::Damping damping, const Study& study);

bool any_present(std::span<const Id> ids, const Reading& reading);
/// The first of these to be written. At least one must be written.
Id first_present(std::span<const Id> ids, const Reading& reading);
/// The last of these to be written. At least one must be written.
Id last_present(std::span<const Id> ids, const Reading& reading);
/// Whether all of them that are written could be read.
bool all_known(std::span<const Id> ids, const ParameterValues& values, const Reading& reading);

/// Location of the table in the file, if present.
Location place_of_table(std::string_view table, const Table& root);
/// Reports "contact.law: missing; write law = "flores" in [contact]" at its table, if there is one.
void report_missing(Id id, const Table& root, Reading& reading, std::string_view advice = "");
/// Reports "contact.stiffness: excludes contact.radius (at ...); use one of them" at the second of the two.
void report_exclusive(Id first, Id second, Reading& reading, std::string_view advice = "use one of them");

}  // namespace hilspace::study
