#include "rig/control/identify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

/// Response of the plant, averaged over the three bins around a frequency, with hold and delay removed.
double magnitude_at(const ResponseEstimate& measured, const FitSetup& setup, double frequency) {
  const auto after = std::ranges::lower_bound(measured.frequency, frequency);
  const auto last = static_cast<std::ptrdiff_t>(measured.frequency.size()) - 2;
  const auto middle = std::clamp<std::ptrdiff_t>(after - measured.frequency.begin(), 1, last);
  double sum = 0.0;
  for (auto i = middle - 1; i <= middle + 1; ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum += std::abs(measured.response[at] / hold_and_delay(measured.frequency[at], setup));
  }
  return sum / 3.0;
}

DampingConstants from_magnitudes(const ResponseEstimate& measured, const FitSetup& setup,
                                 const FittedModel& model) {
  const auto extremes = [&](const std::vector<Resonance>& resonances) {
    std::vector<Extreme> found;
    for (const Resonance& at : resonances)
      found.push_back({at.frequency, magnitude_at(measured, setup, at.frequency)});
    return found;
  };
  try {
    DampingConstants found =
        damping_constants(std::abs(model.gain), extremes(model.poles), extremes(model.zeros));
    for (auto* of : {&found.poles, &found.zeros})
      for (double& d : *of) d = std::sqrt(d);
    return found;
  } catch (const std::runtime_error&) {  // optional cross-check
    return {};
  }
}

std::vector<Resonance> resonances(const std::vector<Complex>& roots) {
  std::vector<Resonance> found;
  for (const Complex root : roots)
    if (root.imag() > 0.0) found.push_back({natural_frequency(root), damping(root)});
  std::ranges::sort(found, {}, &Resonance::frequency);
  return found;
}

/// Pairs in order of distance, each used once.
std::vector<Shift> shifts(std::vector<Resonance> in_use, std::vector<Resonance> identified) {
  const auto place = [](const Resonance& r) {
    return std::polar(1.0, std::acos(std::clamp(r.damping, -1.0, 1.0))) * r.frequency;
  };
  std::vector<Shift> found;
  while (!in_use.empty() && !identified.empty()) {
    auto first = in_use.begin();
    auto second = identified.begin();
    double least = INFINITY;
    for (auto a = in_use.begin(); a != in_use.end(); ++a)
      for (auto b = identified.begin(); b != identified.end(); ++b)
        if (const double away = std::abs(place(*a) - place(*b)); away < least) {
          least = away;
          first = a;
          second = b;
        }
    found.push_back({*first, *second});
    in_use.erase(first);
    identified.erase(second);
  }
  std::ranges::sort(found, {}, [](const Shift& shift) { return shift.in_use.frequency; });
  return found;
}

std::string line(const char* kind, const Resonance& r, const std::vector<double>& second, std::size_t i) {
  std::string found = fmt::format("  {}  {:9.1f} +- {:5.1f} rad/s   damping {:8.5f} +- {:.5f}", kind,
                                  r.frequency, r.frequency_error, r.damping, r.damping_error);
  if (i < second.size()) found += fmt::format("   ({:.5f} from the magnitudes)", second[i]);
  if (!(r.frequency_error < 0.1 * r.frequency)) found += "   not determined by these data: use a lower order";
  return found + "\n";
}

double percent(double now, double before) { return 100.0 * (now / before - 1.0); }

}  // namespace

Identification identify(std::span<const double> command, std::span<const double> position,
                        const IdentifySetup& setup) {
  Identification found;
  found.setup = setup.fit;
  found.measured = estimate_response(command, position, setup.spectrum);
  for (std::size_t i = 0; i < found.measured.frequency.size(); ++i)
    found.measured.response[i] /= response(setup.sensor, found.measured.frequency[i]);
  found.fitted = fit_sections(found.measured, setup.fit);
  found.from_magnitudes = from_magnitudes(found.measured, setup.fit, found.fitted);
  return found;
}

ModelComparison compare(const Identification& identification, Sections in_use) {
  const FittedModel& fitted = identification.fitted;
  ModelComparison found{response(in_use, 0.0).real(), fitted.gain, {}, {}, 0.0, 0.0};
  found.poles = shifts(resonances(poles(in_use)), fitted.poles);
  found.zeros = shifts(resonances(zeros(in_use)), fitted.zeros);
  const auto sections = fitted.sections();
  for (const double w : logarithmic(identification.setup.from, identification.setup.to, 2000))
    if (const double off = std::abs(response(sections, w) / response(in_use, w) - 1.0);
        off > found.difference) {
      found.difference = off;
      found.difference_frequency = w;
    }
  return found;
}

std::string text(const Identification& identification) {
  const auto& [measured, setup, fitted, second] = identification;
  double worst = 1.0, at = 0.0;
  for (std::size_t i = 0; i < measured.frequency.size(); ++i)
    if (const double w = measured.frequency[i];
        w >= setup.from && w <= setup.to && measured.coherence[i] < worst) {
      worst = measured.coherence[i];
      at = w;
    }
  std::string found =
      fmt::format("frequency response: {:.0f} averages; least coherence {:.4f}, at {:.0f} rad/s\n",
                  measured.averages, worst, at);
  found +=
      fmt::format("fit from {:.0f} to {:.0f} rad/s, misfit {:.2f}{}\n", setup.from, setup.to, fitted.misfit,
                  fitted.misfit > 3.0 ? " - above 3: more poles, or another hold or delay?" : "");
  found += fmt::format("  gain  {:.6g} +- {:.2g}\n", fitted.gain, fitted.gain_error);
  for (std::size_t i = 0; i < fitted.poles.size(); ++i)
    found += line("pole", fitted.poles[i], second.poles, i);
  for (std::size_t i = 0; i < fitted.zeros.size(); ++i)
    found += line("zero", fitted.zeros[i], second.zeros, i);
  return found;
}

std::string text(const ModelComparison& comparison) {
  std::string found = fmt::format("against the model in use: gain {:+.2f} %\n",
                                  percent(comparison.gain, comparison.gain_in_use));
  for (const auto& [kind, all] : {std::pair{"pole", &comparison.poles}, std::pair{"zero", &comparison.zeros}})
    for (const auto& [in_use, identified] : *all)
      found += fmt::format("  {}  {:9.1f} rad/s {:+6.2f} %   damping {:8.5f} {:+6.1f} %\n", kind,
                           in_use.frequency, percent(identified.frequency, in_use.frequency), in_use.damping,
                           percent(identified.damping, in_use.damping));
  found += fmt::format("  response differs by at most {:.1f} %, at {:.0f} rad/s\n",
                       100.0 * comparison.difference, comparison.difference_frequency);
  return found;
}

}  // namespace hilspace::rig
