#pragma once
// Attempts: the files of a campaign on disk. None is ever overwritten or deleted.
//
//   OUTPUT with .csv         a row per run; with .statistics.csv: statistics of the repetitions
//   OUTPUT.journal           the log of actions, with the fault latch (records/journal.hpp)
//   OUTPUT.runs              folder of the first campaign: its text, recordings and writer's lock
//   OUTPUT.runs.2, .3, ...   of campaigns that were started afresh
//     campaign.toml          resolved text, which identifies the campaign
//     0040-0.h5              recording of scenario 40, repetition 0; 0040-0.2.h5 the second attempt, ...

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace hilspace::rig {

/// Folder of the recordings of that output: the latest one, or the first one to be created.
std::filesystem::path recordings_of(const std::filesystem::path& output);
/// The first of those folders, which the writer locks.
std::filesystem::path first_recordings_of(const std::filesystem::path& output);
std::filesystem::path journal_beside(const std::filesystem::path& output);
std::filesystem::path table_of_runs(const std::filesystem::path& output);
std::filesystem::path table_of_statistics(const std::filesystem::path& output);
/// How the table of runs begins, whatever measures follow.
inline constexpr std::string_view kRunsHeading = "run,scenario,";

/// Starts another folder if there is one, and moves result and table of the previous campaign into the old
/// one. Throws RunError.
void start_afresh(const std::filesystem::path& output);

/// The recording of a run; attempts are counted from 1.
std::filesystem::path attempt_of(const std::filesystem::path& folder, std::uint64_t scenario,
                                 std::uint32_t repetition, std::uint32_t attempt);
/// Number of attempts so far; they are numbered from 1.
std::uint32_t attempts_at(const std::filesystem::path& folder, std::uint64_t scenario,
                          std::uint32_t repetition);

}  // namespace hilspace::rig
