#pragma once
// All contacts of a pair of features, in a place of fixed size.
//
// A pair shows every local contact, touching or not: penetration < 0 is the gap. Who wants those that touch
// takes those with penetration > 0. What is beyond the place is counted, never lost silently.

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
