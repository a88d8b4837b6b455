#pragma once
// How a study is called in what is printed about it.

#include <string>

#include "messages.hpp"
#include "study/study.hpp"

namespace hilspace::app {

inline std::string printed_title(const study::Study& study) {
  return study.title.empty() ? "study without a title" : printable(study.title);
}

}  // namespace hilspace::app
