#pragma once
// Digest: one number for many numbers and their places, by which what was written is known again.
//
// It is the same in whatever order they are added, and another one when a bit of one of them is, or when two
// are swapped. It finds mishaps; it does not withstand intent.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hilspace::results {

class Digest {
 public:
  /// Numbers at the places from `begin` on.
  void add(std::uint64_t begin, std::span<const double> numbers) {
    for (const double number : numbers) sum_ += mixed(std::bit_cast<std::uint64_t>(number) + mixed(++begin));
  }
  /// A text at a place.
  void add(std::uint64_t place, std::string_view text) {
    std::uint64_t sum = mixed(place + 1) + text.size();
    for (const char byte : text) sum = mixed(sum + static_cast<unsigned char>(byte));
    sum_ += mixed(sum);
  }
  /// As 16 hexadecimal digits.
  std::string text() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[sum_ >> shift & 15];
    return digits;
  }
  bool operator==(const Digest&) const = default;

 private:
  /// The finalizer of SplitMix64: each bit of x moves about half of the result's.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace hilspace::results
