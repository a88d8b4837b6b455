#pragma once
// What this version does not protect a real rig from, and that the operator knows it.

namespace hilspace::app {

/// Prints the known dangers and asks whether the operator has them in view; `known` answers that. Throws
/// InputError where nobody can be asked, RunError where the answer is no.
void confirm_dangers(bool known);

}  // namespace hilspace::app
