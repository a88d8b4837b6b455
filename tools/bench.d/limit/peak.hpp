#pragma once
// Peak throughput of one core of this machine for each kind of operation, measured with its widest vectors.

namespace bench {

/// Operations per second, each of a vector's lanes counted.
struct Peak {
  int lanes;
  double add_multiply;  // half of them sums, half products; not fused
  double divide;
  double root;
  double compare_select;  // half of them comparisons, half selects
};

Peak measure_peak();

}  // namespace bench
