#pragma once
// Handover: makes synchronisation between threads visible to the thread sanitizer. Uninstrumented libraries
// such as oneTBB synchronise threads without its knowledge (tests/support/tsan.supp covers their own
// objects). Empty in all other builds.

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
