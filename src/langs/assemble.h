// Makes a Program of an entry, the host's tools for it and a submission: lays out the files,
// expands the command lines, adds the environment. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "langs/entry/entry.h"
#include "model/problem.h"

namespace assay {

// As LanguageTable::MakeProgram.
Result<Program> AssembleProgram(const LanguageEntry& entry, const LanguageTools& tools,
                                ProgramKind kind, std::string_view code, const Problem& problem,
                                const std::vector<std::string>& flags);

}  // namespace assay
