// All that descends from a process which adopts orphans (PR_SET_CHILD_SUBREAPER): how the processes
// of a box are found where it has no process namespace. Whoever of them loses its parent becomes a
// child of that process, so none can leave; and while it reaps nobody, its list of children only
// grows. So when it has no child, nothing of the family is left.
//
// Stateless.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

namespace assay {

// Without `root` and without those that `spare` names, with all below them. `proc` is a /proc that
// has them. What is born meanwhile may be missing, unless its parent was stopped before.
std::vector<pid_t> FindFamily(int proc, pid_t root, const std::function<bool(pid_t)>& spare);

// SIGKILLs the family. A group of processes ends at one instant, and programs can't leave theirs
// (contain/seccomp_filter); whoever is in none of a child's is stopped first, so that nobody makes
// others while the rest is found. True when none was there.
bool EndFamily(int proc, pid_t root, const std::function<bool(pid_t)>& spare);

// Tasks of the account of this process on the whole host, or all that `proc` shows of them.
int CountOwnTasks(int proc);

}  // namespace assay
