// The language of the programs that an audit writes itself: any problem that reads and prints takes
// it, and asserts are in it.
#pragma once

#include <string_view>

namespace assay::audit {

inline constexpr char kOwnLanguage[] = "python";

inline bool IsOwnLanguage(std::string_view name) {
  return name == kOwnLanguage || name == "python3" || name == "py";
}

}  // namespace assay::audit
