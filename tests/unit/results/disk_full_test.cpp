// Full disk, simulated by a limit on the size of files: writes fail in the same places and ways.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "support/times.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

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

/// At whichever write the disk becomes full: a clear error, no partial file, the old one untouched, and HDF5
/// still usable.
template <class Write>
void expect_all_or_nothing(const std::string& name, Write&& write) {
  const sample::Directory directory;
  const auto file = directory / name;
  write(file);
  const std::string whole = sample::bytes(file);
  std::filesystem::remove(file);
  const std::size_t places =
      test::kSanitized ? 13 : 50;  // half a minute; of each file all kinds of writes fail
  for (std::size_t limit = 0; limit < whole.size(); limit += 1 + whole.size() / places) {
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

}  // namespace
}  // namespace hilspace::results
