// A start-up snapshot of tsc: node's memory when TypeScript has read and bound the declarations of
// its library, and has compiled a program of ours. Reading and checking those 87 files is nine
// tenths of what tsc does for a small program. Internal to this room. Thread-safe.
//
// The snapshot says one thing only: that a program has no errors. It skips the library's own check
// where the program adds names to what is there and changes nothing, in which case the library has
// no errors; else it checks all. In any other case - errors, other flags, another node, no snapshot
// yet - tsc itself runs from the beginning, and what it says counts.
#pragma once

#include <string>
#include <vector>

#include "langs/entry/entry.h"

namespace assay {

// `compile` of the tools becomes one that tries the snapshot first. Made with these flags, which
// are those of a submission that names none.
LanguagePreparation PrepareTscSnapshot(const std::string& node, const std::string& library,
                                       const std::vector<std::string>& flags);

}  // namespace assay
