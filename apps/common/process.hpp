#pragma once
// Set-up of a process, before it does anything else.

namespace hilspace::app {

/// The first thing in main():
///
///   standard streams   those that are closed become /dev/null, or files would get their numbers and be
///                      written into by whoever prints. Printing to a closed one still fails
///   SIGXFSZ            is ignored: a file that may not grow is an error that is told, like a full disk
///   SIGINT, SIGTERM    end the program with exit code 3 (stop.hpp)
void prepare_process();

}  // namespace hilspace::app
