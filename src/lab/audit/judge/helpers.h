// Programs that belong to a problem and are run on inputs alone: validators. Pure; thread-safe.
#pragma once

#include "lab/audit/judge/asker.h"
#include "lab/problems/model/problem.h"

namespace assay::audit {

// What validators of packages end with on a valid input; others end with 0.
inline constexpr int kValidInPackages = 42;

// On every input; with testlib's header beside it where it wants that.
Ask AskAbout(const lab::HelperProgram& program);

}  // namespace assay::audit
