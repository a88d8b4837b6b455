#pragma once
// Attempts: the files that a campaign leaves on the disk. Nothing in them is ever overwritten or deleted.
//
//   OUTPUT with .csv         a row per run; with .statistics.csv: what the repetitions say
//   OUTPUT.journal           what was done, and the fault latch (journal.hpp)
//   OUTPUT.runs              folder of the first campaign: its text, the recordings, and whoever writes there
//   OUTPUT.runs.2, .3, ...   of those that were started afresh
//     campaign.toml          resolved text, by which a campaign is known again
//     0040-0.h5              recording of scenario 40, repetition 0; 0040-0.2.h5 the second attempt, ...

#include <cstdint>
#include <filesystem>

namespace hilspace::rig {

/// Where the recordings of that output lie: the folder that was made last, or is to be the first.
std::filesystem::path recordings_of(const std::filesystem::path& output);
/// The first of those folders, which whoever writes locks.
std::filesystem::path first_recordings_of(const std::filesystem::path& output);
std::filesystem::path journal_of(const std::filesystem::path& output);
std::filesystem::path table_of_runs(const std::filesystem::path& output);
std::filesystem::path table_of_statistics(const std::filesystem::path& output);
/// Of the rig whose records of commissioning are in that folder.
std::filesystem::path journal_among(const std::filesystem::path& records);

/// Starts another folder, when there is one, and puts result and table of the campaign so far into that one.
/// Throws RunError.
void start_afresh(const std::filesystem::path& output);

/// The recording of a run; attempts are counted from 1.
std::filesystem::path attempt_of(const std::filesystem::path& folder, std::uint64_t scenario,
                                 std::uint32_t repetition, std::uint32_t attempt);
/// How many attempts at it there are; they have the numbers 1 to that.
std::uint32_t attempts_at(const std::filesystem::path& folder, std::uint64_t scenario,
                          std::uint32_t repetition);

}  // namespace hilspace::rig
