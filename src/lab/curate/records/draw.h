// Draw: a number that stands for chance and is the same in every run: of a seed, of what it is
// drawn for, and of what it is drawn about. So a row has its draw whatever stands before it. Pure,
// thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::curate {

// Evenly spread over all 64-bit numbers.
uint64_t Draw(uint64_t seed, std::string_view purpose, std::string_view subject);

// 0 to 1, 1 excluded.
double DrawShare(uint64_t seed, std::string_view purpose, std::string_view subject);

}  // namespace assay::curate
