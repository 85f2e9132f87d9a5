// Parser: what may follow a value: units of measure and words that annotate it.
#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "math/lexicon/units.h"
#include "math/lexicon/words.h"
#include "math/read/parser.h"

namespace assay::math {
namespace {

constexpr int kMaxAnnotationWords = 12;

// After these words the value before them is not the answer.
bool ChangesMeaning(const std::string& word) {
  for (const char* negation :
       {"not",       "no",       "never",      "except",      "than",      "more",     "less",
        "undefined", "wrong",    "incorrect",  "if",          "when",      "where",    "for",
        "is",        "are",      "exists",     "exist",       "does",      "but",      "times",
        "modulo",    "least",    "most",       "above",       "below",     "over",     "under",
        "maybe",     "possibly", "unless",     "false",       "mille",     "half",     "halves",
        "thirds",    "fourths",  "quarters",   "fifths",      "sixths",    "sevenths", "eighths",
        "ninths",    "tenths",   "hundredths", "thousandths", "factorial", "doubled",  "tripled",
        "halved",    "upwards"}) {
    if (word == negation) return true;
  }
  return false;
}

template <size_t N>
bool IsOneOf(std::string_view word, const std::string_view (&list)[N]) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// The same of words of Chinese and Japanese, which have what they count in them, too: 种不同的方法
// (different ways) changes nothing.
bool ChangesMeaningInChinese(std::string_view word) {
  static constexpr std::string_view kWhole[] = {
      "平方", "立方", "成",   "又",   "か",   "と",     "加",     "减", "乘", "除", "乘以",
      "除以", "错",   "错误", "无解", "不对", "不成立", "不正确", "负", "半", "到", "至"};
  static constexpr std::string_view kAnywhere[] = {
      "不是", "不等于", "以上", "以下",   "以内",   "的平方", "的立方",  "分之",
      "或",   "还是",   "還是", "的倒数", "相反数", "更多",   "もしくは"};
  static constexpr std::string_view kFirst[] = {"超过", "大于", "小于", "十", "〜", "～"};
  const auto begins = [&](std::string_view first) { return StartsWith(word, first); };
  const auto has = [&](std::string_view part) { return word.find(part) != word.npos; };
  return IsOneOf(word, kWhole) || std::any_of(std::begin(kAnywhere), std::end(kAnywhere), has) ||
         std::any_of(std::begin(kFirst), std::end(kFirst), begins);
}

// Such words do only at the end, or before one that says so: "1 third", "3 plus one" and "3 ten"
// do, "3 third-graders", "3 plus signs" and "3 ten-dollar bills" don't.
bool ChangesMeaningBefore(std::string_view unit, const std::string& word, const Token& next) {
  static constexpr std::string_view kParts[] = {
      "third", "fourth",    "fifth",      "sixth", "seventh",    "eighth", "ninth",
      "tenth", "hundredth", "thousandth", "gross", "impossible", "twice",  "millionth"};
  const std::string following = next.type == Tok::kWord ? AsciiLower(next.text) : "";
  const bool last = next.type == Tok::kEnd;
  if (IsOneOf(word, kParts)) return last || following == "of";
  if (word == "plus" || word == "minus") return following != "sign" && following != "signs";
  if (word == "divided" || word == "multiplied") return following == "by";
  if (word == "raised") return following == "to";
  const std::string_view before = unit.substr(unit.rfind(' ') + 1);
  if (word == "power") return before == "the";
  const bool leads = before == "point" || before == "by" || (unit.empty() && last);
  return SmallNumber(word) >= 2 && leads;
}

// 万 and 亿 before a unit: "3.5万元"; takes them off the word.
const char* ChineseMagnitude(std::string* word) {
  static constexpr std::pair<std::string_view, const char*> kMagnitudes[] = {
      {"万亿", "1000000000000"}, {"千万", "10000000"}, {"百万", "1000000"},
      {"十万", "100000"},        {"亿", "100000000"},  {"万", "10000"},
  };
  for (const auto& [name, factor] : kMagnitudes) {
    if (!StartsWith(*word, name)) continue;
    word->erase(0, name.size());
    return factor;
  }
  if (*word == "千" || *word == "百") {
    const bool thousand = *word == "千";
    word->clear();
    return thousand ? "1000" : "100";
  }
  return nullptr;
}

const char* Multiplier(const std::string& word) {
  if (word == "tens") return "10";
  if (word == "hundred" || word == "hundreds") return "100";
  if (word == "dozen" || word == "dozens") return "12";
  if (word == "lakh" || word == "lakhs") return "100000";
  if (word == "crore" || word == "crores") return "10000000";
  if (word == "thousand" || word == "thousands") return "1000";
  if (word == "million" || word == "millions") return "1000000";
  if (word == "billion" || word == "billions") return "1000000000";
  if (word == "trillion" || word == "trillions") return "1000000000000";
  return nullptr;
}

}  // namespace

// m, s, g, … set upright after a number.
bool Parser::IsUnitLetter(const Token& token) const {
  if (token.type != Tok::kSymbol || !token.styled || token.text.size() != 1) return false;
  return std::string_view("msghlLnNjJwWvVkKaACF").find(token.text[0]) != std::string_view::npos;
}

// Degrees of an angle, or of a temperature when C, F, Celsius or Fahrenheit follow.
const Node* Parser::Degrees(const Node* value) {
  const Token& token = Peek();
  const std::string lower = AsciiLower(token.text);
  const bool letter = token.type == Tok::kSymbol && (token.text == "C" || token.text == "F") &&
                      Peek(1).type != Tok::kSymbol && !Is('_', 1) && !Is('^', 1);
  const bool word = token.type == Tok::kWord &&
                    (lower == "celsius" || lower == "centigrade" || lower == "fahrenheit");
  if (!letter && !word) return arena_->Unary(Kind::kDegree, value);
  Next();
  Node* node = arena_->New(Kind::kUnit);
  node->kids = {value};
  node->name = lower[0] == 'c' ? "celsius" : "fahrenheit";
  return node;
}

bool Parser::AtUnitTail(const Node* value) const {
  if (!IsScalar(value) && value->kind != Kind::kRatio && value->kind != Kind::kPlusMinus &&
      value->kind != Kind::kBracket) {
    return false;
  }
  const Token& token = Peek();
  if (token.type == Tok::kWord) return !IsWord("and") && !IsWord("or") && !AtConditionWord();
  if (token.type == Tok::kCurrency) return true;
  if (Is('(') && Peek(1).type == Tok::kWord) return true;
  if (IsUnitLetter(token) && !HasSymbol(value)) return true;
  return Is('/') && (Peek(1).type == Tok::kWord);
}

const Node* Parser::UnitTail(const Node* value) {
  std::string unit;
  int words = 0;
  int open = 0;
  bool multiplied = false;
  while (true) {
    const Token& token = Peek();
    if (!budget_->Charge(2) || words > kMaxAnnotationWords) return Fail();
    if (token.type == Tok::kWord) {
      const std::string lower = AsciiLower(token.text);
      if ((lower == "and" || lower == "or" || AtConditionWord()) && open == 0) break;
      if (open == 0 && (ChangesMeaning(lower) || ChangesMeaningInChinese(lower))) return Fail();
      if (open == 0 && ChangesMeaningBefore(unit, lower, Peek(1))) return Fail();
      const bool alone = Is(')', 1) && pos_ > 0 && tokens_[pos_ - 1].text == "(";
      if (alone && ChangesMeaning(lower)) return Fail();  // "3 (wrong)"
      if (lower == "‰" && words == 0) {
        value = arena_->Binary(Kind::kDiv, value, arena_->Integer(int64_t{1000}));
        Next();
        continue;
      }
      const bool first = words == 0 && !multiplied;
      std::string word = token.text;
      const char* multiplier = first ? Multiplier(lower) : nullptr;
      if (multiplier != nullptr) word.clear();
      if (multiplier == nullptr && first) multiplier = ChineseMagnitude(&word);
      if (multiplier != nullptr) {
        value = arena_->Binary(Kind::kMul, value, arena_->Integer(multiplier));
        multiplied = true;
      }
      const bool squared = lower == "squared";
      if (squared || lower == "cubed") {  // of the unit, or of the value itself
        if (unit.empty()) {
          value = arena_->Binary(Kind::kPow, value, arena_->Integer(squared ? 2 : 3));
        } else {
          unit += squared ? "^2" : "^3";
        }
      } else if (!word.empty()) {
        if (!unit.empty() && unit.back() != '/' && unit.back() != '*') unit += ' ';
        unit += word;
        ++words;
      }
    } else if (token.type == Tok::kCurrency) {
      unit += token.text;
      ++words;
    } else if (token.type == Tok::kSymbol && token.text.size() <= 3) {
      if (!unit.empty() && unit.back() != '/' && unit.back() != '*') unit += ' ';
      unit += token.text;
      ++words;
    } else if (Is('/') || Is('*')) {
      unit += token.text;
    } else if (Is('(')) {
      ++open;
    } else if (Is(')') && open > 0) {
      --open;
    } else if (Is('{') || (Is('}') && unit.find('^') != std::string::npos && unit.back() != '}')) {
      if (Is('}')) {
        // closes the exponent of a unit, unless the value itself sits in an outer group
        if (tokens_[pos_ - 1].type != Tok::kNumber) break;
      }
    } else if (Is('^')) {
      unit += '^';
    } else if (Is('-') && !unit.empty() && unit.back() != '^' && IsUnitLetter(Peek(1))) {
      unit += '*';
    } else if (Is('-') && (Peek(1).type == Tok::kWord || (!unit.empty() && unit.back() == '^'))) {
      unit += unit.empty() || unit.back() != '^' ? ' ' : '-';
    } else if (token.type == Tok::kNumber && !unit.empty() &&
               (unit.back() == '^' || unit.back() == '-' || !token.space_before) &&
               token.text.size() == 1) {
      unit += token.text;
    } else if (Is('\'')) {
    } else {
      break;
    }
    Next();
  }
  if (open != 0) return Fail();
  if (unit.empty()) return value;
  if (unit == "per cent") return arena_->Unary(Kind::kPercent, value);
  Node* node = arena_->New(Kind::kUnit);
  node->kids = {value};
  node->name = std::move(unit);
  return node;
}

}  // namespace assay::math
