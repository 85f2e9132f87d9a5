// The program that a spawner is started from.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

// To be executed by a child of this process. The one that travels inside ours (sandbox/spawner), in
// a memory file that stays open; ours, which is it as well when it gets kSpawnerCommand, where that
// can't be: the host's rules know programs by their paths, so that one without a path isn't allowed
// what ours is, or let nothing be executed that is in memory alone (vm.memfd_noexec).
// Thread-safe.
Result<std::string> SpawnerProgram();

// Whether this account of what a process is confined by (/proc/self/attr/current) names a rule.
bool IsConfined(const std::string& label);

}  // namespace assay
