#include "study/reading/parts/read_hooks.hpp"

#include "mechanism/hook_setup.hpp"
#include "study/reading/parts/part_reader.hpp"

namespace hilspace::study {
namespace {

using mechanism::kHookNumbers;

/// One [[mechanism.hook]].
class HookReader : PartReader {
 public:
  using PartReader::PartReader;

  std::optional<mechanism::HookSetup> read() {
    const auto before = reading_.findings.size();
    mechanism::HookSetup setup;
    std::vector<std::string> paths;
    for (const std::string_view key : {"name", "at", "repeat"}) paths.push_back(path_of(key));
    for (const auto& number : kHookNumbers) paths.push_back(path_of(number.name));
    const std::vector<std::string_view> known(paths.begin(), paths.end());
    for (const auto& entry : table_)
      if (const auto key = path_of(entry.key); std::ranges::find(known, key) == known.end())
        reading_.findings.add(entry.place, unknown_key(key, known));
    read_label(setup.name, "\"hook\"", "by which messages call it");
    if (find(table_, "at") == nullptr)
      missing("at", R"(["0 mm", "640 mm", "0 mm"])", "its place, from the chaser's port");
    read_point("at", setup.at);
    setup.repeat = read_repeat();
    for (const auto& number : kHookNumbers)
      if (const auto* entry = find(table_, number.name))
        setup.*number.value =
            read_quantity(number.name, entry->value, number.unit, number.may_be_zero, number.example)
                .value_or(1.0);
      else if (!number.has_default)
        missing(number.name, number.example, number.meaning);
    if (reading_.findings.size() > before) return std::nullopt;
    return setup;
  }
};

/// [mechanism.joint].
class JointReader : PartReader {
 public:
  using PartReader::PartReader;

  std::optional<mechanism::JointSetup> read() {
    const auto before = reading_.findings.size();
    constexpr std::array<std::string_view, 2> keys{"mechanism.joint.stiffness", "mechanism.joint.damping"};
    for (const auto& entry : table_)
      if (const auto key = path_of(entry.key); std::ranges::find(keys, key) == keys.end())
        reading_.findings.add(entry.place, unknown_key(key, keys));
    mechanism::JointSetup setup;
    read_six("stiffness", "N m-1", "N m rad-1", setup.stiffness,
             R"(["1e7 N/m", "1e7 N/m", "1e7 N/m", "1e6 N m/rad", "1e6 N m/rad", "1e6 N m/rad"])");
    read_six("damping", "N s m-1", "N m s rad-1", setup.damping,
             R"(["1e5 N s/m", "1e5 N s/m", "1e5 N s/m", "1e4 N m s/rad", "1e4 N m s/rad", "1e4 N m s/rad"])");
    if (reading_.findings.size() > before) return std::nullopt;
    return setup;
  }
};

}  // namespace

void read_hard_capture(const Table& table, Reading& reading) {
  auto& its = reading.study.features.hard;
  const auto before = reading.findings.size();
  for_each_part("mechanism.hook", find(table, "hook"), reading, [&](const Value& value, const Table& part) {
    auto hook = HookReader("mechanism.hook", value, part, reading).read();
    if (!hook) return;
    if (std::ranges::find(its.hooks, hook->name, &mechanism::HookSetup::name) != its.hooks.end())
      return reading.findings.add(value.place, fmt::format("mechanism.hook: there is one named {} already; "
                                                           "give each a name of its own",
                                                           toml_string(hook->name)));
    its.hooks.push_back(std::move(*hook));
    reading.hook_places.push_back(find(part, "speed")->place);
  });
  const auto* joint = find(table, "joint");
  if (joint == nullptr) return;
  const auto* part = joint->value.as<Table>();
  if (part == nullptr)
    return reading.complain("mechanism.joint", joint->value, "must be a table, [mechanism.joint]");
  its.joint = JointReader("mechanism.joint", joint->value, *part, reading).read();
  if (its.hooks.empty() && reading.findings.size() == before)
    reading.findings.add(joint->place,
                         "mechanism.joint: nothing makes it; write [[mechanism.hook]], or remove it");
}

}  // namespace hilspace::study
