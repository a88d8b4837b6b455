// hilspace report: what a file holds, as one HTML file for any browser. Python writes it (tools/report).

#include "script.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int report(std::span<const std::string> arguments) {
  become_script("report", "python3, python3-h5py and node-d3", arguments);
}

}  // namespace hilspace::app
