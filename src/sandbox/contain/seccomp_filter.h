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

// Who a program is to the kernel: a user of its own, or the same as agent and zygotes. Then these
// enter namespaces at the start of each program, and it is kept from what one user may do to its
// processes, the first of its process namespace and all at once. Where no cgroup counts, also from
// memory that no look at processes finds. Confined, where there are no namespaces either: all
// processes and files of the user are around it, and what Landlock doesn't forbid is forbidden
// here.
enum class ProgramUser { kOwn, kShared, kSharedUncounted, kConfined };

Result<std::vector<sock_filter>> BuildBoxFilter(ProgramUser user = ProgramUser::kOwn);
Result<std::vector<sock_filter>> BuildCandidateFilter(ProgramUser user = ProgramUser::kOwn);
// On top of the candidate's, for a run whose process may be restored: what it may do unasked is
// what a restore undoes, or what leaves nothing behind in the kernel and doesn't ask what the
// process has used so far. Everything else (paths are the tracer's to look at), and the exit, stops
// the process for its tracer (SECCOMP_RET_TRACE); without one it fails with ENOSYS.
Result<std::vector<sock_filter>> BuildRestoreFilter();
// Of programs in boxes that stay. No processor is theirs to keep, and none is another's: their box
// has a share of time, so they may choose where to run. All else is denied to them as well: what a
// watch, an attribute or an asynchronous read would tell is of files that all boxes share, syncing
// is done when what is written is memory, and no tool that builds or tests programs insists.
Result<std::vector<sock_filter>> BuildLiveFilter(ProgramUser user = ProgramUser::kOwn);

// On the calling process and all it starts.
Status InstallFilter(const std::vector<sock_filter>& program);

}  // namespace assay
