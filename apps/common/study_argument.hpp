#pragma once
// Study argument: the study named on a command line, with its --set overrides, the selected scenario, and the number
// of threads.

#include <cstdint>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// Adds --set.
void add_study_options(CommandLine& line);

/// Name of that study in messages: its file, or standard input.
std::string study_name(const CommandLine& line);

/// The study named by the positional argument, with these overrides and then those of --set.
study::Study load_study(const CommandLine& line, std::vector<study::Override> overrides = {});

/// Adds --index and --at, and reads them. Throws InputError when there is no such scenario.
void add_scenario_options(CommandLine& line);
std::uint64_t chosen_scenario(const CommandLine& line, const study::Study& study);

/// Adds --threads, and reads it; 0: all available.
void add_thread_option(CommandLine& line);
int chosen_threads(const CommandLine& line);

}  // namespace hilspace::app
