// Mutations that leave a study a study more often than mutated bytes do: keys given, varied and removed,
// numbers replaced. Bytes are mutated as well.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "contact/law.hpp"
#include "study/schema/settings.hpp"
#include "study/schema/value_names.hpp"
#include "study/study.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace hilspace;
using namespace hilspace::study;

/// Where to start from when an input has become a ruin.
constexpr std::array<std::string_view, 2> kSoundStudies{
    "chaser.mass = \"30 kg\"\ntarget.mass = \"75 kg\"\napproach.velocity = \"0.1 m/s\"\n"
    "[contact]\nlaw = \"flores\"\nrestitution = 0.8\n"
    "chaser_material = \"polyimide\"\ntarget_material = \"aluminium\"\nradius = \"25 mm\"\n",
    "chaser.mass = \"30 kg\"\ntarget.mass = \"75 kg\"\napproach.velocity = \"0.1 m/s\"\n"
    "[contact]\nreference_force = \"1 kN\"\nreference_penetration = \"0.1 mm\"\ndamping = \"1 N s/m\"\n"
    "[[axis]]\n\"contact.law\" = [\"kelvin_voigt\", \"viscoplastic\"]\n"};

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutated(std::string text) {
    if (below(2) == 0) {
      text = one_of(kSoundStudies);
      for (std::size_t more = below(4); more > 0; --more) text = mutated_once(std::move(text));
    }
    return mutated_once(std::move(text));
  }

 private:
  std::string mutated_once(std::string text) {
    switch (below(6)) {
      case 0:
      case 1:
        return text + setting();
      case 2:
        return text + axis();
      case 3:
        return text + chain();
      case 4:
        return without_a_line(std::move(text));
      default:
        return with_other_number(std::move(text));
    }
  }

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  template <class Table>
  const typename Table::value_type& one_of(const Table& table) {
    return table[below(table.size())];
  }

  std::string number() {
    static constexpr std::array<std::string_view, 16> kNumbers{
        "0",   "-0.0", "1",     "-1",     "0.5",        "2",     "1e-3", "1e-9",
        "1e3", "1e9",  "1e300", "1e-320", "0.30000001", "1e-12", "7",    "1.5"};
    return std::string(one_of(kNumbers));
  }

  std::string value(const Parameter& parameter) {
    if (below(3) != 0) return std::string(parameter.example);
    switch (parameter.kind) {
      case ValueKind::number:
        return number();
      case ValueKind::quantity:
        return fmt::format("\"{} {}\"", number(), parameter.unit);
      case ValueKind::law:
      case ValueKind::position_compensator:
      case ValueKind::force_compensator:
      case ValueKind::virtual_source:
      case ValueKind::compliance_reading:
        return fmt::format("\"{}\"", one_of(names_of(parameter.kind, {})));
      default:
        return std::string(parameter.example);
    }
  }

  static std::string set(std::string_view path, std::string_view value) {
    return fmt::format("\n#--set {}={}\n", path, value);
  }

  std::string setting() {
    if (below(8) == 0) {
      const auto& setting = one_of(kSettings);
      return set(setting.path, setting.example);
    }
    const auto& parameter = one_of(parameters());
    return set(parameter.path, value(parameter));
  }

  /// Some stages of a chain, and most of what they need.
  std::string chain() {
    const auto instrument = one_of(kInstruments).name;
    std::vector<std::string> stages;
    std::string text;
    for (const auto& stage : instruments::kStages) {
      if (below(4) != 0) continue;
      stages.push_back(fmt::format("\"{}\"", stage.name));
      const auto table = fmt::format("{}.{}", instrument, stage.name);
      for (const auto& parameter : parameters())
        if (parameter.path.starts_with(table + '.') && below(4) != 0)
          text += set(parameter.path, value(parameter));
      for (const auto& setting : kSettings)
        if (setting.path == table) text += set(setting.path, setting.example);
    }
    std::ranges::shuffle(stages, random_);
    return text + set(fmt::format("{}.chain", instrument), fmt::format("[{}]", fmt::join(stages, ", ")));
  }

  std::string axis() {
    std::string text = "\n[[axis]]\n";
    const std::size_t length = 1 + below(3);
    for (std::size_t keys = 1 + below(2); keys > 0; --keys) {
      const auto& parameter = one_of(parameters());
      std::vector<std::string> values;
      for (std::size_t i = 0; i < length; ++i) values.push_back(value(parameter));
      text += fmt::format("\"{}\" = [{}]\n", parameter.path, fmt::join(values, ", "));
    }
    return text;
  }

  std::string without_a_line(std::string text) {
    if (text.empty()) return text;
    const std::size_t inside = below(text.size());
    const std::size_t before = text.rfind('\n', inside);
    const std::size_t begin = before == std::string::npos ? 0 : before;
    return text.erase(begin, text.find('\n', inside + 1) - begin);
  }

  std::string with_other_number(std::string text) {
    constexpr std::string_view digits = "0123456789";
    if (text.empty()) return text;
    const std::size_t begin = text.find_first_of(digits, below(text.size()));
    if (begin == std::string::npos) return text;
    const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789.e-", begin));
    return text.replace(begin, end - begin, number());
  }

  std::minstd_rand random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = Mutator(seed).mutated({data, data + size});
  const std::size_t length = std::min(text.size(), max_size);
  std::copy_n(text.begin(), length, data);
  return length;
}
