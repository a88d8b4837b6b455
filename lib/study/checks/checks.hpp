#pragma once
// The checks of a study as a whole, part by part: first what is written, without looking at values; then,
// with the defaults in place, the values that the scenarios have.

#include <span>
#include <string_view>
#include <vector>

#include "contact/law_setup.hpp"
#include "study/reading/reading.hpp"

namespace hilspace::study {

/// "contact" of "contact.law"
inline std::string_view table_of(std::string_view path) { return path.substr(0, path.find('.')); }

/// Checks across keys: missing keys, keys that exclude each other, values that do not fit together in a
/// scenario. Fills in the defaults.
void check_whole(const Table& root, Reading& reading);

void check_contact(const Table& root, Reading& reading);
/// Only for a contact that check_contact() found nothing in.
void check_contact_values(Reading& reading);

/// Also sets the stages that the shorthand asks for.
void check_instrument(Instrument instrument, Reading& reading);
/// Only for an instrument that check_instrument() found nothing in.
void check_instrument_values(Instrument instrument, Reading& reading);

/// Checks for six degrees of freedom alone: the spacecraft, the mechanism.
void check_sixdof(const Table& root, Reading& reading);
/// Whether it is put together from shapes; also where these could not be read.
bool has_shapes(Body body, const Reading& reading);
/// Only where check_sixdof() found nothing.
void check_sixdof_values(Reading& reading);

void check_spatial_instrument(SpatialInstrument instrument, Reading& reading);
/// Only for an instrument that check_spatial_instrument() found nothing in.
void check_spatial_instrument_values(SpatialInstrument instrument, Reading& reading);

/// Defaults of the rig: an instrument that a study does not describe, or only in part, is the identified one.
/// To be called before it is checked.
void identify_instruments(Reading& reading);
/// That the study's twin of the rig reads what is given for it.
void check_rig(Reading& reading);

/// That steps are short against the contact of every scenario on one axis. Only where nothing else was found.
void check_numerics_values(Reading& reading);

/// That none of a table's keys only says more about others that are not there.
void check_companions(std::string_view table, Reading& reading);

/// Sets the defaults of absent parameters that are used; a parameter on an axis has no value of its own.
void fill_defaults(Reading& reading);

/// The laws of the study's scenarios, as places in contact::kLaws; those that are known.
std::vector<std::size_t> laws_of(const Study& study);
bool has_law_with(contact::Damping damping, const Study& study);

bool any_present(std::span<const Id> ids, const Reading& reading);
/// The one of these that is written first. One of them has to be written.
Id first_present(std::span<const Id> ids, const Reading& reading);
/// The one of these that is written last. One of them has to be written.
Id last_present(std::span<const Id> ids, const Reading& reading);
/// Whether all of them that are written could be read.
bool all_known(std::span<const Id> ids, const ParameterValues& values, const Reading& reading);

/// Where the table stands in the file, if it does.
Location place_of_table(std::string_view table, const Table& root);
/// "contact.law: missing; write law = "flores" in [contact]", where its table is, if there is one.
void report_missing(Id id, const Table& root, Reading& reading, std::string_view advice = "");
/// "contact.stiffness: excludes contact.radius (at ...); use one of them", where the second one stands.
void report_exclusive(Id first, Id second, Reading& reading, std::string_view advice = "use one of them");

}  // namespace hilspace::study
