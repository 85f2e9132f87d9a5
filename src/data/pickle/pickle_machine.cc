// A map: the names of what is refused; the loop; texts, numbers, containers, the memo; then the
// bytes and the stack that they work on.

#include "data/pickle/pickle_machine.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "base/text.h"
#include "data/pickle/pickle_texts.h"

namespace assay::pickle {
namespace {

constexpr uint8_t kHighestProtocol = 5;

// Opcodes by their names in Python's pickletools.
enum Opcode : uint8_t {
  kMark = '(',
  kStop = '.',
  kNone = 'N',
  kInt = 'I',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kLong = 'L',
  kBinInt2 = 'M',
  kFloat = 'F',
  kBinFloat = 'G',
  kString = 'S',
  kBinString = 'T',
  kShortBinString = 'U',
  kUnicode = 'V',
  kBinUnicode = 'X',
  kAppend = 'a',
  kDict = 'd',
  kEmptyDict = '}',
  kAppends = 'e',
  kGet = 'g',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kList = 'l',
  kEmptyList = ']',
  kPut = 'p',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kEmptyTuple = ')',
  kSetItems = 'u',
  kProto = 0x80,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kLong1 = 0x8A,
  kLong4 = 0x8B,
  kShortBinUnicode = 0x8C,
  kBinUnicode8 = 0x8D,
  kMemoize = 0x94,
  kFrame = 0x95,
};

// What people should read about an opcode that is not run.
std::string Name(uint8_t opcode) {
  switch (opcode) {
    case 'c': return "GLOBAL: it would import";
    case 0x93: return "STACK_GLOBAL: it would import";
    case 'R': return "REDUCE: it would call";
    case 'i': return "INST: it would call";
    case 'o': return "OBJ: it would call";
    case 0x81: return "NEWOBJ: it would call";
    case 0x92: return "NEWOBJ_EX: it would call";
    case 'b': return "BUILD: it would change an object";
    case 'P':
    case 'Q': return "PERSID: it refers to what is elsewhere";
    case 0x82:
    case 0x83:
    case 0x84: return "EXT: it would import";
    case 'B':
    case 'C':
    case 0x8E:
    case 0x96: return "bytes, which are no text";
    default: break;
  }
  return fmt::format("the opcode 0x{:02x}", opcode);
}

}  // namespace

Error BadPickle(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "data.pickle", 0, what};
}

Status PickleMachine::Run() {
  while (!stopped_) {
    ASSAY_ASSIGN_OR_RETURN(const std::string_view opcode, Take(1));
    ASSAY_RETURN_IF_ERROR(Step(static_cast<uint8_t>(opcode[0])));
  }
  if (at_ != bytes_.size()) return BadPickle("there is more after the pickle");
  return {};
}

Status PickleMachine::Step(uint8_t opcode) {
  switch (opcode) {
    case kProto: {
      ASSAY_ASSIGN_OR_RETURN(const uint64_t protocol, TakeSize(1));
      if (protocol > kHighestProtocol) return BadPickle("the pickle is of an unknown protocol");
      return {};
    }
    // A frame only says how much to read at once.
    case kFrame: {
      ASSAY_ASSIGN_OR_RETURN(const uint64_t size, TakeSize(8));
      if (size > bytes_.size() - at_) return BadPickle("the pickle ends in its middle");
      return {};
    }
    case kStop: {
      if (stack_.size() != 1 || !marks_.empty()) return BadPickle("the pickle is damaged");
      root_ = stack_.back();
      stopped_ = true;
      return {};
    }
    case kNone: return Push({Value::Kind::kNone});
    case kNewTrue: return Push({Value::Kind::kTrue});
    case kNewFalse: return Push({Value::Kind::kFalse});
    case kString:
    case kBinString:
    case kShortBinString:
    case kUnicode:
    case kBinUnicode:
    case kShortBinUnicode:
    case kBinUnicode8: return Text(opcode);
    case kInt:
    case kBinInt:
    case kBinInt1:
    case kBinInt2:
    case kLong:
    case kLong1:
    case kLong4:
    case kFloat:
    case kBinFloat: return Number(opcode);
    case kMark:
    case kEmptyList:
    case kEmptyTuple:
    case kEmptyDict:
    case kList:
    case kTuple:
    case kDict:
    case kTuple1:
    case kTuple2:
    case kTuple3:
    case kAppend:
    case kAppends:
    case kSetItem:
    case kSetItems: return Container(opcode);
    case kPut:
    case kBinPut:
    case kLongBinPut:
    case kMemoize:
    case kGet:
    case kBinGet:
    case kLongBinGet: return Memo(opcode);
    default: return BadPickle("the pickle holds more than plain data (" + Name(opcode) + ")");
  }
}

