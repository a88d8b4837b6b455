#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>

#include "study/notation/sha256.hpp"
#include "support/message.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

// HDF5 itself leaks a little when it gives up on damaged metadata; our own code is still checked.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace hilspace::results {
namespace {

bool same(const Block& a, const Block& b) {
  if (a.range() != b.range() || a.error.scenarios != b.error.scenarios) return false;
  for (std::uint64_t i = a.range().begin; i < a.range().end; ++i)
    if (!sample::same(a.row(i), b.row(i))) return false;
  const auto differ = [](double x, double y) { return x != y && !std::isnan(x + y); };
  for (std::size_t i = 0; i < a.error.values.size(); ++i)
    if (differ(a.error.values[i], b.error.values[i]) ||
        differ(a.error.percentile_95(i), b.error.percentile_95(i)))
      return false;
  return true;
}

TEST(Part, RoundTripKeepsEveryBit) {
  const sample::Directory directory;
  const auto study = sample::study();
  for (const Range range : {Range{0, 24}, Range{5, 6}, Range{23, 24}, Range{0, 20001}}) {
    const Block written = sample::block(range);
    write_part(directory / "a.part", study, written);
    EXPECT_TRUE(same(read_part(directory / "a.part"), written));
    const PartInfo info = inspect_part(directory / "a.part");
    EXPECT_EQ(info.range, range);
    EXPECT_EQ(info.identity, identity(study));
    EXPECT_EQ(info.scenarios, 24u);
  }
  EXPECT_EQ(directory.names(), std::vector<std::string>{"a.part"}) << "no temporary stays";
}

// Only the first part carries the study: parts are many, and a study may be long.
TEST(Part, OnlyTheOneWithTheFirstScenarioCarriesTheStudy) {
  const sample::Directory directory;
  auto study = sample::study();
  study.resolved = std::string(1 << 20, 'x');
  study.sha256 = study::sha256(study.resolved);
  const auto parts = sample::write_parts(directory, study, {3, 11, 24});
  EXPECT_EQ(part_study(parts[0].file), study.resolved);
  for (const PartInfo& part : {parts[1], parts[2]}) {
    EXPECT_LT(std::filesystem::file_size(part.file), 1u << 17);
    EXPECT_EQ(part.identity, parts[0].identity);
    EXPECT_FALSE(part.has_study);
    EXPECT_TRUE(has(run_error([&] { part_study(part.file); }), "'study' is missing"));
  }
  EXPECT_TRUE(join_parts(study, std::span(parts).last(2), directory / "joined", sample::kGoOn));
  EXPECT_LT(std::filesystem::file_size(directory / "joined"), 1u << 17);
  EXPECT_TRUE(join_parts(study, std::span(parts).first(2), directory / "joined", sample::kGoOn));
  EXPECT_EQ(part_study(directory / "joined"), study.resolved);
}

TEST(Part, TheSameNumbersGiveTheSameBytes) {
  const sample::Directory directory;
  for (const char* name : {"a", "b"}) write_part(directory / name, sample::study(), sample::block({3, 9}));
  EXPECT_EQ(sample::bytes(directory / "a"), sample::bytes(directory / "b"));
}

TEST(Part, LongStudiesFit) {
  const sample::Directory directory;
  auto study = sample::study();
  study.resolved = std::string(1 << 20, 'x');
  study.sha256 = study::sha256(study.resolved);
  write_part(directory / "a.part", study, sample::block({0, 1}));
  EXPECT_EQ(part_study(directory / "a.part"), study.resolved);
}

TEST(Part, OnlyWhatIsSelectedIsStored) {
  const sample::Directory directory;
  auto study = sample::study();
  study.output.metrics = {"force.peak_hil"};
  write_part(directory / "a.part", study, sample::block({0, 24}, study));
  const Block read = read_part(directory / "a.part");
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    bool stored = false;
    for (std::uint64_t index = 0; index < 24; ++index)
      stored = stored || !std::isnan(read.row(index).values[i]);
    EXPECT_EQ(stored, catalogue[i].name == "force.peak_hil") << catalogue[i].name;
  }
}

TEST(Part, OfModelsThatAreNotReportedNothingIsStored) {
  const sample::Directory directory;
  auto study = sample::study();
  study.hil = false;
  write_part(directory / "a.part", study, sample::block({0, 24}, study));
  const Block read = read_part(directory / "a.part");
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    bool stored = false;
    for (std::uint64_t index = 0; index < 24; ++index)
      stored = stored || !std::isnan(read.row(index).values[i]);
    EXPECT_EQ(stored, catalogue[i].axial && !catalogue[i].of_hil && !catalogue[i].of_dent)
        << catalogue[i].name;
  }
  EXPECT_EQ(read.row(0).end_hil, metrics::not_run().end_hil);
  EXPECT_EQ(read.row(1).end_docking, sample::row(1).end_docking);
}

