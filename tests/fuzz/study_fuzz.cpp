// Whatever bytes stand in a study file: either every finding is told, or it is a study, which written back
// reads as the same study, and whose scenarios can be set up.
//
// An input is a study file. Its lines "#--set PATH=VALUE" are taken as overrides as well.

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "study/study.hpp"

namespace {

using namespace hilspace;
using namespace hilspace::study;

constexpr std::array kMetrics{KnownMetric{"force.e_imax"}, KnownMetric{"force.peak_hil"},
                              KnownMetric{"velocity.error", kOneAxis},
                              KnownMetric{"docking.success", kSixDofOnly}};

void require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

std::vector<Override> overrides_in(std::string_view text) {
  constexpr std::string_view kMark = "#--set ";
  std::vector<Override> overrides;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.starts_with(kMark)) continue;
    const auto setting = line.substr(kMark.size());
    if (const auto equals = setting.find('='); equals != std::string_view::npos)
      overrides.push_back({std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1))});
  }
  return overrides;
}

void check_findings(const InputError& error) {
  const std::string_view text = error.what();
  require(text.starts_with("study.toml") || text.starts_with("--set "), "findings say where", text);
  require(text.find(": ") != std::string_view::npos, "findings say what", text);
}

bool same(const ParameterValues& a, const ParameterValues& b) {  // NaN equals NaN
  for (std::size_t i = 0; i < a.values.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a.values[i]) != std::bit_cast<std::uint64_t>(b.values[i])) return false;
  return true;
}

void check_study(const Study& study) {
  const Study again = parse(study.resolved, "resolved.toml", {}, kMetrics);
  require(again.resolved == study.resolved, "the resolved text reads as itself", study.resolved);
  require(again.sha256 == study.sha256, "with the same digest", study.resolved);

  const std::uint64_t count = scenario_count(study);
  require(count > 0 && count == scenario_count(again), "with the same scenarios", study.resolved);
  for (const std::uint64_t index : {std::uint64_t{0}, count - 1}) {
    require(same(parameter_values(study, index), parameter_values(again, index)), "and parameters",
            study.resolved);
    const auto setup = axial_setup(study, index);
    require(setup.contact.stiffness > 0.0, "a contact is stiff", study.resolved);
    require(setup.actuator.count <= setup.actuator.kMostStages, "a chain has room", study.resolved);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto overrides = overrides_in(text);
  Study study;
  try {
    study = parse(text, "study.toml", overrides, kMetrics);
  } catch (const InputError& error) {
    check_findings(error);
    return 0;
  }
  check_study(study);
  return 0;
}
