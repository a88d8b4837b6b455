#include "rig/backends/comedi_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace hilspace::rig {
namespace {

using SubdeviceKind = ComediDevice::SubdeviceKind;

constexpr std::string_view kKinds[] = {"analogue input", "analogue output",   "digital input",
                                       "digital output", "digital in/output", "other"};
constexpr std::string_view kReferences[] = {"ground", "common", "differential", "other"};

std::string_view name(SubdeviceKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view name(Reference reference) { return kReferences[static_cast<std::size_t>(reference)]; }

template <typename List, typename Text>
std::string listed(const List& list, Text text) {
  std::string all;
  for (std::size_t i = 0; i < list.size(); ++i) all += (i == 0 ? "" : ", ") + text(i);
  return all.empty() ? "none" : all;
}

std::string subdevices(const ComediDevice& device) {
  return listed(device.subdevices, [&](std::size_t i) {
    const auto& is = device.subdevices[i];
    return fmt::format("{} {} ({} channels)", i, name(is.kind), is.channels.size());
  });
}

std::string ranges(const ComediDevice::Channel& channel) {
  return listed(channel.ranges, [&](std::size_t i) {
    const auto& is = channel.ranges[i];
    return is ? fmt::format("{} {:g}...{:g} V", i, is->min, is->max) : fmt::format("{} not in volts", i);
  });
}

std::string references(const ComediDevice::Subdevice& subdevice) {
  return listed(subdevice.references,
                [&](std::size_t i) { return std::string(name(subdevice.references[i])); });
}

class Check {
 public:
  explicit Check(const ComediDevice& device) : device_(device) {}

  void analog(std::string_view signal, const AnalogChannel& wanted, SubdeviceKind kind) {
    const auto* subdevice = find(signal, wanted.subdevice, wanted.channel, {kind});
    if (subdevice == nullptr) return;
    const auto& channel = subdevice->channels[wanted.channel];
    if (wanted.range >= channel.ranges.size() || !channel.ranges[wanted.range])
      add(signal, "channel {} has no voltage range {}; its ranges: {}", wanted.channel, wanted.range,
          ranges(channel));
    if (std::ranges::find(subdevice->references, wanted.reference) == subdevice->references.end())
      add(signal, "subdevice {} cannot measure against '{}'; its references: {}", wanted.subdevice,
          name(wanted.reference), references(*subdevice));
  }

  void digital(std::string_view signal, const std::optional<DigitalLine>& wanted, SubdeviceKind kind) {
    if (wanted) find(signal, wanted->subdevice, wanted->channel, {kind, SubdeviceKind::digital});
  }

  template <typename... Arguments>
  void add(std::string_view signal, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    findings_.push_back(fmt::format("{}: {}: {}", device_.name, signal,
                                    fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  std::vector<std::string> findings() { return std::move(findings_); }

 private:
  const ComediDevice::Subdevice* find(std::string_view signal, unsigned number, unsigned channel,
                                      std::initializer_list<SubdeviceKind> kinds) {
    if (number >= device_.subdevices.size()) {
      add(signal, "there is no subdevice {}; there are: {}", number, subdevices(device_));
      return nullptr;
    }
    const auto& subdevice = device_.subdevices[number];
    if (std::ranges::find(kinds, subdevice.kind) == kinds.end()) {
      add(signal, "subdevice {} is not of type {}; there are: {}", number, name(*kinds.begin()),
          subdevices(device_));
      return nullptr;
    }
    if (channel >= subdevice.channels.size()) {
      add(signal, "subdevice {} ({}) has no channel {}; it has 0 to {}", number, name(subdevice.kind),
          channel, static_cast<int>(subdevice.channels.size()) - 1);
      return nullptr;
    }
    return &subdevice;
  }

  const ComediDevice& device_;
  std::vector<std::string> findings_;
};

bool same(const DigitalLine& a, const DigitalLine& b) {
  return a.subdevice == b.subdevice && a.channel == b.channel;
}

}  // namespace

std::vector<std::string> findings(const ComediSetup& setup, const ComediDevice& device) {
  Check check(device);
  check.analog("position", setup.position, SubdeviceKind::analog_input);
  check.analog("force", setup.force, SubdeviceKind::analog_input);
  if (setup.laser) check.analog("laser", *setup.laser, SubdeviceKind::analog_input);
  check.analog("command", setup.command, SubdeviceKind::analog_output);
  check.digital("heartbeat", setup.heartbeat, SubdeviceKind::digital_output);
  check.digital("stop", setup.stop, SubdeviceKind::digital_input);
  check.digital("relay", setup.relay, SubdeviceKind::digital_input);
  if (setup.position.subdevice == setup.force.subdevice && setup.position.channel == setup.force.channel)
    check.add("force", "is wired to channel {}, like the position; each needs its own", setup.force.channel);
  for (const auto& [name, other] : {std::pair{"position", &setup.position}, {"force", &setup.force}})
    if (setup.laser && setup.laser->subdevice == other->subdevice && setup.laser->channel == other->channel)
      check.add("laser", "is wired to channel {}, like the {}; each needs its own", other->channel, name);
  const struct {
    std::string_view a, b;
    const std::optional<DigitalLine>&line, &other;
  } pairs[] = {{"heartbeat", "stop", setup.heartbeat, setup.stop},
               {"heartbeat", "relay", setup.heartbeat, setup.relay},
               {"stop", "relay", setup.stop, setup.relay}};
  for (const auto& [a, b, line, other] : pairs)
    if (line && other && same(*line, *other))
      check.add(b, "is wired to line {}, like {}; each needs its own", other->channel, a);
  auto found = check.findings();
  if (!found.empty()) return found;

  const VoltRange range = writable(setup, device);
  if (!(setup.allowed.min < setup.allowed.max && range.min < range.max))
    check.add("command",
              "the converter's range and the allowed {:g}...{:g} V do not overlap; choose another "
              "range",
              setup.allowed.min, setup.allowed.max);
  else if (!(setup.safe_voltage >= range.min && setup.safe_voltage <= range.max))
    check.add("command", "the safe voltage {:g} V is outside the permitted {:g}...{:g} V", setup.safe_voltage,
              range.min, range.max);
  return check.findings();
}

VoltRange writable(const ComediSetup& setup, const ComediDevice& device) {
  const auto& channel = device.subdevices[setup.command.subdevice].channels[setup.command.channel];
  const VoltRange converter = *channel.ranges[setup.command.range];
  return {std::max(converter.min, setup.allowed.min), std::min(converter.max, setup.allowed.max)};
}

}  // namespace hilspace::rig
