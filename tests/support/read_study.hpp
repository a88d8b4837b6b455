#pragma once
// A study from text, with all metrics known.

#include <string>
#include <vector>

#include "results/format/column.hpp"
#include "study/study.hpp"

namespace hilspace::test {

inline study::Study read_study(const std::string& text, const std::vector<study::Override>& overrides = {}) {
  return study::parse(text, "study.toml", overrides, results::known_metrics());
}

}  // namespace hilspace::test
