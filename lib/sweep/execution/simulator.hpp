#pragma once
// Simulator: simulates scenarios of a study into rows in the way that suits its model: axial ones side by
// side in SIMD lanes, those in six degrees of freedom one by one.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// A scenario as it is, or with finer steps.
struct Order {
  static constexpr std::size_t kAsItIs = ~std::size_t{0};

  std::uint64_t index;
  std::size_t refinement = kAsItIs;  // index into simulate::kRefinements
};

/// For one thread; calls reuse the same memory.
class Simulator {
 public:
  Simulator() = default;
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;
  virtual ~Simulator() = default;

  /// `rows` is as long as `orders`. Ends and returns false soon after `stop` was raised.
  virtual bool simulate(std::span<const Order> orders, std::span<metrics::Row> rows,
                        const std::atomic<bool>& stop) = 0;

  /// The same with a check of each scenario where there is one: its row by a second and better solve; not_run() for
  /// all others.
  virtual bool simulate_checked(std::span<const Order> orders, std::span<metrics::Row> rows,
                                std::span<metrics::Row> checks, const std::atomic<bool>& stop);
};

/// `study` must outlive it.
std::unique_ptr<Simulator> simulator_of(const study::Study& study);

/// Approximate time of a scenario on one thread, before any was run; 0: negligible. s
double guessed_seconds(const study::Study& study);

}  // namespace hilspace::sweep
