// Parts like those of a run of COUNT chunks, with artificial numbers, for tools/bench merge.
// usage: bench_parts STUDY FOLDER COUNT

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "core/error.hpp"
#include "results/results.hpp"

int main(int count, char** arguments) {
  using namespace hilspace;
  if (count != 4) return 2;
  const auto study = study::load(arguments[1], {}, {});
  const std::filesystem::path folder = arguments[2];
  const std::uint64_t parts = std::strtoull(arguments[3], nullptr, 10);
  const std::uint64_t scenarios = study::scenario_count(study);
  std::filesystem::create_directories(folder);
  results::Block block(results::stored_columns(study));
  for (std::uint64_t i = 0; i < parts; ++i) {
    block.begin({scenarios * i / parts, scenarios * (i + 1) / parts});
    for (std::size_t column = 0; column < block.columns().size(); ++column)
      for (std::uint64_t index = block.range().begin; double& number : block.numbers(column))
        number = block.columns()[column].flags.empty() ? std::sin(static_cast<double>(index++ * (column + 1)))
                                                       : 0.0;
    for (double& error : block.error.values) error = 1e-3;
    block.error.scenarios = 1;
    results::write_part(folder / fmt::format("{:05}.h5", i + 1), study, block);
  }
}
