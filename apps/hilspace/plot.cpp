// hilspace plot: what a file holds, as a picture. Python draws it (tools/plot).

#include "script.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int plot(std::span<const std::string> arguments) {
  become_script("plot", "python3, python3-h5py and python3-matplotlib", arguments);
}

}  // namespace hilspace::app
