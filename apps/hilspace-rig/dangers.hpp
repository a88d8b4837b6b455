#pragma once
// Dangers against which this version does not protect a real rig, and the operator's confirmation.

namespace hilspace::app {

/// Prints the known dangers and asks the operator for confirmation; `known` answers in advance. Throws
/// InputError where no operator can be asked, RunError where the answer is no.
void confirm_dangers(bool known);

}  // namespace hilspace::app
