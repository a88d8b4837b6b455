#include "study/setups/ready_made.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace hilspace::study {
namespace {

template <class Setup, std::size_t N>
Setup filled(const std::array<rows::DimensionRow<Setup>, N>& rows, std::span<const double> values) {
  Setup setup{};
  for (std::size_t i = 0; i < N; ++i) setup.*rows[i].value = values[i];
  return setup;
}

}  // namespace

std::span<const double> dimensions(mechanism::MechanismKind kind, const ParameterValues& values) {
  const auto [first, count] = dimensions_of(kind);
  return std::span(values.values).subspan(static_cast<std::size_t>(first), count);
}

std::vector<std::string> misfits(mechanism::MechanismKind kind, const ParameterValues& values) {
  std::vector<std::string> found;
  if (kind != mechanism::MechanismKind::androgynous) return found;
  const auto its = filled(rows::kAndrogynousRows, dimensions(kind, values));
  const auto add = [&](std::string_view key, double value, std::string_view relation, std::string_view why) {
    found.push_back(fmt::format("{} = {:.6g} m must be {} edge_radius = {:.6g} m: {}", key, value, relation,
                                its.edge_radius, why));
  };
  if (!(its.petal_radius < its.edge_radius))
    add("petal_radius", its.petal_radius, "below", "petals go into the bore of the other ring");
  if (!(its.pad_radius > its.edge_radius))
    add("pad_radius", its.pad_radius, "above", "pads rest on the ring around the bore");
  return found;
}

mechanism::Parts ready_made(mechanism::MechanismKind kind, const ParameterValues& values) {
  const auto its = dimensions(kind, values);
  switch (kind) {
    case mechanism::MechanismKind::androgynous:
      return mechanism::androgynous(filled(rows::kAndrogynousRows, its));
    case mechanism::MechanismKind::probe_cone:
      return mechanism::probe_cone(filled(rows::kProbeConeRows, its));
    case mechanism::MechanismKind::berthing:
      return mechanism::berthing(filled(rows::kBerthingRows, its));
    default:
      throw InputError("this mechanism has no dimensions of its own");
  }
}

}  // namespace hilspace::study
