#include "study/notation/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace hilspace::study {
namespace {

struct Alias {
  std::string_view written;
  std::string_view meant;
};

/// Common synonyms of names used here.
constexpr std::array kAliases{Alias{"6dof", "sixdof"},
                              Alias{"1dof", "axial"},
                              Alias{"ode45", "dopri5"},
                              Alias{"rk45", "dopri5"},
                              Alias{"lhs", "latin_hypercube"},
                              Alias{"monte_carlo", "random"},
                              Alias{"gauss", "normal"},
                              Alias{"gaussian", "normal"},
                              Alias{"logarithmic", "log"},
                              Alias{"weight", "mass"},
                              Alias{"m", "mass"},
                              Alias{"speed", "velocity"},
                              Alias{"v", "velocity"},
                              Alias{"e", "restitution"},
                              Alias{"cor", "restitution"},
                              Alias{"coefficient_of_restitution", "restitution"},
                              Alias{"k", "stiffness"},
                              Alias{"latency", "transport_delay"},
                              Alias{"dead_time", "transport_delay"},
                              Alias{"time_delay", "transport_delay"},
                              Alias{"count", "samples"},
                              Alias{"start", "from"},
                              Alias{"stop", "to"},
                              Alias{"num", "count"},
                              Alias{"period", "rate"},
                              Alias{"sample_rate", "sample_hold"},
                              Alias{"cutoff", "bandwidth"},
                              Alias{"deviation", "std"},
                              Alias{"sigma", "std"},
                              Alias{"density", "psd"},
                              Alias{"quantization", "resolution"},
                              Alias{"quantum", "resolution"},
                              Alias{"limit", "max"},
                              Alias{"motor", "actuator"},
                              Alias{"sensor", "force_sensor"},
                              Alias{"nu", "poisson_ratio"},
                              Alias{"youngs", "youngs_modulus"},
                              Alias{"e", "youngs_modulus"},
                              Alias{"chi", "damping_number"},
                              Alias{"formula", "damping_number"},
                              Alias{"points", "samples"},
                              Alias{"n", "samples"},
                              Alias{"points", "count"},
                              Alias{"n", "count"},
                              Alias{"min", "from"},
                              Alias{"max", "to"},
                              Alias{"method", "type"},
                              Alias{"method", "solver"},
                              Alias{"rtol", "tolerance"},
                              Alias{"label", "name"},
                              Alias{"name", "title"},
                              Alias{"description", "title"},
                              Alias{"simulation", "numerics"},
                              Alias{"position", "at"},
                              Alias{"place", "at"},
                              Alias{"copies", "repeat"},
                              Alias{"direction", "axis"},
                              Alias{"dampers", "damping"},
                              Alias{"velocity", "speed"},
                              Alias{"angle", "half_angle"},
                              Alias{"thrust", "post_contact_thrust"},
                              Alias{"delay", "measurement_delay"},
                              Alias{"frequency", "rate"},
                              Alias{"frequency", "bandwidth"},
                              Alias{"time", "delay"},
                              Alias{"width", "threshold"},
                              Alias{"offset", "value"},
                              Alias{"num", "numerator"},
                              Alias{"den", "denominator"},
                              Alias{"in", "input"},
                              Alias{"out", "output"},
                              Alias{"mu", "friction"},
                              Alias{"static", "stiction"},
                              Alias{"dynamic", "sliding"},
                              Alias{"kinetic", "sliding"},
                              Alias{"roll", "rx"},
                              Alias{"pitch", "ry"},
                              Alias{"yaw", "rz"},
                              Alias{"mx", "tx"},
                              Alias{"my", "ty"},
                              Alias{"mz", "tz"},
                              Alias{"line", "segment"},
                              Alias{"pawl", "rotary"},
                              Alias{"pin", "plunger"},
                              Alias{"switch", "sensor"},
                              Alias{"vary", "along"},
                              Alias{"scale", "spacing"}};

/// In lower case, with one kind of separator.
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name)
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == '-' || c == ' ' ? '_' : c;
  return result;
}

/// Number of letters to insert, drop, replace or swap with their neighbour to get from one to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replace, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 80;  // no mistyped name is longer
  std::string_view best;
  if (name.size() > kLongest) return best;
  const std::string written = plain(name);
  for (const auto& [alias, meant] : kAliases)
    if (written == alias && std::ranges::find(known, meant) != known.end()) return meant;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const auto candidate : known) {
    const std::size_t distance = edit_distance(written, plain(candidate));
    // A name of one or two letters is near everything, so half of it must match.
    if (distance >= least || 2 * distance > candidate.size()) continue;
    least = distance;
    best = candidate;
  }
  if (!best.empty() || written.size() < 4) return best;
  const auto holds = [&](std::string_view candidate) { return plain(candidate).find(written) == 0; };
  if (std::ranges::count_if(known, holds) == 1) return *std::ranges::find_if(known, holds);
  return best;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> known) {
  if (const auto near = nearest(name, known); !near.empty()) return fmt::format("did you mean \"{}\"?", near);
  constexpr std::size_t kMost = 10;  // the start of a long list
  return fmt::format("known: \"{}\"{}", fmt::join(known.first(std::min(known.size(), kMost)), "\", \""),
                     known.size() > kMost ? ", ..." : "");
}

}  // namespace hilspace::study
