// Access to the device, and making it safe when the loop hangs or dies. Runs on the fake device and on the
// kernel's driver.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <iostream>
#include <string>

#include "comedi_wiring.hpp"
#include "core/error.hpp"

namespace hilspace::rig::test {
namespace {

// A one-byte message between two processes.
class Bell {
 public:
  Bell() { EXPECT_EQ(pipe(ends_), 0); }
  ~Bell() { close(ends_[0]), close(ends_[1]); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  void ring(char what) const { EXPECT_EQ(write(ends_[1], &what, 1), 1); }
  char heard() const {
    char what = 0;
    pollfd until{ends_[0], POLLIN, 0};
    if (poll(&until, 1, 20'000) != 1) return '\0';  // the other process has died
    return read(ends_[0], &what, 1) == 1 ? what : '\0';
  }

  int file() const { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
};

pid_t in_process(const std::function<void()>& act) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans become children of this process
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    act();
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
  }
  _exit(0);
}

void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

// Waits until all processes have ended, including orphans.
void wait_for_all() {
  while (wait(nullptr) > 0) {
  }
}

bool is_refused() {
  try {
    Comedi second(wired());
  } catch (const RunError& error) {
    return std::string(error.what()).find("in use by another program") != std::string::npos;
  }
  return false;
}

// A loop that writes 3 V and then hangs; the test defines what it does in between.
pid_t hanging_loop(const Bell& done, const std::function<void(std::unique_ptr<Comedi>&)>& before = {}) {
  return in_process([&] {
    alarm(20);  // in case the test dies
    auto daq = std::make_unique<Comedi>(wired());
    const bool written = daq->write({.command = 3.0, .heartbeat = true});
    if (before) before(daq);
    done.ring(written ? 'w' : 'f');
    while (true) pause();
  });
}

// Makes the device safe on request, with the inherited file, and reports the result.
void guard(const Bell& go, const Bell& answer, int file) {
  in_process([&] {
    ComediSafe safe(wired(), file);
    go.heard();
    answer.ring(safe.write() ? 'w' : 'f');
  });
}

TEST(ComediLock, OneUserAtATime) {
  {
    const Comedi first(wired());
    EXPECT_TRUE(is_refused());
  }
  EXPECT_FALSE(is_refused());
}

TEST(ComediLock, TheDestructorWritesTheSafeVoltage) {
  {
    Comedi daq(wired());
    ASSERT_TRUE(daq.write({.command = 3.0, .heartbeat = true}));
  }
  EXPECT_NEAR(volts_at_output(), kSafe, kCode);
}

TEST(ComediLock, TheConverterHoldsWhatADeadLoopWroteUntilItIsMadeSafe) {
  const Bell done;
  const pid_t loop = hanging_loop(done);
  ASSERT_EQ(done.heard(), 'w');
  EXPECT_FALSE(ComediSafe(wired()).write());  // the hanging loop still holds the device
  end(loop);
  EXPECT_NEAR(volts_at_output(), 3.0, kCode);
  EXPECT_TRUE(ComediSafe(wired()).write());
  EXPECT_NEAR(volts_at_output(), kSafe, kCode);
}

TEST(ComediLock, AGuardWithTheFileMakesSafeWhileTheLoopHangs) {
  const Bell done, go, answer;
  const pid_t loop =
      hanging_loop(done, [&](std::unique_ptr<Comedi>& daq) { guard(go, answer, daq->file()); });
  ASSERT_EQ(done.heard(), 'w');
  go.ring('!');
  EXPECT_EQ(answer.heard(), 'w');
  end(loop);
  wait_for_all();
  EXPECT_NEAR(volts_at_output(), kSafe, kCode);
}

TEST(ComediLock, AGuardWithTheFileMakesSafeWhenTheLoopIsDead) {
  const Bell done, go, answer;
  const pid_t loop =
      hanging_loop(done, [&](std::unique_ptr<Comedi>& daq) { guard(go, answer, daq->file()); });
  ASSERT_EQ(done.heard(), 'w');
  end(loop);
  EXPECT_TRUE(is_refused());  // the guard still holds the device
  go.ring('!');
  EXPECT_EQ(answer.heard(), 'w');
  wait_for_all();
  EXPECT_NEAR(volts_at_output(), kSafe, kCode);
}

TEST(ComediLock, TheFileIsInheritedAndNoOtherIsTakenForIt) {
  const Comedi daq(wired());
  EXPECT_EQ(fcntl(daq.file(), F_GETFD) & FD_CLOEXEC, 0);
  const Bell other;  // whose files are no device
  for (const int wrong : {-1, 0, 9999, other.file()})
    EXPECT_THROW(ComediSafe(wired(), wrong), RunError) << wrong;
}

TEST(ComediLock, AGuardThatIsStillThereKeepsNobodyOffAClosedDevice) {
  const Bell done, go;
  const pid_t loop = hanging_loop(done, [&](std::unique_ptr<Comedi>& daq) {
    in_process([&] { go.heard(); });
    daq.reset();
  });
  ASSERT_EQ(done.heard(), 'w');
  EXPECT_FALSE(is_refused());
  go.ring('!');
  end(loop);
  wait_for_all();
}

TEST(ComediLock, AForkedProcessEndsWithoutDisturbingTheLoop) {
  const Bell done, refused;
  const pid_t loop = hanging_loop(done, [&](std::unique_ptr<Comedi>& daq) {
    waitpid(in_process([&] { daq.reset(); }), nullptr, 0);
    refused.ring(is_refused() ? 'y' : 'n');
  });
  ASSERT_EQ(done.heard(), 'w');
  EXPECT_EQ(refused.heard(), 'y');
  end(loop);
  EXPECT_NEAR(volts_at_output(), 3.0, kCode);
}

}  // namespace
}  // namespace hilspace::rig::test
