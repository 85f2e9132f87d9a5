// PatchIn: the patch in what a model wrote. Pure function, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::swe {

// Behind the last "</think>": what stands in the last block of ``` that is marked as diff or patch,
// or else all from the first line that begins a diff. Nullopt: there is neither. Linear in the
// text.
std::optional<std::string> PatchIn(std::string_view response);

}  // namespace assay::swe
