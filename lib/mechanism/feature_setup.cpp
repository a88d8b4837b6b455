#include "mechanism/feature_setup.hpp"

#include <cmath>

#include "core/error.hpp"
#include "mechanism/revolution.hpp"

namespace hilspace::mechanism {
namespace {

/// Whether its square is a number that it can be divided by.
bool has_direction(const Vec3& v) { return std::isnormal(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

void check_ends(const FeatureSetup& setup, std::vector<FeatureFault>& found) {
  if (setup.from == setup.to)
    found.push_back({"to", "is where from is; a segment goes from one point to another"});
}

void check_petal(const FeatureSetup& setup, std::vector<FeatureFault>& found) {
  if (!(setup.height * std::tan(setup.half_angle) < setup.radius))
    found.push_back({"height", "takes the petal beyond its own axis; make it lower, or half_angle smaller"});
  if (!(setup.half_width[0] > 0.0))
    found.push_back({"half_width", "is 0 at the base; a petal has a width there"});
  // Its borders would cross below its base.
  const double narrowing = (setup.half_width[1] - setup.half_width[0]) / setup.height;
  if (setup.half_width[0] > 0.0 && setup.half_width[0] < narrowing * setup.below)
    found.push_back(
        {"half_width",
         "is below 0 where the petal ends; make below shorter, or the petal less narrow at its base"});
}

}  // namespace

std::vector<FeatureFault> faults(const FeatureSetup& setup) {
  std::vector<FeatureFault> found;
  if (setup.axis && !has_direction(*setup.axis))
    found.push_back({"axis", "points nowhere; write for example axis = [0, 0, 1]"});
  if (setup.type == FeatureType::segment || setup.type == FeatureType::border) check_ends(setup, found);
  if (setup.type == FeatureType::border && !has_direction(setup.faces))
    found.push_back({"faces", "points nowhere; write for example faces = [0, 0, 1]"});
  if (setup.type == FeatureType::torus && !(setup.tube < setup.radius))
    found.push_back({"tube", "is not smaller than radius; the ring has no hole"});
  if (setup.type == FeatureType::petal) check_petal(setup, found);
  if (setup.type == FeatureType::revolution) {
    try {
      const Revolution made(setup.profile);
    } catch (const InputError& error) {
      for (const auto& text : error.findings()) found.push_back({"profile", text});
    }
  }
  return found;
}

}  // namespace hilspace::mechanism
