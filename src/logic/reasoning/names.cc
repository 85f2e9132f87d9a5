#include "logic/reasoning/names.h"

#include <algorithm>
#include <numeric>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic::reasoning {
namespace {

constexpr size_t kMostNameLetters = 20;

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Far more than of any right answer.
constexpr size_t kMostWordsOfAnswer = 256;

enum class NameMark { kLetter, kPartsWords, kEndsLine };

NameMark MarkOf(char c) {
  switch (c) {
    case '\n':
    case '[':
    case ']':
    case '(':
    case ')':
    case '{':
    case '}': return NameMark::kEndsLine;
    case ' ':
    case '\t':
    case '\r':
    case ',':
    case ';':
    case ':':
    case '|':
    case '"':
    case '\'':
    case '`':
    case '=':
    case '-':
    case '*':
    case '>': return NameMark::kPartsWords;
    default: return NameMark::kLetter;
  }
}

}  // namespace

const std::vector<std::string>& FirstNames() {
  static const std::vector<std::string> kNames = {
      "Ada",  "Ben",  "Cleo", "Dan",  "Eva",  "Finn",  "Gina", "Hugo", "Iris",  "Jack",
      "Kira", "Liam", "Mona", "Noah", "Olga", "Paul",  "Rosa", "Sam",  "Tina",  "Umar",
      "Vera", "Will", "Yara", "Zoe",  "Amir", "Bella", "Carl", "Dora", "Emil",  "Fay",
      "Gus",  "Hana", "Ivan", "Jane", "Karl", "Lena",  "Max",  "Nina", "Oscar", "Pia"};
  return kNames;
}

int Between(int least, int most, Dice* dice) {
  return least + static_cast<int>(dice->Below(static_cast<size_t>(most - least + 1)));
}

std::vector<int> DrawIndices(size_t count, size_t below, Dice* dice) {
  std::vector<int> indices(below);
  std::iota(indices.begin(), indices.end(), 0);
  Shuffle(&indices, dice);
  indices.resize(count);
  return indices;
}

std::vector<std::string> DrawStrings(size_t count, std::vector<std::string> from, Dice* dice) {
  Shuffle(&from, dice);
  from.resize(count);
  return from;
}

bool AreNames(const std::vector<std::string>& names) {
  std::vector<std::string> lower;
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kMostNameLetters) return false;
    if (!std::all_of(name.begin(), name.end(), IsLetter)) return false;
    lower.push_back(Lower(name));
  }
  std::sort(lower.begin(), lower.end());
  return std::adjacent_find(lower.begin(), lower.end()) == lower.end();
}

Result<std::vector<std::string>> ReadNames(JsonValue facts, std::string_view member,
                                           size_t least_items, size_t most_items) {
  ASSAY_ASSIGN_OR_RETURN(std::vector<std::string> names,
                         ReadStrings(facts, member, least_items, most_items, kMostNameLetters));
  if (!AreNames(names)) {
    return BadFacts(member, "must be of 1 to 20 letters each, and different whatever their case");
  }
  return names;
}

int PlaceOf(const std::vector<std::string>& names, std::string_view name) {
  const std::string lower = Lower(name);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() == lower.size() && Lower(names[i]) == lower) return static_cast<int>(i);
  }
  return -1;
}

std::string StringsJson(const std::vector<std::string>& strings) {
  JsonWriter writer;
  writer.BeginArray();
  for (const std::string& each : strings) writer.String(each);
  writer.EndArray();
  return writer.Take();
}

std::string IntsJson(const std::vector<int>& ints) {
  JsonWriter writer;
  writer.BeginArray();
  for (const int each : ints) writer.Int(each);
  writer.EndArray();
  return writer.Take();
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::vector<std::vector<std::string>> AnswerLines(std::string_view answer) {
  std::vector<std::vector<std::string>> lines(1);
  size_t words = 0;
  bool inside = false;
  for (size_t i = 0; i < answer.size(); ++i) {
    const char c = answer[i];
    const char next = i + 1 < answer.size() ? answer[i + 1] : ' ';
    const NameMark mark = c == ':' && next >= '0' && next <= '9' ? NameMark::kLetter : MarkOf(c);
    if (mark != NameMark::kLetter) {
      inside = false;
      if (mark == NameMark::kEndsLine && !lines.back().empty()) lines.emplace_back();
      continue;
    }
    if (!inside && ++words > kMostWordsOfAnswer) return {};
    if (!inside) lines.back().emplace_back();
    inside = true;
    lines.back().back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<std::string> AnswerTokens(std::string_view answer) {
  std::vector<std::string> tokens;
  for (std::vector<std::string>& line : AnswerLines(answer)) {
    for (std::string& word : line) tokens.push_back(std::move(word));
  }
  return tokens;
}

}  // namespace assay::logic::reasoning
