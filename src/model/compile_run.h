// CompileRunPtr: a finished compile, shared by the jobs that need it.
#pragma once

#include <memory>

#include "model/run_result.h"

namespace assay {

// Immutable; its `files` are the artifacts.
using CompileRunPtr = std::shared_ptr<const RunResult>;

}  // namespace assay
