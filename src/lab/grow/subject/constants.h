// Constants: the numbers and texts that a program has in its source. Where a program decides, the
// values that it compares with are there: inputs that have them meet its bounds exactly, which
// random ones rarely do.
//
// Pure; thread-safe.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/values/data_value.h"

namespace assay::grow {

class Constants {
 public:
  // None.
  Constants() = default;
  // Integers come with both neighbours, texts without their quotes. None: the language isn't known.
  Constants(const std::string& language, const std::string& code);

  bool empty() const { return all_.empty(); }
  // In the order of the source, no two alike.
  const std::vector<DataValue>& all() const { return all_; }

  // `value` with some of what it holds replaced by constants of the same type; each text with a
  // number in it may get another number there. Often equal to `value`.
  DataValue PutInto(const DataValue& value, Dice* dice) const;
  // A list of those that fit the items of `list`, all of them; `list` itself where none do.
  DataValue AllInto(const DataValue& list) const;

 private:
  void Add(DataValue value, std::set<std::string>* seen);
  // What a value of the kind may be replaced by: integers stand for decimals, too.
  const std::vector<DataValue>& Fitting(DataValue::Kind kind) const;
  std::string PutIntoText(const std::string& text, Dice* dice) const;

  std::vector<DataValue> all_, integers_, decimals_, texts_;
};

}  // namespace assay::grow
