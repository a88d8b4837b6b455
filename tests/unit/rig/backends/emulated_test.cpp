// The memory of an emulated rig belongs to one process as long as that is running.

#include "rig/backends/emulated.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/message.hpp"

namespace hilspace::rig {
namespace {

TEST(EmulatedMemory, ASecondRigOfThatNameIsRefusedAndTheFirstGoesOn) {
  const std::string name = "/hilspace-test-" + std::to_string(::getpid());
  {
    const EmulatedMapping first = EmulatedMapping::create(name);
    first->ready = EmulatedMemory::kReady;
    const std::string refused = test::message_of<RunError>([&] { EmulatedMapping::create(name); });
    EXPECT_NE(refused.find("another one of that name is running"), std::string::npos) << refused;
    EXPECT_NE(refused.find("--memory"), std::string::npos) << refused;
    first->command = 3.0;
    EXPECT_EQ(EmulatedMapping::open(name, 0.0)->command, 3.0);  // still there, and the first one's
  }
  EXPECT_THROW(EmulatedMapping::open(name, 0.0), RunError);
  EmulatedMapping::create(name);  // its name is free again
}

TEST(EmulatedMemory, WhatOneThatWasKilledHasLeftIsReplaced) {
  const std::string name = "/hilspace-test-" + std::to_string(::getpid());
  const int file = ::shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::ftruncate(file, 2 * sizeof(EmulatedMemory)), 0);
  ASSERT_EQ(::pwrite(file, "left", 4, 0), 4);
  ::close(file);
  const EmulatedMapping mapping = EmulatedMapping::create(name);
  EXPECT_EQ(mapping->ready, 0U);
  EXPECT_EQ(mapping->command, 0.0);
}

}  // namespace
}  // namespace hilspace::rig
