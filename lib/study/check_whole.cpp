#include <fmt/format.h>

#include <array>

#include "study/checks.hpp"
#include "study/readers.hpp"

namespace hilspace::study {
namespace {

void check_required(const Table& root, Reading& reading) {
  for (const Id id : {Id::chaser_mass, Id::target_mass, Id::approach_velocity, Id::contact_law})
    if (!reading.present(id)) report_missing(id, root, reading);
}

void check_exclusive(Reading& reading) {
  for (const auto [first, second] : exclusive_parameters())
    if (reading.present(first) && reading.present(second)) report_exclusive(first, second, reading);
}

/// An axis wins over the value in its table; but who says --set would be surprised by that.
void check_settings_against_axes(Reading& reading) {
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const Id id = static_cast<Id>(i);
    const auto& given = reading.given[id];
    const auto& varied = reading.varied[id];
    if (given && varied && given->setting != nullptr)
      reading.findings.add(*given, fmt::format("{}: is varied by the axis at {}", parameter(id).path,
                                               reading.findings.text_of(*varied)));
  }
}

/// Whether a check finds nothing.
template <class Check>
bool passes(Reading& reading, Check check) {
  const auto before = reading.findings.size();
  check();
  return reading.findings.size() == before;
}

}  // namespace

void check_whole(const Table& root, Reading& reading) {
  constexpr std::array instruments{Instrument::actuator, Instrument::force_sensor};
  check_required(root, reading);
  const bool contact = passes(reading, [&] { check_contact(root, reading); });
  std::array<bool, instruments.size()> good{};
  for (std::size_t i = 0; i < instruments.size(); ++i)
    good[i] = passes(reading, [&] { check_instrument(instruments[i], reading); });
  check_exclusive(reading);
  check_settings_against_axes(reading);

  fill_defaults(reading);
  if (contact) check_contact_values(reading);
  for (std::size_t i = 0; i < instruments.size(); ++i)
    if (good[i]) check_instrument_values(instruments[i], reading);
}

}  // namespace hilspace::study
