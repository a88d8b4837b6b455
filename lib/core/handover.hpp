#pragma once
// A handover between threads, for the thread sanitizer alone: puts what one thread prepared before what another reads.
// Libraries that order threads without being instrumented, such as oneTBB, do so out of its sight (as
// tests/support/tsan.supp says of their own objects). Nothing in other builds.

#include <atomic>

#if defined(__SANITIZE_THREAD__)
#define HILSPACE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HILSPACE_THREAD_SANITIZER 1
#endif
#endif

namespace hilspace {

#ifdef HILSPACE_THREAD_SANITIZER
class Handover {
 public:
  void give() { count_.fetch_add(1, std::memory_order_acq_rel); }
  void take() const { count_.load(std::memory_order_acquire); }

 private:
  std::atomic<unsigned> count_{0};
};
#else
class Handover {
 public:
  void give() {}
  void take() const {}
};
#endif

}  // namespace hilspace
