#pragma once
// All contacts of a pair of features, in storage of fixed size.
//
// A pair reports every local contact, touching or not: penetration < 0 is the gap; touching contacts have
// penetration > 0. Contacts beyond the capacity are counted, never lost silently.

#include <array>
#include <cstddef>

#include "mechanism/contact_point.hpp"

namespace hilspace::mechanism {

class Contacts {
 public:
  static constexpr std::size_t kMost = 32;

  void add(const ContactPoint& contact) {
    if (size_ < kMost)
      found_[size_++] = contact;
    else
      ++dropped_;
  }
  void clear() { size_ = dropped_ = 0; }

  std::size_t size() const { return size_; }
  std::size_t dropped() const { return dropped_; }
  const ContactPoint& operator[](std::size_t i) const { return found_[i]; }
  ContactPoint& operator[](std::size_t i) { return found_[i]; }
  const ContactPoint* begin() const { return found_.data(); }
  const ContactPoint* end() const { return found_.data() + size_; }

 private:
  std::array<ContactPoint, kMost> found_;
  std::size_t size_ = 0, dropped_ = 0;
};

}  // namespace hilspace::mechanism
