#pragma once
// Messages of failures.

#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"

namespace hilspace::results {

/// The message of the RunError that `action` throws; the test fails when there is none.
template <class Action>
std::string run_error(Action&& action) {
  try {
    action();
  } catch (const RunError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no RunError";
  return {};
}

inline bool has(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

}  // namespace hilspace::results
