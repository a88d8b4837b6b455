// hilspace-rig built without libcomedi.

#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"
#include "rig/backends/comedi.hpp"

namespace hilspace::rig {
namespace {

TEST(ComediMissing, SaysHowToGetIt) {
  try {
    const Comedi daq(ComediSetup{});
    FAIL() << "there is none";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("install libcomedi-dev"), std::string::npos) << error.what();
  }
  EXPECT_THROW(ComediSafe{ComediSetup{}}, RunError);
}

}  // namespace
}  // namespace hilspace::rig
