// Bounds: what a function in Python asks of its own arguments: `if n == 0`, `len(items) < 2`,
// `if not text`, `isinstance(n, int)`. Who wrote the function had such inputs in mind, so that they
// are inputs of the problem even where none of the given ones is like them. The condition of a loop
// says nothing about the argument as it came, nor does what is asked after the name got another
// value, or in a function that calls itself.
//
// Pure; thread-safe; time linear in the text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/grow/values/data_value.h"

namespace assay::grow {

struct Bound {
  enum class Of {
    kValue,   // of the argument
    kLength,  //
    kTruth,   // met by what is false: nothing, zero
    kWhole,   // whether it is a whole number; met by one that isn't
  };

  size_t argument = 0;  // from 0
  Of of = Of::kValue;
  int64_t value = 0;  // of kValue and kLength, on either side of the bound
};

// Of the first function of that name, in the order of the text, no two alike.
std::vector<Bound> BoundsOf(const std::string& code, const std::string& function);

// Whether what meets it is of another type than the argument.
inline bool ChangesType(const Bound& bound) {
  return bound.of == Bound::Of::kWhole;
}

// `value` made to meet the bound: another number, the beginning of a list or a text. `value` itself
// where it can't: it is of another type, or too short.
DataValue Meet(const Bound& bound, const DataValue& value);

}  // namespace assay::grow
