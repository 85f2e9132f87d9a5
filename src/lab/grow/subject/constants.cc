#include "lab/grow/subject/constants.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "lab/grow/values/number_in_text.h"
#include "lab/mutate/programs/mutate_program.h"
#include "text/number.h"

namespace assay::grow {
namespace {

using Kind = DataValue::Kind;

constexpr size_t kLongestText = 40;
constexpr size_t kMostConstants = 200;
constexpr int64_t kLargest = 1'000'000'000'000;

// Of a short text without escapes: longer ones are prose, as Python's doc strings.
std::string Unquoted(std::string_view token) {
  const size_t begin = token.find_first_of("\"'");
  if (begin == token.npos || token.size() < begin + 3) return "";
  const std::string_view text = token.substr(begin + 1, token.size() - begin - 2);
  const bool plain = text.size() <= kLongestText && IsValidUtf8(text) &&
                     text.find_first_of("\\\"'\n") == text.npos;
  return std::string(plain ? text : "");
}

}  // namespace

Constants::Constants(const std::string& language, const std::string& code) {
  const auto known = mutate::MutableLanguage(language);
  if (!known) return;
  std::set<std::string> seen;
  const mutate::ProgramText program(*known, code);
  for (size_t i = 0; i < program.size(); ++i) {
    if (program.IsKind(i, mutate::TokenKind::kString)) {
      std::string text = Unquoted(program.Of(i));
      if (!text.empty()) Add(DataValue::OfText(std::move(text)), &seen);
    }
    if (!program.IsKind(i, mutate::TokenKind::kNumber)) continue;
    if (const auto integer = NumberIn<int64_t>(program.Of(i)); integer && *integer <= kLargest) {
      for (const int64_t by : {0, -1, 1}) Add(DataValue::OfInteger(*integer + by), &seen);
    } else if (const auto decimal = NumberIn<double>(program.Of(i)); decimal && *decimal < 1e300) {
      Add(DataValue::OfFloat(*decimal), &seen);
    }
  }
}

void Constants::Add(DataValue value, std::set<std::string>* seen) {
  if (all_.size() >= kMostConstants || !seen->insert(WireOf(value)).second) return;
  if (value.Is(Kind::kText)) texts_.push_back(value);
  if (value.Is(Kind::kFloat)) decimals_.push_back(value);
  if (const auto integer = value.Integer()) {
    integers_.push_back(value);
    decimals_.push_back(DataValue::OfFloat(static_cast<double>(*integer)));
  }
  all_.push_back(std::move(value));
}

const std::vector<DataValue>& Constants::Fitting(Kind kind) const {
  static const std::vector<DataValue> kNone;
  if (kind == Kind::kText) return texts_;
  if (kind == Kind::kInteger) return integers_;
  return kind == Kind::kFloat ? decimals_ : kNone;
}

DataValue Constants::PutInto(const DataValue& value, Dice* dice) const {
  if (value.holds()) {
    DataValue with = value;
    for (DataValue& each : with.items) {
      if (each.holds() || dice->Below(2) == 0) each = PutInto(each, dice);
    }
    return with;
  }
  if (value.Is(Kind::kText)) return DataValue::OfText(PutIntoText(value.text, dice));
  const auto& fitting = Fitting(value.kind);
  return fitting.empty() ? value : fitting[dice->Below(fitting.size())];
}

DataValue Constants::AllInto(const DataValue& list) const {
  // A dictionary's items are keys and values by turns.
  if (!list.holds() || list.Is(Kind::kDictionary) || list.items.empty()) return list;
  const auto& fitting = Fitting(list.items[0].kind);
  if (fitting.empty()) return list;
  DataValue all = list;
  all.items = fitting;
  return all;
}

std::string Constants::PutIntoText(const std::string& text, Dice* dice) const {
  const auto numbers = NumbersIn(text);
  if (!numbers.empty() && !integers_.empty() && (texts_.empty() || dice->Below(2) == 0)) {
    const std::string& number = integers_[dice->Below(integers_.size())].text;
    return WithNumber(text, numbers[dice->Below(numbers.size())], number);
  }
  if (texts_.empty()) return text;
  const auto one = [&]() -> const std::string& { return texts_[dice->Below(texts_.size())].text; };
  switch (dice->Below(4)) {
    case 0: return one();
    case 1: return text + one();
    case 2: {
      const size_t at = dice->Below(text.size() + 1);
      const std::string with = text.substr(0, at) + one() + text.substr(at);
      return IsValidUtf8(with) ? with : text;
    }
    default: {
      // Words, if it has some, or one piece behind the other.
      const std::string between = text.find(' ') == text.npos ? "" : " ";
      std::string joined = one();
      for (size_t more = dice->Below(8); more > 0; --more) joined += between + one();
      return joined;
    }
  }
}

}  // namespace assay::grow
