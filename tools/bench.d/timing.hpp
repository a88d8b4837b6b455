#pragma once
// Timing: distribution of scenarios over threads and time measurement, for every program of the bench.

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace bench {

/// The i-th of numbers spread evenly over 0 ... total - 1, for any count: steps of the golden ratio. Every
/// axis is sampled evenly, and a short sample is the beginning of a long one.
inline std::size_t spread(std::size_t i, std::size_t total) {
  const double turns = (static_cast<double>(i) + 0.5) * 0.61803398874989485;
  return static_cast<std::size_t>((turns - std::floor(turns)) * static_cast<double>(total));
}

inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Runs `work(begin, end)` over all scenarios, in complete passes for at least `seconds`. Prints on standard
/// error the number of scenarios, the elapsed and the processor time.
template <class Work>
void time_passes(std::size_t count, std::size_t grain, double seconds, int threads, Work&& work) {
  using Clock = std::chrono::steady_clock;
  tbb::task_arena arena(threads);
  const auto begin = Clock::now();
  const double cpu = cpu_seconds();
  std::size_t done = 0;
  double wall = 0.0;
  do {
    arena.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                        [&](const auto& range) { work(range.begin(), range.end()); });
    });
    done += count;
    wall = std::chrono::duration<double>(Clock::now() - begin).count();
  } while (wall < seconds);
  std::fprintf(stderr, "%zu scenarios, %.6f s, %.6f s of processor time\n", done, wall, cpu_seconds() - cpu);
}

}  // namespace bench
