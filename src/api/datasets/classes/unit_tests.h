// Classes whose tests are pytest's or JUnit's. Internal to the classes. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/datasets/classes/dataset_class.h"

namespace assay {

// Why a run of pytest that ended well is no pass: its last line counts what passed, and without one
// the program left before pytest was done.
std::optional<std::string> NothingPassedInPytest(const RunResult& run);

// Judges Java with JUnit: all types of the answer's blocks, and the tests, in one source.
void JudgeJavaWithJunit(const TrialRequest& request, const std::string& tests, Trial* trial);

}  // namespace assay
