// Setting up a scenario takes nothing from the heap: it is done ten million times over.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "example.hpp"

namespace {
std::atomic<int> allocations{0};
}

[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hilspace::study {
namespace {

TEST(Setup, AllocatesNothing) {
  const Study study =
      read_with("[[axis]]\n\"chaser.mass\" = { from = \"1 kg\", to = \"9 kg\", count = 99 }\n");
  const int before = allocations;
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 99; ++i) sum += axial_setup(study, i).chaser_mass;
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(before, 0);  // the counting works
  EXPECT_NEAR(sum, 99.0 * 5.0, 1e-9);
}

}  // namespace
}  // namespace hilspace::study
