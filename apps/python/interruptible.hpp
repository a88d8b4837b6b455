#pragma once
// Work of C++ called from Python: without the interpreter's lock, in a thread of its own, while this thread looks
// for Ctrl-C and tells the progress.

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>

#include "sweep/progress.hpp"

namespace hilspace::python {

using Tell = std::function<void(const sweep::Progress&)>;
using Work = std::function<void(const Tell& tell, const std::atomic<bool>& stop)>;

/// Runs `work` to its end. `progress` is None or a function of done and total, called a few times a second; an
/// exception of it, and Ctrl-C, stop the work and are raised when it has ended.
void run_interruptibly(const Work& work, const pybind11::object& progress);

}  // namespace hilspace::python
