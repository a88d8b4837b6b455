#pragma once
// What captures, as the text of a study: a ring, whose edge holds a pawl. The pawl's table comes last, so that keys can
// follow.

#include <string>

namespace hilspace::test {

const std::string kRingAndPawl = R"(
[[mechanism.feature]]
name = "ring"
side = "target"
type = "edge"
radius = "600 mm"
[[mechanism.latch]]
name = "pawl"
type = "rotary"
catches = "ring"
hinge = ["110 mm", "485 mm"]
tip = ["50 mm", "612 mm"]
root = ["120 mm", "475 mm"]
heel = ["46 mm", "540 mm"]
bore_depth = "20 mm"
preload = "3 N m"
rate = "6 N m/rad"
travel = "0.5 rad"
stop = "5e3 N m/rad"
)";

}  // namespace hilspace::test
