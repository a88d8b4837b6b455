#pragma once
// The differences between two studies.

#include <string>
#include <string_view>

namespace hilspace::study {

/// The keys that differ between two resolved texts (Study::resolved), with both values:
/// "contact.restitution 0.8 -> 0.7, chaser.mass \"30 kg\" -> \"31 kg\"". Long lists are cut short; "nothing"
/// stands for a key that is absent. Texts that this program cannot read give "texts that differ".
std::string changes(std::string_view before, std::string_view after);

}  // namespace hilspace::study
