// A full disk, simulated by a limit on the size of files: writes fail in the same places and ways.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "messages.hpp"
#include "results/atomic_file.hpp"
#include "sample.hpp"

namespace hilspace::results {
namespace {

class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::size_t size) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{size, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

/// Whatever the write at which the disk is full: a clear error, no half file, the old one untouched, and
/// HDF5 fit for more.
template <class Write>
void expect_all_or_nothing(const std::string& name, Write&& write) {
  const sample::Directory directory;
  const auto file = directory / name;
  write(file);
  const std::string whole = sample::bytes(file);
  std::filesystem::remove(file);
  for (std::size_t limit = 0; limit < whole.size(); limit += 1 + whole.size() / 50) {
    for (const bool has_old : {false, true}) {
      if (has_old) sample::set_bytes(file, "old");
      {
        const FileSizeLimit full(limit);
        const auto text = run_error([&] { write(file); });
        EXPECT_TRUE(has(text, file.string()) && has(text, "too large") && has(text, "make room")) << text;
      }
      if (has_old)
        EXPECT_EQ(sample::bytes(file), "old");
      else
        EXPECT_FALSE(std::filesystem::exists(file));
      EXPECT_EQ(directory.names().size(), has_old ? 1u : 0u) << "no temporary stays";
      std::filesystem::remove(file);
    }
  }
  write(file);
  EXPECT_EQ(sample::bytes(file), whole);
}

TEST(DiskFull, PartsAreWholeOrAbsent) {
  expect_all_or_nothing("a.part", [](const auto& file) {
    write_part(file, sample::study(), sample::block({0, 3000}));
  });
}

TEST(DiskFull, ResultsAreWholeOrAbsent) {
  const sample::Directory parts_directory;
  auto study = sample::study();
  study.axes[0].values[0].resize(300, 0.5e-3);
  const auto parts = sample::write_parts(parts_directory, study, {100, 1500, 2400});
  study.output.traces = {0};
  expect_all_or_nothing("r.h5", [&](const auto& file) {
    merge(study, parts, sample::trace_of, sample::facts(), file, sample::kGoOn);
  });
}

TEST(DiskFull, JoinedPartsAreWholeOrAbsent) {
  const sample::Directory parts_directory;
  const auto parts = sample::write_parts(parts_directory, sample::study(), {5, 24});
  expect_all_or_nothing("shard.h5",
                        [&](const auto& file) { join_parts(sample::study(), parts, file, sample::kGoOn); });
}

TEST(DiskFull, TracesAreWholeOrAbsent) {
  expect_all_or_nothing("t.h5", [](const auto& file) {
    write_trace(file, sample::study(), 3, sample::trace(), sample::row(3));
  });
}

TEST(AtomicFile, WhereNothingCanBeWrittenThatIsSaid) {
  const sample::Directory directory;
  const auto file = directory / "none";
  const auto text = run_error([&] { write_part(file / "a.part", sample::study(), sample::block({0, 1})); });
  EXPECT_TRUE(has(text, "No such file or directory") && has(text, "choose a place")) << text;
}

TEST(AtomicFile, UncommittedFilesLeaveNothing) {
  const sample::Directory directory;
  { AtomicFile(directory / "a").write(0, "half", 4); }
  EXPECT_TRUE(directory.names().empty());
}

TEST(AtomicFile, PermissionsAreThoseOfAnyNewFile) {
  const sample::Directory directory;
  AtomicFile file(directory / "a");
  file.commit();
  sample::set_bytes(directory / "b", "");
  EXPECT_EQ(std::filesystem::status(directory / "a").permissions(),
            std::filesystem::status(directory / "b").permissions());
}

TEST(AtomicFile, LeftoversOfKilledProcessesAreRemovedAndNoOthers) {
  const sample::Directory directory;
  const pid_t killed = ::fork();
  if (killed == 0) {
    auto* abandoned = new AtomicFile(directory / "r.h5");
    abandoned->write(0, "half", 4);
    ::raise(SIGKILL);
  }
  ::waitpid(killed, nullptr, 0);
  sample::set_bytes(directory / "r.h5.important.tmp", "mine");
  const AtomicFile running(directory / "r.h5");
  ASSERT_EQ(directory.names().size(), 3u);
  remove_leftovers(directory / "r.h5");
  const auto names = directory.names();
  ASSERT_EQ(names.size(), 2u);
  EXPECT_TRUE(std::filesystem::exists(directory / "r.h5.important.tmp"));
}

TEST(AtomicFile, ThoseOfOtherHostsAreRemovedWhereNobodyWrites) {
  const sample::Directory directory;
  sample::set_bytes(directory / "r.h5.a.host.of.123.1.tmp", "half");
  for (const auto* mine :
       {"r.h5.important.tmp", "r.h5.2.tmp", "r.h5.copy.1x.2.tmp", "r.h5", "r2.h5.host.1.1.tmp"})
    sample::set_bytes(directory / mine, "mine");
  remove_leftovers(directory / "r.h5");
  EXPECT_EQ(directory.names().size(), 6u);
  remove_leftovers(directory / "r.h5", Writers::none);
  EXPECT_EQ(directory.names().size(), 5u);
  EXPECT_FALSE(std::filesystem::exists(directory / "r.h5.a.host.of.123.1.tmp"));
}

}  // namespace
}  // namespace hilspace::results
