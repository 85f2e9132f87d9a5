// Changes of a value as edge cases come about: a number one larger or zero, a list emptied, sorted,
// doubled, a text in the other case. Each has a name, which a grown test's origin tells.
//
// Pure; thread-safe; the same for the same dice.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/values/data_value.h"

namespace assay::grow {

struct ChangedValue {
  std::string_view change;
  DataValue value;
};

// Of the value itself, not of what it holds: each change that changes it.
std::vector<ChangedValue> ChangesOf(const DataValue& value, Dice* dice);

// The same of the value and of everything that it holds, at most `most` places of them.
using OnChanged = std::function<void(std::string_view change, DataValue whole)>;
void ForEachChange(const DataValue& value, size_t most_places, Dice* dice,
                   const OnChanged& on_changed);

// Smaller values that it may be cut down to while a search keeps what it found; smallest first.
std::vector<DataValue> SmallerThan(const DataValue& value);

}  // namespace assay::grow
