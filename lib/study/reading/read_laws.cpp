#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/notation/expression.hpp"
#include "study/notation/keys.hpp"
#include "study/reading/read_curve.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr std::string_view kNumber = "damping_number";

constexpr std::string_view kCurve = "force_curve";

std::string read_number(const std::string& path, const Entry& law, Reading& reading) {
  const auto known = join(path, kNumber);
  const auto* entry = find(*law.value.as<Table>(), kNumber);
  if (entry == nullptr) {
    reading.findings.add(law.place,
                         fmt::format("{}: missing; write damping_number = \"1.5*(1-c)/c\"", known));
    return {};
  }
  const auto* text = read_text(known, entry->value, reading);
  if (text == nullptr) return {};
  std::string complaint;  // any c will do: whether the value is good, the restitutions of the study decide
  if (evaluate(*text, "c", 0.5, complaint)) return *text;
  reading.complain(
      known, entry->value,
      fmt::format("{}; it is a formula in c, the restitution, for example \"1.5*(1-c)/c\"", complaint));
  return {};
}

StudyLaw read_law(const std::string& path, const Entry& law, Reading& reading) {
  StudyLaw its{law.key, {}, {}, {}, false};
  const auto* table = law.value.as<Table>();
  if (table == nullptr) {
    reading.complain(path, law.value, fmt::format("must be a table, [{}]", path));
    return its;
  }
  const std::array known{join(path, kNumber), join(path, kCurve)};
  const std::array<std::string_view, 2> keys{known[0], known[1]};
  for (const auto& [key, place, value] : *table)
    if (const auto full = join(path, key); std::ranges::find(keys, full) == keys.end())
      reading.findings.add(place, unknown_key(full, keys));
  its.damping_number = read_number(path, law, reading);
  if (const auto* curve = find(*table, kCurve)) {
    its.measured = true;
    its.points = read_curve(known[1], curve->value, reading);
    if (!its.points.empty()) its.pieces = contact::monotone_pieces(its.points);
  }
  return its;
}

Location number_place(const Entry& law) {
  const auto* table = law.value.as<Table>();
  const auto* number = table == nullptr ? nullptr : find(*table, kNumber);
  return number == nullptr ? law.place : number->place;
}

}  // namespace

void read_laws(const Table& root, Reading& reading) {
  const auto* section = find(root, "laws");
  if (section == nullptr) return;
  const auto* table = section->value.as<Table>();
  if (table == nullptr) {
    reading.complain("laws", section->value, "must be a table of laws, [laws.NAME]");
    return;
  }
  for (const auto& entry : *table) {
    const auto path = join("laws", entry.key);
    if (std::ranges::find(contact::kLaws, entry.key, &contact::NamedLaw::name) != contact::kLaws.end()) {
      reading.findings.add(entry.place, path + ": is a built-in law; give yours another name");
      continue;
    }
    if (!is_bare_name(entry.key))
      reading.findings.add(entry.place, path + ": a name has letters, digits, _ and - only");
    // Kept even if wrong, so that its name is known where it is used.
    reading.study.laws.push_back(read_law(path, entry, reading));
    reading.law_places.push_back(number_place(entry));
  }
}

}  // namespace hilspace::study
