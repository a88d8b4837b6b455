// Replaces comedi.cpp in builds without libcomedi.

#include "core/error.hpp"
#include "rig/backends/comedi.hpp"

namespace hilspace::rig {

namespace {

[[noreturn]] void refuse(const ComediSetup& setup) {
  throw RunError(setup.device + ": hilspace-rig was built without Comedi; install libcomedi-dev and rebuild");
}

}  // namespace

struct Comedi::Device {};
Comedi::Comedi(const ComediSetup& setup) : clock_(setup.rate) { refuse(setup); }
Comedi::~Comedi() = default;
VoltRange Comedi::input_range() const { return {}; }
VoltRange Comedi::output_range() const { return {}; }
bool Comedi::read(Inputs&) noexcept { return false; }
bool Comedi::write(const Outputs&) noexcept { return false; }
int Comedi::file() const { return -1; }

struct ComediSafe::Device {};
ComediSafe::ComediSafe(const ComediSetup& setup, std::optional<int>) { refuse(setup); }
ComediSafe::~ComediSafe() = default;
bool ComediSafe::write() noexcept { return false; }
bool ComediSafe::write(double) noexcept { return false; }

}  // namespace hilspace::rig
