// The system calls a candidate may not make, as two BPF programs.
//
// Both are built once with libseccomp. The larger one is installed once a box, in the agent, and
// inherited: loading a filter costs as much as the list is long, and what the kernel knows to be
// refused by one filter it doesn't look up in the next. The smaller one is loaded raw into each
// candidate and has what the agent and the zygotes need themselves. A list of denials rather than
// of permissions: candidates are whole language runtimes, and what contains them is the namespaces,
// the missing capabilities and the cgroup; the filter takes away kernel surface they never need.
// Stateless; thread-safe.
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>

#include <cstdint>
#include <vector>

#include "base/result.h"

namespace assay {

// As filters are told it.
#if defined(__x86_64__)
inline constexpr uint32_t kNativeArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
inline constexpr uint32_t kNativeArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "this processor's audit number is missing"
#endif

Result<std::vector<sock_filter>> BuildBoxFilter();
Result<std::vector<sock_filter>> BuildCandidateFilter();

// On the calling process and all it starts.
Status InstallFilter(const std::vector<sock_filter>& program);

}  // namespace assay
