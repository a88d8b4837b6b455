#include "sweep/stored_study.hpp"

#include "results/column.hpp"

namespace hilspace::sweep {

study::Study stored_study(std::string_view text, const std::filesystem::path& file) {
  return study::parse(text, file.string() + ", its study", {}, results::known_metrics());
}

}  // namespace hilspace::sweep
