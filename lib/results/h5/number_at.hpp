#pragma once
// Numbers within the bytes of a file, as HDF5 writes them: least byte first, without alignment.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hilspace::results::h5 {

static_assert(std::endian::native == std::endian::little,
              "HDF5's numbers are read in the byte order of the file");

template <class Number>
Number number_at(std::string_view bytes, std::uint64_t place) {
  Number number{};
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}

}  // namespace hilspace::results::h5
