// The self-tests of what Python runs save: the quick end (zygote/preload/quick_end.h), which leaves
// CPython by hand, forks in general, and processes that are restored (restore/resident.h). Small
// programs are run that way and as without it, and must not differ in anything that can be seen.
//
// Pure but for `run`; as thread-safe as that.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "model/run_result.h"

namespace assay {

enum class PythonStartKind {
  kWarm,
  kCold,
  kRestored,  // what counts is the second run in one process
};
// Runs a whole program in Python; what it writes to the file "out" is fetched.
using RunPython = std::function<Result<RunResult>(const std::string& code, PythonStartKind start)>;

// How a quick end differs from an ordinary one, or that there is none, as a phrase for the log;
// empty when neither.
std::string QuickEndDifference(const RunPython& run);

// The same of forks without the quick end: that they happen at all, and how such a run differs from
// a cold one. An interpreter that nobody knows may open its script in another way, or not wait.
std::string ForkDifference(const RunPython& run);

// The same of runs in a process that an earlier run was in, compared with forks: whatever those do
// another way than a cold start, such a run has to do like them.
std::string RestoreDifference(const RunPython& run);

}  // namespace assay
