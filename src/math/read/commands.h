// The LaTeX commands that stand for one token. Constant data; thread-safe.
#pragma once

#include <string_view>

#include "math/read/token.h"

namespace assay::math {

struct CommandToken {
  std::string_view name;
  Tok type;
  std::string_view text;
};

// By the name without its backslash; nullptr for other commands.
const CommandToken* FindCommand(std::string_view name);

}  // namespace assay::math
