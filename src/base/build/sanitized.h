// kSanitized: whether the build looks for faults of memory or threads. For tests alone: what such a
// build adds is seen on a part of the work, which takes ten to fifty times as long there. With the
// macro ASSAY_SANITIZED, for what must not even be compiled.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ASSAY_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ASSAY_SANITIZED
#endif
#endif

namespace assay {

#ifdef ASSAY_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace assay
