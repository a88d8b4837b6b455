#include "interruptible.hpp"

#include <chrono>
#include <cstdint>
#include <future>
#include <utility>

namespace hilspace::python {
namespace py = pybind11;
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

/// The latest progress, from the working threads to this one.
class Latest {
 public:
  void set(const sweep::Progress& progress) {
    total_ = progress.total;
    done_ = progress.done;
  }
  /// done, total; {0, 0}: nothing told yet.
  std::pair<std::uint64_t, std::uint64_t> get() const { return {done_, total_}; }

 private:
  std::atomic<std::uint64_t> done_{0}, total_{0};
};

}  // namespace

void run_interruptibly(const Work& work, const py::object& progress) {
  std::atomic<bool> stop = false;
  Latest latest;
  auto told = latest.get();
  const auto look = [&] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const auto now = latest.get();
    if (progress.is_none() || now == told) return;
    told = now;
    progress(now.first, now.second);
  };
  auto ended = std::async(std::launch::async,
                          [&] { work([&](const sweep::Progress& its) { latest.set(its); }, stop); });
  try {
    while (true) {
      {
        const py::gil_scoped_release released;
        if (ended.wait_for(kBetweenLooks) == std::future_status::ready) break;
      }
      look();
    }
  } catch (...) {
    stop = true;
    const py::gil_scoped_release released;
    ended.wait();
    throw;
  }
  ended.get();
  look();
}

}  // namespace hilspace::python
