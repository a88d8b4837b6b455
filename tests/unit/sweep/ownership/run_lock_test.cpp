#include "sweep/ownership/run_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <functional>
#include <thread>

#include "core/error.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

using namespace std::chrono_literals;

class RunLockTest : public testing::Test {
 protected:
  /// A process of another computer.
  static Writer foreign(const std::string& host = "far") {
    Writer writer = this_writer();
    writer.host = host;
    writer.kernel = "another kernel than " + writer.kernel;
    return writer;
  }
  void age(std::chrono::seconds by) const { fs::last_write_time(lock_, fs::last_write_time(lock_) - by); }
  std::string refused(const Writer& me = this_writer()) const {
    try {
      const RunLock lock(folder_, me);
    } catch (const RunError& error) {
      return error.what();
    }
    ADD_FAILURE() << "was not refused";
    return {};
  }
  /// Runs in a separate process.
  static pid_t process(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
      action();
      ::_exit(0);
    }
    return child;
  }
  void leave_stale_lock() const {
    std::ofstream(lock_) << "host = far\nkernel = k\nprocess = 7\nstarted = 7\nflock = 1\nsince = then\n"
                            "token = stale\n";
    age(RunLock::kStale + 1min);
  }

  const test::Directory directory_;
  const fs::path folder_ = directory_ / "r.h5.parts";
  const fs::path lock_ = folder_ / "lock";
};

TEST_F(RunLockTest, TornByAPowerCutWithTheClaimOnItIsAnErrorAndNotLookedAtForEver) {
  fs::create_directories(folder_);
  for (const auto& name : {lock_, folder_ / "lock.unknown"}) {
    std::ofstream(name).flush();
    fs::last_write_time(name, fs::last_write_time(name) - 2 * RunLock::kStale);
  }
  EXPECT_NE(refused().find("remove the files 'lock' and 'lock.*'"), std::string::npos);
}

TEST_F(RunLockTest, ExcludesAndLeavesNothing) {
  {
    const RunLock lock(folder_);
    const std::string message = refused();
    const Writer me = this_writer();
    EXPECT_TRUE(has(message, folder_.string() + ": another run is writing to this output: process " +
                                 std::to_string(me.process) + " on " + me.host + ", since 2"))
        << message;
    EXPECT_TRUE(has(message, "wait for it or end it, or give another -o")) << message;
    EXPECT_NO_THROW(lock.check());
    EXPECT_EQ(names_in(folder_), std::vector<std::string>{"lock"});
  }
  EXPECT_TRUE(names_in(folder_).empty());
  EXPECT_FALSE(RunLock::holder(folder_));
  EXPECT_NO_THROW(RunLock(folder_).check());
}

TEST_F(RunLockTest, OfAKilledProcessIsStaleAtOnce) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t child = process([&] {
    const RunLock lock(folder_);
    static_cast<void>(::write(ready[1], "x", 1) + 1);
    ::pause();
  });
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_TRUE(has(refused(), "process " + std::to_string(child)));
  EXPECT_TRUE(RunLock::holder(folder_).value().alive);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(RunLock::holder(folder_).value().alive);
  EXPECT_NO_THROW(RunLock(folder_).check());
  for (const int end : ready) ::close(end);
}

// Without flock: by number and start time of the process.
TEST_F(RunLockTest, OfAnEndedProcessIsStaleAlsoWhenItsNumberCameAgain) {
  fs::create_directory(folder_);
  const Writer me = this_writer();
  const auto leave = [&](std::uint64_t started) {
    std::ofstream(lock_) << "host = " << me.host << "\nkernel = " << me.kernel
                         << "\npid_namespace = " << me.pid_namespace << "\nprocess = " << me.process
                         << "\nstarted = " << started << "\nflock = 0\nsince = then\ntoken = abc\n";
  };
  leave(me.started);
  EXPECT_TRUE(has(refused(), "since then"));
  leave(me.started - 1);
  EXPECT_NO_THROW(RunLock(folder_).check());
}

TEST_F(RunLockTest, OfAnotherComputerHoldsWhileItIsTouched) {
  const RunLock lock(folder_, foreign());
  age(RunLock::kStale - 10s);
  const std::string message = refused();
  EXPECT_TRUE(has(message, " on far, since 2")) << message;
  EXPECT_TRUE(has(message, "after 300 s another run takes over")) << message;
  EXPECT_NO_THROW(lock.check());
}

