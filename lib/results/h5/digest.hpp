#pragma once
// Digest: one number for many numbers and their places, to detect changes of stored data.
//
// It is independent of the order of addition, and changes when a bit of a number changes or two numbers are
// swapped. It detects accidents, not manipulation.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hilspace::results {

class Digest {
 public:
  /// Adds numbers at places `begin` onwards.
  void add(std::uint64_t begin, std::span<const double> numbers) {
    for (const double number : numbers) sum_ += mixed(std::bit_cast<std::uint64_t>(number) + mixed(++begin));
  }
  /// Adds a text at a place.
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
  /// The finalizer of SplitMix64: each bit of x flips about half of the result's bits.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace hilspace::results
