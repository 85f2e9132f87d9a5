// Numbers that a text has in it, as dates, versions and "3 apples" do: runs of digits.
//
// Pure; thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::grow {

struct NumberPlace {
  size_t begin = 0;
  size_t size = 0;
};

std::vector<NumberPlace> NumbersIn(std::string_view text);

// With another number there. Where the old one fills its width with zeros the new one does: "03"
// becomes "12" or "07".
std::string WithNumber(std::string_view text, NumberPlace place, std::string number);

}  // namespace assay::grow
