#include "study/error_samples.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace hilspace::study {
namespace {

__extension__ using Wide = unsigned __int128;

/// The mixing function of SplitMix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators,
/// OOPSLA 2014.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The purposes of random numbers. Numbers of different purposes are independent.
enum class Purpose : std::uint64_t { corner, level, stretch };

/// A number below `bound`, drawn for a purpose.
std::uint64_t drawn(const Study& study, Purpose purpose, std::initializer_list<std::uint64_t> what,
                    std::uint64_t bound) {
  std::uint64_t hash = mixed(study.seed ^ mixed(static_cast<std::uint64_t>(purpose)));
  for (const std::uint64_t number : what) hash = mixed(hash ^ number);
  return static_cast<std::uint64_t>(static_cast<Wide>(hash) * bound >> 64);
}

/// Distribution of a grid's samples. The corners take at most a quarter, the levels at most half of them.
struct Shares {
  std::uint64_t corners;         // of the grid, up to a bound
  std::uint64_t corners_taken;   // at most
  std::uint64_t levels_an_axis;  // at most
  std::uint64_t stretches;
};

Shares shares_of(const Study& study, std::uint64_t samples) {
  constexpr std::uint64_t kBound = std::uint64_t{1} << 40;
  Shares shares{1, 0, 0, 0};
  for (const Axis& axis : study.axes)
    if (axis.size() > 1) shares.corners = std::min(2 * shares.corners, kBound);
  shares.corners_taken = std::min(shares.corners, samples / 4);
  shares.levels_an_axis = std::max<std::uint64_t>(samples / (2 * study.axes.size()), 2);
  std::uint64_t levels = 0;
  for (const Axis& axis : study.axes) levels += std::min<std::uint64_t>(axis.size(), shares.levels_an_axis);
  const std::uint64_t others = shares.corners_taken + levels;
  shares.stretches = samples - std::min(others, samples - samples / 4);
  return shares;
}

/// Whether the drawn index of the stretch that contains this index is this index.
bool is_drawn_of_its_stretch(const Study& study, std::uint64_t index, std::uint64_t stretches,
                             std::uint64_t count) {
  // The k-th of `stretches` equal parts begins at k * count / stretches, rounded up; the products reach 2^80.
  const auto number = static_cast<std::uint64_t>(static_cast<Wide>(index) * stretches / count);
  const auto begin = [&](std::uint64_t k) {
    return static_cast<std::uint64_t>((static_cast<Wide>(k) * count + stretches - 1) / stretches);
  };
  const std::uint64_t first = begin(number);
  return index == first + drawn(study, Purpose::stretch, {number}, begin(number + 1) - first);
}

bool is_corner_sample(const Study& study, std::uint64_t index, std::uint64_t count, const Shares& shares) {
  if (index == 0 || index == count - 1) return true;
  std::uint64_t rest = index;
  for (std::size_t k = study.axes.size(); k-- > 0;) {
    const std::uint64_t size = study.axes[k].size(), position = rest % size;
    if (position != 0 && position != size - 1) return false;
    rest /= size;
  }
  return drawn(study, Purpose::corner, {index}, shares.corners) < shares.corners_taken;
}

/// Whether a level is one of at most `most` evenly spread over an axis, both ends included.
bool is_looked_at(std::uint64_t level, std::uint64_t size, std::uint64_t most) {
  if (size <= most) return true;
  const std::uint64_t number = (level * (most - 1) + size - 2) / (size - 1);
  return number * (size - 1) / (most - 1) == level;
}

bool is_level_sample(const Study& study, std::uint64_t index, const Shares& shares) {
  std::uint64_t above = index;
  for (std::size_t k = study.axes.size(); k-- > 0;) {
    const std::uint64_t size = study.axes[k].size(), level = above % size;
    above /= size;
    if (!is_looked_at(level, size, shares.levels_an_axis)) continue;
    // One scenario is drawn for this level of this axis; is it this one?
    std::uint64_t rest = index;
    bool is_it = true;
    for (std::size_t other = study.axes.size(); is_it && other-- > 0;) {
      const std::uint64_t others = study.axes[other].size();
      if (other != k) is_it = rest % others == drawn(study, Purpose::level, {k, level, other}, others);
      rest /= others;
    }
    if (is_it) return true;
  }
  return false;
}

/// In a design one scenario is drawn from each group of this size.
std::uint64_t stretch_of_a_design(const Study& study) {
  return static_cast<std::uint64_t>(std::round(std::min(1.0 / study.error_share, 1e15)));
}

}  // namespace

std::uint64_t least_error_samples(const Study& study) {
  if (!models::is_on_one_axis(study.model) || study.solver == models::Solver::reference) return 256;
  const bool in_lanes = study.solver == models::Solver::rk4 || models::collocates(study.solver);
  return in_lanes && study.twin == Twin::identified && study.model != models::ModelKind::four_mass ? 4096
                                                                                                   : 1024;
}

std::uint64_t expected_error_samples(const Study& study) {
  if (study.error_share <= 0.0) return 0;
  const std::uint64_t count = scenario_count(study), least = least_error_samples(study);
  if (count <= least) return count;
  if (study.design) return least + (count - least) / stretch_of_a_design(study);
  const auto share = static_cast<std::uint64_t>(std::ceil(study.error_share * static_cast<double>(count)));
  return std::min(std::max(share, least), count);
}

double suspect_share(const Study& study, std::uint64_t index) {
  constexpr double kSuspects = 0.5;  // of the samples
  if (study.error_share <= 0.0) return 0.0;
  const std::uint64_t count = scenario_count(study), least = least_error_samples(study);
  if (count <= least) return 0.0;
  const auto share_of = [&](std::uint64_t number) {
    return kSuspects * std::max(study.error_share, static_cast<double>(least) / static_cast<double>(number));
  };
  if (study.design) return index < least ? 0.0 : std::min(share_of(index + 1), 1.0);
  return expected_error_samples(study) == count ? 0.0 : share_of(count);
}

bool is_error_sample(const Study& study, std::uint64_t index) {
  if (study.error_share <= 0.0) return false;
  if (study.design) {
    const std::uint64_t stretch = stretch_of_a_design(study), number = index / stretch;
    return index < least_error_samples(study) ||
           index == number * stretch + drawn(study, Purpose::stretch, {number}, stretch);
  }
  const std::uint64_t count = scenario_count(study), samples = expected_error_samples(study);
  if (samples >= count) return true;
  const Shares shares = shares_of(study, samples);
  return is_drawn_of_its_stretch(study, index, shares.stretches, count) ||
         is_corner_sample(study, index, count, shares) || is_level_sample(study, index, shares);
}

}  // namespace hilspace::study