TEST_F(RunLockTest, OfAnotherComputerIsTakenOverWhenItIsSilent) {
  const RunLock suspended(folder_, foreign());
  age(RunLock::kStale + 10s);
  EXPECT_FALSE(RunLock::holder(folder_).value().alive);
  {
    const RunLock lock(folder_);
    EXPECT_EQ(names_in(folder_), std::vector<std::string>{"lock"});
    EXPECT_NO_THROW(lock.check());
    // It wakes up, and must not continue.
    try {
      suspended.check();
      FAIL() << "a run that lost its lock may write";
    } catch (const RunError& error) {
      EXPECT_TRUE(has(error.what(), "was taken over by process")) << error.what();
    }
  }
  EXPECT_THROW(suspended.check(), RunError);
  const RunLock next(folder_);
  EXPECT_THROW(suspended.check(), RunError);
  EXPECT_NO_THROW(next.check());
}

TEST_F(RunLockTest, IsLeftToItsNewHolder) {
  auto suspended = std::make_unique<RunLock>(folder_, foreign());
  age(RunLock::kStale + 10s);
  const RunLock lock(folder_);
  suspended.reset();
  EXPECT_NO_THROW(lock.check());
}

// A taker that died on its way holds the lock, as far as others can tell.
TEST_F(RunLockTest, OfATakerThatDiedOnItsWayIsTakenOverToo) {
  fs::create_directory(folder_);
  leave_stale_lock();
  std::ofstream(folder_ / "lock.stale") << "host = far\nkernel = k\ntoken = half\n";
  EXPECT_TRUE(has(refused(), "another run"));
  fs::last_write_time(folder_ / "lock.stale", fs::last_write_time(lock_));
  const RunLock lock(folder_);
  EXPECT_EQ(names_in(folder_), std::vector<std::string>{"lock"});
}

TEST_F(RunLockTest, IsTouchedWhileItIsHeld) {
  const RunLock lock(folder_, this_writer(), 1ms);
  age(1h);
  const auto old = fs::last_write_time(lock_);
  while (fs::last_write_time(lock_) <= old + 30min) std::this_thread::yield();
}

TEST_F(RunLockTest, RacedForByTwoHasOneWinner) {
  fs::create_directory(folder_);
  for (int round = 0; round < 100; ++round) {
    leave_stale_lock();
    std::array<int, 2> start{}, verdicts{}, end{};
    for (auto* pipe : {&start, &verdicts, &end}) ASSERT_EQ(::pipe(pipe->data()), 0);
    std::array<pid_t, 2> racers{};
    for (pid_t& racer : racers)
      racer = process([&] {
        char byte = 0;
        ::close(start[1]);
        ::close(end[1]);
        if (::read(start[0], &byte, 1) != 0) return;  // closed: all takers start
        std::optional<RunLock> lock;
        try {
          lock.emplace(folder_);
          lock->check();
          byte = 'w';
        } catch (const RunError&) {
          byte = 'l';
        }
        if (::write(verdicts[1], &byte, 1) != 1 || ::read(end[0], &byte, 1) != 0) ::_exit(1);
      });
    ::close(start[1]);
    std::string said(2, '?');
    for (char& byte : said) ASSERT_EQ(::read(verdicts[0], &byte, 1), 1);
    std::ranges::sort(said);
    EXPECT_EQ(said, "lw") << "in round " << round;
    ::close(end[1]);
    for (const pid_t racer : racers) {
      int status = 1;
      ::waitpid(racer, &status, 0);
      EXPECT_EQ(status, 0);
    }
    for (const int one : {start[0], verdicts[0], verdicts[1], end[0]}) ::close(one);
    EXPECT_TRUE(names_in(folder_).empty()) << "something left in round " << round;
  }
}

// Suspended and taken over while computing: nothing more enters the store.
TEST_F(RunLockTest, ARunThatLostItsLockWritesNothing) {
  const auto study = study_of(kStudy);
  const fs::path output = directory_ / "r.h5";
  PartStore store(OutputFile(study, output), study, false);
  fs::remove(lock_);
  const RunLock other(folder_);
  const results::Block block(results::stored_columns(study), {0, 10});
  EXPECT_THROW(store.add(block), RunError);
  EXPECT_EQ(names_in(folder_), std::vector<std::string>{"lock"});
}

// Runs delete files in that folder.
TEST_F(RunLockTest, IsNotTakenBehindALink) {
  fs::create_directory(directory_ / "victim");
  fs::create_symlink("victim", directory_ / "linked.parts");
  EXPECT_THROW(RunLock(directory_ / "linked.parts"), RunError);
  EXPECT_TRUE(fs::is_empty(directory_ / "victim"));
}

}  // namespace
}  // namespace hilspace::sweep
