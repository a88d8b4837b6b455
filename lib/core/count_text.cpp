#include "core/count_text.hpp"

#include <cstddef>

namespace hilspace {

std::string grouped(unsigned long long n) {
  std::string digits = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

std::string counted(unsigned long long n, std::string_view thing) {
  return (grouped(n) + ' ').append(thing) + (n == 1 ? "" : "s");
}

}  // namespace hilspace
