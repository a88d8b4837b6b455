// Stands in for comedi.cpp where libcomedi was not there to build with.

#include "core/error.hpp"
#include "rig/backends/comedi.hpp"

namespace hilspace::rig {

struct Comedi::Device {};

Comedi::Comedi(const ComediSetup& setup) : clock_(setup.rate) {
  throw RunError(setup.device +
                 ": hilspace-rig was built without Comedi; install libcomedi-dev and build it anew");
}
Comedi::~Comedi() = default;
VoltRange Comedi::input_range() const { return {}; }
VoltRange Comedi::output_range() const { return {}; }
bool Comedi::read(Inputs&) noexcept { return false; }
bool Comedi::write(const Outputs&) noexcept { return false; }
bool Comedi::write_safe() noexcept { return false; }

bool write_safe(const ComediSetup&) noexcept { return false; }

}  // namespace hilspace::rig
