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

std::vector<DataValue> OfKind(const std::vector<DataValue>& constants, Kind kind) {
  std::vector<DataValue> fitting;
  for (const DataValue& each : constants) {
    if (each.kind == kind) fitting.push_back(each);
    if (kind == Kind::kFloat && each.Integer()) {
      fitting.push_back(DataValue::OfFloat(static_cast<double>(*each.Integer())));
    }
  }
  return fitting;
}

std::string TextWithConstants(const std::string& text, const std::vector<DataValue>& constants,
                              Dice* dice) {
  const auto texts = OfKind(constants, Kind::kText);
  const auto integers = OfKind(constants, Kind::kInteger);
  const auto numbers = NumbersIn(text);
  if (!numbers.empty() && !integers.empty() && (texts.empty() || dice->Below(2) == 0)) {
    const std::string& number = integers[dice->Below(integers.size())].text;
    return WithNumber(text, numbers[dice->Below(numbers.size())], number);
  }
  if (texts.empty()) return text;
  const auto one = [&]() -> const std::string& { return texts[dice->Below(texts.size())].text; };
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

}  // namespace

std::vector<DataValue> ConstantsOf(const std::string& language, const std::string& code) {
  std::vector<DataValue> constants;
  const auto known = mutate::MutableLanguage(language);
  if (!known) return constants;
  std::set<std::string> seen;
  const auto add = [&](DataValue value) {
    if (constants.size() < kMostConstants && seen.insert(WireOf(value)).second) {
      constants.push_back(std::move(value));
    }
  };
  const mutate::ProgramText program(*known, code);
  for (size_t i = 0; i < program.size(); ++i) {
    if (program.IsKind(i, mutate::TokenKind::kString)) {
      std::string text = Unquoted(program.Of(i));
      if (!text.empty()) add(DataValue::OfText(std::move(text)));
    }
    if (!program.IsKind(i, mutate::TokenKind::kNumber)) continue;
    if (const auto integer = NumberIn<int64_t>(program.Of(i)); integer && *integer <= kLargest) {
      for (const int64_t by : {0, -1, 1}) add(DataValue::OfInteger(*integer + by));
    } else if (const auto decimal = NumberIn<double>(program.Of(i)); decimal && *decimal < 1e300) {
      add(DataValue::OfFloat(*decimal));
    }
  }
  return constants;
}

DataValue WithConstants(const DataValue& value, const std::vector<DataValue>& constants,
                        Dice* dice) {
  if (value.holds()) {
    DataValue with = value;
    for (DataValue& each : with.items) {
      if (each.holds() || dice->Below(2) == 0) each = WithConstants(each, constants, dice);
    }
    return with;
  }
  if (value.Is(Kind::kText)) {
    return DataValue::OfText(TextWithConstants(value.text, constants, dice));
  }
  const auto fitting = OfKind(constants, value.kind);
  return fitting.empty() ? value : fitting[dice->Below(fitting.size())];
}

}  // namespace assay::grow
