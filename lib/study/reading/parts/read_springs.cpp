#include "study/reading/parts/read_springs.hpp"

#include <cmath>

#include "study/reading/parts/part_reader.hpp"

namespace hilspace::study {
namespace {

class SpringReader : PartReader {
 public:
  using PartReader::PartReader;

  void read() {
    for (const auto& entry : table_)
      if (entry.key != "stiffness" && entry.key != "direction")
        return complain(entry.key, "unknown; a spring has a stiffness and a direction");
    hybrid::Spring spring{0.0, {}};
    const auto* stiffness = find(table_, "stiffness");
    if (stiffness == nullptr) return missing("stiffness", "\"800 N/m\"", "of the spring");
    if (find(table_, "direction") == nullptr)
      return missing("direction", "[0, 1, 0]", "x is along the probe's axis");
    const auto read = read_quantity("stiffness", stiffness->value, "N m-1", false, "\"800 N/m\"");
    read_direction("direction", spring.direction);
    if (!read) return;
    spring.stiffness = *read;
    const auto& l = spring.direction;
    if (!(std::hypot(l[0], l[1], l[2]) > 0.0)) return complain("direction", "must not be 0");
    reading_.study.springs.push_back(spring);
  }
};

}  // namespace

void read_springs(std::string_view path, const Value& value, Reading& reading) {
  const auto* springs = value.as<Array>();
  if (springs == nullptr || springs->empty())
    return reading.complain(
        path, value,
        "must be an array of springs, as in [{ stiffness = \"800 N/m\", direction = [0, 1, 0] }]");
  for (const Value& spring : *springs)
    if (const auto* table = spring.as<Table>())
      SpringReader(path, spring, *table, reading).read();
    else
      reading.complain(path, spring,
                       "must be a table, as in { stiffness = \"800 N/m\", direction = [0, 1, 0] }");
}

}  // namespace hilspace::study
