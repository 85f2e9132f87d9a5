// All kinds of puzzles, by name. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logic/model/kind.h"

namespace assay::logic {

// In the order of their names.
const std::vector<const Kind*>& AllKinds();
// Null: there is none of this name.
const Kind* FindKind(std::string_view name);
// "'arrow_maze', 'boolean_expressions', …", for messages.
std::string KindNames();

}  // namespace assay::logic
