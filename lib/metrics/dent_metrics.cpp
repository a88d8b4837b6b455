#include <array>

#include "metrics/definition.hpp"

namespace hilspace::metrics {
namespace {

template <double Dent::*kMember>
Definition of_docking(std::string_view name, std::string_view units, std::string_view long_name) {
  const Value::Function value = [](const Facts& f) { return f.docking.dent.*kMember; };
  return {{name, units, long_name, true, false, true, false, true, true}, nullptr, {value, nullptr, value}};
}
template <double Dent::*kMember>
Definition of_hil(std::string_view name, std::string_view units, std::string_view long_name) {
  const Value::Function value = [](const Facts& f) { return f.hil.dent.*kMember; };
  return {{name, units, long_name, false, true, true, false, true, true}, nullptr, {value, nullptr, value}};
}

}  // namespace

std::span<const Definition> dent_definitions() {
  static const std::array list{
      of_docking<&Dent::depth>("contact.dent_docking", "m", "depth of the dent that is left, docking model"),
      of_hil<&Dent::depth>("contact.dent_hil", "m", "depth of the dent that is left, HIL model"),
      of_docking<&Dent::energy>("energy.dent_docking", "J", "energy kept in the dent, docking model"),
      of_hil<&Dent::energy>("energy.dent_hil", "J", "energy kept in the dent, HIL model"),
      of_docking<&Dent::instances>("contact.instances_docking", "1",
                                   "compressions of a viscoplastic contact, docking model"),
      of_hil<&Dent::instances>("contact.instances_hil", "1",
                               "compressions of a viscoplastic contact, HIL model"),
      of_docking<&Dent::recompressions>("contact.recompressions_docking", "1",
                                        "compressions without a separation before, docking model"),
      of_hil<&Dent::recompressions>("contact.recompressions_hil", "1",
                                    "compressions without a separation before, HIL model"),
  };
  return list;
}

}  // namespace hilspace::metrics
