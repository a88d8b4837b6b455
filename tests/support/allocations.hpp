#pragma once
// Count of the heap allocations of a test program that has allocations.cpp among its sources.

namespace hilspace::test {

int allocations();

}  // namespace hilspace::test
