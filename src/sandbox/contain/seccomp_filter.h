// The system calls a candidate may not make, as a BPF program.
//
// Built once with libseccomp and loaded raw into each candidate. A list of denials rather than of
// permissions: candidates are whole language runtimes, and what contains them is the namespaces,
// the missing capabilities and the cgroup; the filter takes away kernel surface they never need.
// Stateless; thread-safe.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"

namespace assay {

Result<std::vector<sock_filter>> BuildCandidateFilter();

}  // namespace assay