TEST(Part, HoldsAtLeastOneScenario) {
  const sample::Directory directory;
  EXPECT_THROW(write_part(directory / "a.part", sample::study(), sample::block({4, 4})),
               std::invalid_argument);
  EXPECT_TRUE(directory.names().empty());
}

TEST(Part, AxesNamedLikeSomethingElseAreRefusedAtOnce) {
  const sample::Directory directory;
  for (const std::string name : {"outcome", "force.peak_hil", "traces", "chaser.mass", "a/b", ""}) {
    auto study = sample::study();
    study.axes[1].name = name;
    EXPECT_THROW(write_part(directory / "a.part", study, sample::block({0, 4})), InputError) << name;
  }
  EXPECT_TRUE(directory.names().empty());
}

/// Damage is detected, or harmless.
void expect_found_or_harmless(const std::filesystem::path& file, const Block& written) {
  try {
    EXPECT_TRUE(same(read_part(file), written));
    EXPECT_EQ(inspect_part(file).identity, identity(sample::study()));
  } catch (const RunError& error) {
    EXPECT_TRUE(has(error.what(), file.string())) << error.what();
  }
}

TEST(Part, NoFlippedByteGoesUnnoticed) {
  const sample::Directory directory;
  const auto file = directory / "a.part";
  const Block written = sample::block({0, 24});
  write_part(file, sample::study(), written);
  const std::string good = sample::bytes(file);
  for (std::size_t i = 0; i < good.size(); i += 41) {
    SCOPED_TRACE(fmt::format("byte {} of {}", i, good.size()));
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    sample::set_bytes(file, bad);
    expect_found_or_harmless(file, written);
  }
}

TEST(Part, FlippedNumbersAreFound) {
  const sample::Directory directory;
  const auto file = directory / "a.part";
  write_part(file, sample::study(), sample::block({0, 24}));
  std::string bytes = sample::bytes(file);
  const double step = sample::row(3).step;
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&step), sizeof step));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  sample::set_bytes(file, bytes);
  const auto text = run_error([&] { read_part(file); });
  EXPECT_TRUE(has(text, file.string() + ": is damaged") && has(text, "delete it")) << text;
}

TEST(Part, NoTruncatedPartIsTaken) {
  const sample::Directory directory;
  const auto file = directory / "a.part";
  write_part(file, sample::study(), sample::block({0, 24}));
  const std::string good = sample::bytes(file);
  for (std::size_t size = 0; size < good.size(); size += 97) {
    sample::set_bytes(file, good.substr(0, size));
    const auto text = run_error([&] { inspect_part(file); });
    EXPECT_TRUE(has(text, file.string())) << text;
  }
}

// A file names the filters of its chunks, and HDF5 searches for their code wherever it is told to.
TEST(Part, NoFileChoosesWhatCodeRuns) {
  const sample::Directory directory;
  write_part(directory / "a.part", sample::study(), sample::block({0, 24}));
  inspect_part(directory / "a.part");
  unsigned loaded = ~0U;
  ASSERT_GE(H5PLget_loading_state(&loaded), 0);
  EXPECT_EQ(loaded, 0U);
}

TEST(Part, FilesOfALaterFormatAreRefused) {
  const sample::Directory directory;
  write_part(directory / "a.part", sample::study(), sample::block({0, 24}));
  const hid_t file = H5Fopen((directory / "a.part").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t format = H5Aopen(file, "format_version", H5P_DEFAULT);
  const std::int64_t later = 3;
  H5Awrite(format, H5T_NATIVE_INT64, &later);
  H5Aclose(format);
  H5Fclose(file);
  EXPECT_TRUE(has(run_error([&] { inspect_part(directory / "a.part"); }), "has file format 3"));
}

TEST(Part, ForeignFilesAreToldApart) {
  const sample::Directory directory;
  EXPECT_TRUE(has(run_error([&] { inspect_part(directory / "none"); }), "no such file"));
  EXPECT_TRUE(has(run_error([&] { inspect_part(directory.path()); }), "is not a file"));

  sample::set_bytes(directory / "text", "hello");
  EXPECT_TRUE(has(run_error([&] { inspect_part(directory / "text"); }), "is not an HDF5 file"));
  sample::set_bytes(directory / "bit", "\x89HDF\r\n\x1a\x0b, and so on");  // one bit of the signature differs
  EXPECT_TRUE(
      has(run_error([&] { inspect_part(directory / "bit"); }), "is damaged (its first bytes); delete it"));

  const auto other = directory / "other.h5";
  H5Fclose(H5Fcreate(other.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_TRUE(has(run_error([&] { inspect_part(other); }), "was not written by hilspace"));

  write_part(directory / "a.part", sample::study(), sample::block({0, 24}));
  const auto text = test::message_of([&] { inspect_result(directory / "a.part"); });
  EXPECT_TRUE(has(text, "is a part of a result") && has(text, "merge it")) << text;
}

}  // namespace
}  // namespace hilspace::results
