#include "mechanism/extent.hpp"

#include <variant>
#include <vector>

namespace hilspace::mechanism {
namespace {

void include(const Feature& feature, Extent& all) {
  const Pose& pose = feature.pose;
  const auto include_segment = [&](const auto& its, double radius) {
    for (const auto& end : {its.from, its.to}) all.include(pose.point(end).x(), radius);
  };
  if (const auto* segment = std::get_if<primitive::Segment>(&feature.primitive))
    return include_segment(*segment, segment->radius);
  if (const auto* border = std::get_if<primitive::Border>(&feature.primitive))
    return include_segment(*border, 0.0);
  const double along = pose.turn(0, 0), across = std::hypot(pose.turn(0, 1), pose.turn(0, 2));
  if (const auto* edge = std::get_if<primitive::Edge>(&feature.primitive))
    return all.include(pose.origin.x(), across * edge->radius);
  if (const auto* revolution = std::get_if<Revolution>(&feature.primitive)) {
    for (std::size_t i = 0; i < revolution->points(); ++i)
      all.include(pose.origin.x() + along * revolution->point(i)[0], across * revolution->point(i)[1]);
    return;
  }
  all.include(feature.ball.centre.x(), feature.ball.radius);
}

Extent extent_of(const std::vector<Feature>& side) {
  Extent all;
  for (const Feature& feature : side) include(feature, all);
  return all;
}

}  // namespace

Extent chaser_extent(const Assembly& assembly) { return extent_of(assembly.chaser()); }
Extent target_extent(const Assembly& assembly) { return extent_of(assembly.target()); }

bool is_past(const Assembly& assembly, double x) {
  return x + chaser_extent(assembly).low > target_extent(assembly).high;
}

}  // namespace hilspace::mechanism
