// What benchmarks of Python say of it: the language is part of what they are.
#pragma once

#include "model/fences.h"

namespace assay::eval {

inline constexpr char kPython[] = "python";

// How fences of answers name it, by our rule and by the peers'.
inline const Fences& PythonFenceNames() {
  static const Fences names{{kPython, "py", "python3"},
                            {{kPython}, UnfencedCode::kPythonDefinition}};
  return names;
}

}  // namespace assay::eval
