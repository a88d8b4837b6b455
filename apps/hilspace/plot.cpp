// hilspace plot: plots the contents of a file. The work is done in Python (tools/plot).

#include "script.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int plot(std::span<const std::string> arguments) {
  become_script("plot", "python3, python3-h5py and python3-matplotlib", arguments);
}

}  // namespace hilspace::app
