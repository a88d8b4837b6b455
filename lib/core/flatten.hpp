#pragma once
// HILSPACE_FLATTEN: all that the function calls is inlined in it. For the arithmetic of small vectors, which a compiler
// would else call element by element once a source has many variants of it. Not with sanitizers: they instrument every
// line.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HILSPACE_FLATTEN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HILSPACE_FLATTEN
#endif
#endif
#ifndef HILSPACE_FLATTEN
#define HILSPACE_FLATTEN __attribute__((flatten))
#endif
