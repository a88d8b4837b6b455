// hilspace report: writes the contents of a file as one HTML page. The work is done in Python (tools/report).

#include "script.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int report(std::span<const std::string> arguments) {
  become_script("report", "python3, python3-h5py, node-d3 and libjs-three", arguments);
}

}  // namespace hilspace::app
