// hilspace list: what can be written in a study and read in a result.

#include <fmt/format.h>

#include <array>

#include "common.hpp"
#include "contact/law.hpp"
#include "contact/material.hpp"
#include "core/error.hpp"
#include "core/outcome.hpp"
#include "metrics/catalogue.hpp"
#include "study/settings.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

void laws() {
  for (const auto& law : contact::kLaws)
    fmt::print("{:<12} F = k d^1.5 (1 + chi v/v0), chi = {:<16} {}\n", law.name, law.formula, law.source);
}

void materials() {
  for (const auto& [name, material, source] : contact::materials())
    fmt::print("{:<16} E = {:>6.4g} GPa   nu = {:<5.2f} {}\n", name, material.youngs_modulus / 1e9,
               material.poisson_ratio, source);
}

void parameters() {
  for (const auto& parameter : study::parameters())
    fmt::print("{:<32} {:<8} {:<14} {}\n", parameter.path, parameter.unit == "1" ? "" : parameter.unit,
               parameter.example, parameter.description);
  fmt::print("\nand what no axis can vary:\n");
  for (const auto& setting : study::settings())
    fmt::print("{:<32} {:<23} {}\n", setting.path, setting.example, setting.description);
}

void metric_list() {
  for (const auto& metric : metrics::catalogue())
    fmt::print("{:<30} {:<8} {}\n", metric.name, metric.units, metric.long_name);
}

void instruments() {
  fmt::print(
      "{:<12} second-order low-pass 1/(1 + 2 zeta s/w + s^2/w^2): total_delay (w = 4/D), bandwidth "
      "(w/2pi) or natural_frequency; damping\n",
      "low_pass");
  fmt::print("{:<12} rounds to a multiple of resolution, the rate passes through: resolution\n", "quantizer");
}

void outcomes() {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    fmt::print("{} {:<18} {}\n", i, kOutcomes[i].name, kOutcomes[i].meaning);
}

struct Topic {
  std::string_view name;
  void (*print)();
};
constexpr std::array kTopics{
    Topic{"laws", laws},           Topic{"materials", materials},     Topic{"parameters", parameters},
    Topic{"metrics", metric_list}, Topic{"instruments", instruments}, Topic{"outcomes", outcomes},
};

}  // namespace

int list(std::span<const std::string> arguments) {
  CommandLine line("list laws|materials|parameters|metrics|instruments|outcomes", "topic");
  if (!line.parse(arguments)) return kDone;
  for (const auto& topic : kTopics) {
    if (topic.name != line.argument()) continue;
    topic.print();
    return kDone;
  }
  throw InputError(
      fmt::format("there is no list of '{}': laws, materials, parameters, metrics, instruments and "
                  "outcomes are listed",
                  line.argument()));
}

}  // namespace hilspace::app
