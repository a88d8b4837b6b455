#include "contact/law.hpp"

namespace hilspace::contact {

double damping_number(Law law, double restitution) {
  switch (law) {
    case Law::hertz:
      return 0.0;
    case Law::flores:
      return 8.0 / 5.0 * (1.0 - restitution) / restitution;
  }
  __builtin_unreachable();
}

}  // namespace hilspace::contact
