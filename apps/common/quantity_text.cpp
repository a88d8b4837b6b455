#include "quantity_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace hilspace::app {
namespace {

struct Choice {
  double si;
  std::string_view name;
  /// The numbers may go down to this: 0.1 ms is as good as 100 us, but 1 um is better than 0.001 mm.
  double least = 1.0;
};

struct Family {
  std::string_view si_unit;
  std::vector<Choice> choices;  // largest first
};

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"s", {{1.0, "s", 0.1}, {1e-3, "ms", 0.1}, {1e-6, "us"}}},
      {"m", {{1.0, "m"}, {1e-3, "mm"}, {1e-6, "um"}}},
      {"kg", {{1.0, "kg", 0.1}, {1e-3, "g"}}},
      {"N", {{1e3, "kN"}, {1.0, "N", 0.1}, {1e-3, "mN"}}},
      {"J", {{1e3, "kJ"}, {1.0, "J", 0.1}, {1e-3, "mJ"}, {1e-6, "uJ"}}},
      {"V", {{1.0, "V", 0.1}, {1e-3, "mV"}}},
      {"Hz", {{1e6, "MHz"}, {1e3, "kHz"}, {1.0, "Hz"}}},
      {"Pa", {{1e9, "GPa"}, {1e6, "MPa"}, {1e3, "kPa"}, {1.0, "Pa"}}},
      {"rad", {{std::numbers::pi / 180.0, "deg", 0.1}, {1e-3, "mrad"}, {1e-6, "urad"}}},
      {"m s-1", {{1.0, "m/s", 0.1}, {1e-3, "mm/s"}, {1e-6, "um/s"}}},
      {"N m-1", {{1e6, "N/um"}, {1e3, "kN/m"}, {1.0, "N/m"}}},
      {"N m-1.5", {{1e9, "GN/m^1.5"}, {1e6, "MN/m^1.5"}, {1e3, "kN/m^1.5"}, {1.0, "N/m^1.5"}}},
      {"N s m-1", {{1e3, "kN s/m"}, {1.0, "N s/m"}}},
      {"N s", {{1.0, "N s", 0.1}, {1e-3, "mN s"}}},
      {"N m", {{1e3, "kN m"}, {1.0, "N m", 0.1}, {1e-3, "mN m"}}},
      {"percent", {{1.0, "%", 0.0}}},
      {"1", {{1.0, "", 0.0}}},
      {"", {{1.0, "", 0.0}}},
  };
  return all;
}

/// "m/s^2" of "m s-2"; texts in another form are left as they are.
std::string spelled(std::string_view si_unit) {
  std::vector<std::string> above, below;
  while (!si_unit.empty()) {
    const auto end = std::min(si_unit.find(' '), si_unit.size());
    const std::string_view part = si_unit.substr(0, end);
    si_unit.remove_prefix(std::min(end + 1, si_unit.size()));
    const auto digits = std::min(part.find_first_of("-0123456789"), part.size());
    std::string_view power = part.substr(digits);
    const bool is_below = power.starts_with('-');
    if (is_below) power.remove_prefix(1);
    std::string factor(part.substr(0, digits));
    if (!power.empty() && power != "1") factor += fmt::format("^{}", power);
    (is_below ? below : above).push_back(std::move(factor));
  }
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
  };
  if (below.empty()) return joined(above);
  const std::string under = below.size() == 1 ? below.front() : fmt::format("({})", joined(below));
  return fmt::format("{}/{}", above.empty() ? "1" : joined(above), under);
}

}  // namespace

PrintedUnit printed_unit(std::string_view si_unit, double largest) {
  for (const Family& family : families()) {
    if (family.si_unit != si_unit) continue;
    const bool is_plain = !std::isfinite(largest) || largest == 0.0;
    for (const Choice& its : family.choices)
      // Just below the border counts: it is rounding.
      if (is_plain ? its.si == 1.0 : std::abs(largest) >= 0.999 * its.least * its.si)
        return {study::Scale(its.si), std::string(its.name)};
    const Choice& last = is_plain ? family.choices.front() : family.choices.back();
    return {study::Scale(last.si), std::string(last.name)};
  }
  return {{}, spelled(si_unit)};
}

PrintedUnit unit_of_range(std::string_view si_unit, double low, double high) {
  constexpr double kFactors = 30.0;
  const double least = std::min(std::abs(low), std::abs(high)),
               most = std::max(std::abs(low), std::abs(high));
  const bool spans_factors = least > 0.0 && most > kFactors * least;
  return printed_unit(si_unit, spans_factors ? std::sqrt(least * most) : most);
}

std::string number_in(const PrintedUnit& unit, double si, int digits) {
  if (std::isnan(si)) return "undefined";
  if (std::isinf(si)) return si > 0.0 ? "unbounded" : "-unbounded";
  return fmt::format("{:.{}g}", unit.scale.from_si(si) + 0.0, digits);  // -0 is 0
}

std::string quantity_text(double si, std::string_view si_unit, int digits) {
  if (std::isnan(si)) return "undefined";
  const PrintedUnit unit = printed_unit(si_unit, si);
  const std::string number = number_in(unit, si, digits);
  return unit.name.empty() ? number : number + " " + unit.name;
}

}  // namespace hilspace::app
