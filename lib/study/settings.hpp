#pragma once
// The settings of a study: the keys that are no parameters of a scenario and no axis can vary.

#include <span>
#include <string_view>

#include "study/reading.hpp"

namespace hilspace::study {

struct Setting {
  std::string_view path;
  std::string_view example;  // as it is written in a study
  std::string_view description;
  void (*read)(std::string_view path, const Value& value, Reading& reading);
  Models models = {};
};

std::span<const Setting> settings();

}  // namespace hilspace::study
