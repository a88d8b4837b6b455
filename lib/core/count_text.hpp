#pragma once
// How counts are printed, in messages and tables alike.

#include <string>
#include <string_view>

namespace hilspace {

/// "1,234,567"
std::string grouped(unsigned long long n);
/// "1 scenario", "1,234 scenarios"
std::string counted(unsigned long long n, std::string_view thing);

}  // namespace hilspace
