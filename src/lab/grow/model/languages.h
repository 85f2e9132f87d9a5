// The language of the functions that are called with new arguments.
#pragma once

#include <string_view>

namespace assay::grow {

inline constexpr char kCalledLanguage[] = "python";

inline bool IsCalledLanguage(std::string_view name) {
  return name == kCalledLanguage || name == "python3" || name == "py";
}

}  // namespace assay::grow
