#pragma once
// Setup of a process, before anything else.

namespace hilspace::app {

/// To be called first in main():
///
///   standard streams   closed ones become /dev/null; otherwise files would get their numbers, and messages
///                      would be written into them. Printing to a closed one still fails
///   SIGXFSZ            is ignored: a file size limit is reported as an error, like a full disk
///   SIGINT, SIGTERM    end the program with exit code 3 (stop.hpp)
void prepare_process();

}  // namespace hilspace::app
