#pragma once
// What a mechanism of features is made of, as plain numbers: the lists that a study writes, or that a
// ready-made unit expands into (androgynous.hpp, probe_cone.hpp, berthing.hpp).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanism/feature_setup.hpp"
#include "mechanism/latch_setup.hpp"
#include "mechanism/link_setup.hpp"

namespace hilspace::mechanism {

struct Parts {
  std::vector<FeatureSetup> features;
  std::vector<FeaturePairSetup> pairs;  // empty: all that are known
  std::vector<LatchSetup> latches;
  std::optional<LinkSetup> link;
  friend bool operator==(const Parts&, const Parts&) = default;
};

inline FeatureSetup feature(std::string name, Side side, bool on_link, FeatureType type) {
  FeatureSetup made;
  made.name = std::move(name);
  made.side = side;
  made.on_link = on_link;
  made.type = type;
  return made;
}

}  // namespace hilspace::mechanism
