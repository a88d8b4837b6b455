#pragma once
// The message of an error.

#include <string>

#include "core/error.hpp"

namespace hilspace::test {

/// The message of the error that `action` throws; empty when it throws none.
template <class Error = InputError, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace hilspace::test
