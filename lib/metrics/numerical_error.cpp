#include "metrics/numerical_error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

namespace hilspace::metrics {
namespace {

/// Smallest relative error that is ever claimed.
constexpr double kResolution = 1e-6;

// A bound by its place: sign, exponent and four bits after the leading one, 16 classes per power of two.
constexpr int kRestBits = 48;
std::size_t place_of(double error) {
  constexpr std::uint64_t kRest = (std::uint64_t{1} << kRestBits) - 1;  // rounded up
  return (std::bit_cast<std::uint64_t>(error) + kRest) >> kRestBits;
}
double bound_at(std::size_t place) { return std::bit_cast<double>(std::uint64_t{place} << kRestBits); }

/// Error of one number from finer runs; NaN: undefined in all of them.
double error_of(double value, std::span<const Row> finer, std::size_t metric) {
  double largest = kUndefined;
  for (const Row& other : finer) {
    // Undefined in both: no information; undefined in only one: infinite error.
    if (std::isnan(value) && std::isnan(other.values[metric])) continue;
    const double difference =
        std::max(2.0 * std::abs(value - other.values[metric]), kResolution * std::abs(value));
    const double found = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    if (!(largest >= found)) largest = found;
  }
  return largest;
}

/// Percentages whose reference is a metric, too.
struct Quotient {
  std::size_t percentage, reference;
};
std::vector<Quotient> all_quotients() {
  const auto place = [](std::string_view name) {
    const auto found = std::ranges::find(catalogue(), name, &Metric::name);
    return static_cast<std::size_t>(found - catalogue().begin());
  };
  return {{place("velocity.error_pct"), place("velocity.after_docking")},
          {place("energy.kinetic_error_pct"), place("energy.kinetic_docking")},
          {place("energy.potential_error_pct"), place("energy.potential_docking")},
          {place("energy.mechanical_error_pct"), place("energy.mechanical_docking")},
          {place("energy.dissipated_error_pct"), place("energy.dissipated_docking")}};
}

/// A percentage of what may as well be 0, such as the energy that an elastic contact takes, may be anything.
Errors with_quotients(Errors errors, const Row& row) {
  static const std::vector<Quotient> quotients = all_quotients();
  for (const auto& [percentage, reference] : quotients)
    if (!std::isnan(errors[percentage]) && errors[reference] >= std::abs(row.values[reference]))
      errors[percentage] = std::numeric_limits<double>::infinity();
  return errors;
}

/// What two solves by collocation may have in common: the least error of a number, as a share of it and by itself.
struct Floor {
  double share, value;
};
std::vector<Floor> all_floors() {
  constexpr double kAlike = 2e-5;
  constexpr double kOfArea = 2e-4;  // %, of an area between two forces: the course of the docking model
  std::vector<Floor> floors;
  for (const Metric& its : catalogue())
    floors.push_back({its.name.ends_with("_docking") ? 0.0 : kAlike,
                      its.name.ends_with("force.e_hint_pct") ? kOfArea : 0.0});
  return floors;
}

}  // namespace

void ErrorSpread::add(double error, std::uint64_t scenarios) {
  const std::size_t place = place_of(error);
  if (place == 0) {
    none_ += scenarios;
  } else if (bound_at(place) == std::numeric_limits<double>::infinity()) {
    infinite_ += scenarios;
  } else {
    if (counts_.empty()) first_ = place;
    if (place < first_) {
      counts_.insert(counts_.begin(), first_ - place, 0);
      first_ = place;
    }
    if (place - first_ >= counts_.size()) counts_.resize(place - first_ + 1);
    counts_[place - first_] += scenarios;
  }
}

void ErrorSpread::include(const ErrorSpread& other) {
  for (const Class& its : other.classes()) add(its.at_most, its.scenarios);
}

std::vector<ErrorSpread::Class> ErrorSpread::classes() const {
  std::vector<Class> all;
  const auto append = [&](double at_most, std::uint64_t scenarios) {
    if (scenarios != 0) all.push_back({at_most, scenarios});
  };
  append(0.0, none_);
  for (std::size_t i = 0; i < counts_.size(); ++i) append(bound_at(first_ + i), counts_[i]);
  append(std::numeric_limits<double>::infinity(), infinite_);
  return all;
}

double ErrorSpread::quantile(double share) const {
  const std::vector<Class> all = classes();
  std::uint64_t scenarios = 0, so_far = 0;
  for (const Class& its : all) scenarios += its.scenarios;
  const double wanted = share * static_cast<double>(scenarios);
  for (const Class& its : all) {
    so_far += its.scenarios;
    if (static_cast<double>(so_far) >= wanted) return its.at_most;
  }
  return kUndefined;
}

NumericalError::NumericalError() { values.fill(kUndefined); }

Errors errors_of(const Row& row, std::span<const Row> finer) {
  Errors errors;
  for (std::size_t i = 0; i < kMetricCount; ++i) errors[i] = error_of(row.values[i], finer, i);
  return with_quotients(errors, row);
}

Errors errors_of(const Row& row, const Row& check) {
  static const std::vector<Floor> floors = all_floors();
  Errors errors;
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const double least = std::max(floors[i].share * std::abs(row.values[i]), floors[i].value);
    errors[i] = std::max(error_of(row.values[i], {&check, 1}, i), least);
  }
  return with_quotients(errors, row);
}

void NumericalError::include(const Row& row, std::span<const Row> finer) { include(errors_of(row, finer)); }

void NumericalError::include(const Errors& errors) {
  include_suspect(errors);
  for (std::size_t i = 0; i < kMetricCount; ++i)
    if (!std::isnan(errors[i])) spread[i].add(errors[i]);
}

void NumericalError::include_suspect(const Errors& errors) {
  ++scenarios;
  for (std::size_t i = 0; i < kMetricCount; ++i)
    if (!std::isnan(errors[i]) && !(values[i] >= errors[i])) values[i] = errors[i];
}

void NumericalError::include(const NumericalError& other) {
  scenarios += other.scenarios;
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    if (!(values[i] >= other.values[i]) && !std::isnan(other.values[i])) values[i] = other.values[i];
    spread[i].include(other.spread[i]);
  }
}

double NumericalError::percentile_95(std::size_t metric) const {
  return std::min(values[metric], spread[metric].quantile(0.95));
}

double size_of(const Row& row, std::size_t metric) {
  const auto catalogue = metrics::catalogue();
  double largest = std::abs(row.values[metric]);
  if (!catalogue[metric].name.starts_with("energy.")) return largest;
  for (std::size_t m = 0; m < catalogue.size(); ++m) {
    const bool alike =
        catalogue[m].name.starts_with("energy.") && catalogue[m].units == catalogue[metric].units;
    if (alike && std::isfinite(row.values[m])) largest = std::max(largest, std::abs(row.values[m]));
  }
  return largest;
}

}  // namespace hilspace::metrics