Status PickleMachine::Text(uint8_t opcode) {
  if (opcode == kUnicode || opcode == kString) {
    ASSAY_ASSIGN_OR_RETURN(const std::string_view line, TakeLine());
    std::optional<std::string> text =
        opcode == kUnicode ? FromRawUnicodeEscape(line) : FromQuotedString(line);
    if (!text) return BadPickle("a text of the pickle is damaged");
    return PushOwned(Value::Kind::kText, *std::move(text));
  }
  const bool one_byte = opcode == kShortBinString || opcode == kShortBinUnicode;
  ASSAY_ASSIGN_OR_RETURN(const uint64_t size, TakeSize(one_byte                 ? 1
                                                       : opcode == kBinUnicode8 ? 8
                                                                                : 4));
  ASSAY_ASSIGN_OR_RETURN(const std::string_view text, Take(size));
  if (!IsValidUtf8(text)) return BadPickle("a text of the pickle is not valid UTF-8");
  return Push({Value::Kind::kText, text});
}

Status PickleMachine::Number(uint8_t opcode) {
  switch (opcode) {
    case kInt:
    case kLong:
    case kFloat: {
      ASSAY_ASSIGN_OR_RETURN(std::string_view line, TakeLine());
      // Protocol 0 has no other way to say these.
      if (opcode == kInt && line == "01") return Push({Value::Kind::kTrue});
      if (opcode == kInt && line == "00") return Push({Value::Kind::kFalse});
      if (opcode == kLong && line.ends_with('L')) line.remove_suffix(1);
      std::optional<std::string> text = opcode == kFloat ? FromFloatText(line) : FromIntText(line);
      if (!text) return BadPickle("a number of the pickle is damaged");
      return PushOwned(Value::Kind::kNumber, *std::move(text));
    }
    case kBinFloat: {
      ASSAY_ASSIGN_OR_RETURN(const std::string_view bytes, Take(8));
      uint64_t bits = 0;
      for (const char byte : bytes) bits = bits << 8 | static_cast<uint8_t>(byte);
      return PushOwned(Value::Kind::kNumber, FloatText(std::bit_cast<double>(bits)));
    }
    case kLong1:
    case kLong4: {
      ASSAY_ASSIGN_OR_RETURN(const uint64_t size, TakeSize(opcode == kLong1 ? 1 : 4));
      ASSAY_ASSIGN_OR_RETURN(const std::string_view bytes, Take(size));
      std::optional<std::string> text = FromLongBytes(bytes);
      if (!text) return BadPickle("a number of the pickle is too long");
      return PushOwned(Value::Kind::kNumber, *std::move(text));
    }
    default: break;
  }
  ASSAY_ASSIGN_OR_RETURN(const uint64_t bits, TakeSize(opcode == kBinInt1   ? 1
                                                       : opcode == kBinInt2 ? 2
                                                                            : 4));
  const int64_t value = opcode == kBinInt ? static_cast<int32_t>(static_cast<uint32_t>(bits))
                                          : static_cast<int64_t>(bits);
  return PushOwned(Value::Kind::kNumber, std::to_string(value));
}

Status PickleMachine::Container(uint8_t opcode) {
  switch (opcode) {
    case kMark: marks_.push_back(stack_.size()); return {};
    case kEmptyList:
    case kEmptyTuple: return Push({Value::Kind::kList});
    case kEmptyDict: return Push({Value::Kind::kDict});
    case kList:
    case kTuple:
    case kDict:
    case kAppends:
    case kSetItems: {
      ASSAY_ASSIGN_OR_RETURN(std::vector<uint32_t> items, PopMark());
      if (opcode == kAppends) return Extend(Value::Kind::kList, items);
      if (opcode == kSetItems) return Extend(Value::Kind::kDict, items);
      return Collect(opcode == kDict ? Value::Kind::kDict : Value::Kind::kList, std::move(items));
    }
    case kTuple1:
    case kTuple2:
    case kTuple3:
    case kAppend:
    case kSetItem: {
      const size_t count = opcode == kAppend    ? 1
                           : opcode == kSetItem ? 2
                                                : static_cast<size_t>(opcode - kTuple1 + 1);
      std::vector<uint32_t> items(count);
      for (size_t i = count; i-- > 0;) {
        ASSAY_ASSIGN_OR_RETURN(items[i], Pop());
      }
      if (opcode == kAppend) return Extend(Value::Kind::kList, items);
      if (opcode == kSetItem) return Extend(Value::Kind::kDict, items);
      return Collect(Value::Kind::kList, std::move(items));
    }
    default: break;
  }
  return BadPickle("the pickle is damaged");
}

