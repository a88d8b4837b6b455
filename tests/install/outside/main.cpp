// A study's text in, a number out: outside METRIC INDEX < study.toml

#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "results/format/column.hpp"
#include "study/study.hpp"
#include "sweep/execution/all_rows.hpp"

int main(int, char** argv) {
  using namespace hilspace;
  const std::string metric = argv[1], text(std::istreambuf_iterator<char>(std::cin), {});
  const auto study = study::parse(text, "standard input", {}, results::known_metrics());
  const sweep::Order order{std::stoull(argv[2])};
  sweep::simulate_orders(study, {&order, 1}, 1, false, [&](std::size_t, const metrics::Row& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i)
      if (metrics::catalogue()[i].name == metric) std::printf("%.17g\n", row.values[i]);
  });
}
