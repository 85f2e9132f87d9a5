// PickleMachine: the stack machine of Python's pickles, as far as plain data needs it (see
// unpickle.h). Values live in one list and refer to each other by index, so that what is shared, or
// holds itself, needs no owner. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace assay::pickle {

struct Value {
  // kNumber: its JSON text. kDict: keys and values in turn.
  enum class Kind { kNone, kTrue, kFalse, kNumber, kText, kList, kDict };
  Kind kind = Kind::kNone;
  std::string_view text = {};        // kNumber, kText; into the pickle or the machine
  std::vector<uint32_t> items = {};  // kList, kDict
};

Error BadPickle(const std::string& what);

class PickleMachine {
 public:
  // The pickle must outlive the machine.
  explicit PickleMachine(std::string_view pickle) : bytes_(pickle) {}

  // Runs the pickle to its end. Once.
  Status Run();

  // REQUIRE: Run succeeded.
  uint32_t root() const { return root_; }
  const Value& value(uint32_t index) const { return values_[index]; }

 private:
  Status Step(uint8_t opcode);
  Status Text(uint8_t opcode);
  Status Number(uint8_t opcode);
  Status Container(uint8_t opcode);
  Status Memo(uint8_t opcode);

  // Bytes of the pickle. Torn ones are an error.
  Result<std::string_view> Take(uint64_t size);
  Result<std::string_view> TakeLine();
  Result<uint64_t> TakeSize(size_t bytes);  // little-endian

  Status Push(Value value);
  Status PushOwned(Value::Kind kind, std::string text);
  Result<uint32_t> Pop();
  // What stands above the topmost mark, which goes, too.
  Result<std::vector<uint32_t>> PopMark();
  Status Collect(Value::Kind kind, std::vector<uint32_t> items);
  // Adds to the list or dict on top.
  Status Extend(Value::Kind kind, const std::vector<uint32_t>& items);
  Status Remember(uint64_t key);
  Status Recall(uint64_t key);

  const std::string_view bytes_;
  size_t at_ = 0;
  std::vector<Value> values_;
  std::deque<std::string> owned_;  // texts that don't stand in the pickle as they are
  std::vector<uint32_t> stack_;
  std::vector<size_t> marks_;  // sizes of the stack
  std::unordered_map<uint64_t, uint32_t> memo_;
  bool stopped_ = false;
  uint32_t root_ = 0;
};

}  // namespace assay::pickle