Status PickleMachine::Memo(uint8_t opcode) {
  if (opcode == kMemoize) return Remember(memo_.size());
  if (opcode == kPut || opcode == kGet) {
    ASSAY_ASSIGN_OR_RETURN(const std::string_view line, TakeLine());
    uint64_t key = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), key);
    if (error != std::errc() || end != line.data() + line.size()) {
      return BadPickle("a reference of the pickle is damaged");
    }
    return opcode == kPut ? Remember(key) : Recall(key);
  }
  const bool one_byte = opcode == kBinPut || opcode == kBinGet;
  ASSAY_ASSIGN_OR_RETURN(const uint64_t key, TakeSize(one_byte ? 1 : 4));
  return opcode == kBinPut || opcode == kLongBinPut ? Remember(key) : Recall(key);
}

Result<std::string_view> PickleMachine::Take(uint64_t size) {
  if (size > bytes_.size() - at_) return BadPickle("the pickle ends in its middle");
  const std::string_view taken = bytes_.substr(at_, size);
  at_ += size;
  return taken;
}

Result<std::string_view> PickleMachine::TakeLine() {
  const size_t end = bytes_.find('\n', at_);
  if (end == std::string_view::npos) return BadPickle("the pickle ends in its middle");
  const std::string_view line = bytes_.substr(at_, end - at_);
  at_ = end + 1;
  return line;
}

Result<uint64_t> PickleMachine::TakeSize(size_t bytes) {
  ASSAY_ASSIGN_OR_RETURN(const std::string_view taken, Take(bytes));
  uint64_t size = 0;
  for (size_t i = 0; i < bytes; ++i) size |= uint64_t{static_cast<uint8_t>(taken[i])} << (8 * i);
  return size;
}

Status PickleMachine::Push(Value value) {
  if (values_.size() >= UINT32_MAX) return BadPickle("the pickle has too many values");
  stack_.push_back(static_cast<uint32_t>(values_.size()));
  values_.push_back(std::move(value));
  return {};
}

Status PickleMachine::PushOwned(Value::Kind kind, std::string text) {
  owned_.push_back(std::move(text));
  return Push({kind, owned_.back()});
}

Result<uint32_t> PickleMachine::Pop() {
  const size_t floor = marks_.empty() ? 0 : marks_.back();
  if (stack_.size() <= floor) return BadPickle("the pickle is damaged");
  const uint32_t top = stack_.back();
  stack_.pop_back();
  return top;
}

Result<std::vector<uint32_t>> PickleMachine::PopMark() {
  if (marks_.empty()) return BadPickle("the pickle is damaged");
  const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
  std::vector<uint32_t> items(begin, stack_.end());
  stack_.erase(begin, stack_.end());
  marks_.pop_back();
  return items;
}

Status PickleMachine::Collect(Value::Kind kind, std::vector<uint32_t> items) {
  if (kind == Value::Kind::kDict && items.size() % 2 != 0)
    return BadPickle("the pickle is damaged");
  return Push({kind, {}, std::move(items)});
}

Status PickleMachine::Extend(Value::Kind kind, const std::vector<uint32_t>& items) {
  const size_t floor = marks_.empty() ? 0 : marks_.back();
  if (stack_.size() <= floor) return BadPickle("the pickle is damaged");
  Value& top = values_[stack_.back()];
  if (top.kind != kind || (kind == Value::Kind::kDict && items.size() % 2 != 0)) {
    return BadPickle("the pickle is damaged");
  }
  top.items.insert(top.items.end(), items.begin(), items.end());
  return {};
}

Status PickleMachine::Remember(uint64_t key) {
  const size_t floor = marks_.empty() ? 0 : marks_.back();
  if (stack_.size() <= floor) return BadPickle("the pickle is damaged");
  memo_[key] = stack_.back();
  return {};
}

Status PickleMachine::Recall(uint64_t key) {
  const auto found = memo_.find(key);
  if (found == memo_.end()) return BadPickle("a reference of the pickle leads nowhere");
  stack_.push_back(found->second);
  return {};
}

}  // namespace assay::pickle
