// CHECK aborts the process when one of our own invariants is broken.
//
// Only for bugs of ours: restart is cheap because every request can be retried, and a wrong verdict
// is worse than a crash. Untrusted input and a failing environment never reach a CHECK.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace assay {

[[noreturn]] inline void CheckFailed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "assay: invariant broken at %s:%d: %s\n", file, line, expression);
  std::abort();
}

}  // namespace assay

#define ASSAY_CHECK(expression) \
  ((expression) ? (void)0 : ::assay::CheckFailed(#expression, __FILE__, __LINE__))
