// Python by its names: the language of functions that the lab calls itself and of the programs that
// it writes, as any problem that reads and prints takes it, and lists of asserts are in it. Pure.
#pragma once

#include <string_view>

namespace assay::lab {

inline constexpr char kPython[] = "python";

inline bool IsPython(std::string_view name) {
  return name == kPython || name == "python3" || name == "py";
}

}  // namespace assay::lab
