// Control tests: tests of secret names that must fail in every run, whatever the patch is
// (TestLists::must_fail). What prints a session of its own, or turns over every outcome, doesn't
// know them or turns them over with the rest. Thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "swe/run/run_task.h"

namespace assay::swe {

// Three words joined by "_" that nobody can guess, "keep_slots_north": drawn from those of the
// listed tests' own names and from everyday ones, so that neither a pattern nor a list of ours
// tells them from what people call a test. It begins with a lower-case letter, and may stand
// anywhere in a name.
Result<std::string> NewSecret(const TestLists& lists);

// Each with the secret in the place of its mark.
ControlFile WithSecret(const ControlFile& control, std::string_view secret);

// Those of a task that brings none: for each file of Python that fail_to_pass names, a file beside
// it with classes and functions of the same names, all of which fail. Empty: the task allows none,
// as its framework isn't pytest or unittest, or its command names files and has no "{controls}".
std::vector<ControlFile> DefaultControls(const RunTask& task, std::span<const std::string> tests);

// The same under the tests' own names, for RunTask::decoys: who turns over the known names alone
// turns these over.
std::vector<ControlFile> DefaultDecoys(const RunTask& task, std::span<const std::string> tests);

}  // namespace assay::swe
