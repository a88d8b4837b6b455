// Writes one file of each kind into the folder given, for read_back.py.

#include <filesystem>

#include "unit/results/sample.hpp"

int main(int count, char** arguments) {
  using namespace hilspace::results;
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);

  auto study = sample::study();
  study.output.traces = {0, 17};
  const sample::Directory parts;
  merge(study, sample::write_parts(parts, study, {7, 19, 24}), sample::trace_of, sample::facts(),
        folder / "sweep.h5", sample::kGoOn);

  auto half = study;
  half.output.precision = hilspace::study::Precision::float32;
  merge(half, sample::write_parts(parts, half, {7, 19, 24}), sample::trace_of, sample::facts(),
        folder / "float32.h5", sample::kGoOn);

  const auto single = sample::single();
  merge(single, sample::write_parts(parts, single, {1}), {}, sample::facts(), folder / "single.h5",
        sample::kGoOn);

  write_trace(folder / "trace.h5", study, 17, sample::trace(), sample::row(17));
  write_part(folder / "part.h5", study, sample::block({0, 24}));
}
