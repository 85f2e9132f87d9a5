// Probing a tier: its steps, one after the other, in a child that is thrown away. That a namespace
// can be made proves nothing: some hosts make it and refuse what it is for, and a rule that the
// kernel accepted may still not hold, so the steps include writes and signals that must fail.
//
// Thread-safe: the child makes system calls only, whatever other threads hold.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

#include "sandbox/tiers/host_report.h"

namespace assay {

// What steps are told, made before the clone: the child must not allocate.
struct ProbeContext {
  char uid_map[32] = {};  // this account as the namespace's root
  char gid_map[32] = {};
  pid_t parent = -1;
};

struct ProbeStep {
  const char* name;
  // 0, or why not, as errno; EPROTO when something that must fail went through. Async-signal-safe.
  int (*take)(const ProbeContext& context);
  const char* consequence;
  std::string (*remedy)(int error);  // for this host
};

// A step: a filter that forbids sethostname(2), which must then fail.
int TryFilter(const ProbeContext& context);

// Adds a required feature for each step; those behind one that failed are "not tried". `flags` are
// clone3's, of which `namespaces` is what the report calls them; none: the child is a plain fork.
void ProbeInChild(uint64_t flags, const ProbeStep& namespaces, std::span<const ProbeStep> steps,
                  HostReport& report);

}  // namespace assay
