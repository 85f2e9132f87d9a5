#include "math/find/disclaim.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"

namespace assay::math {
namespace {

// How far the look goes.
constexpr size_t kMaxBytes = 80;
constexpr size_t kMaxWords = 6;

template <size_t N>
bool OneOf(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 17> kDenials = {
    "not",    "never",  "neither", "nor",  "cannot", "isnt", "arent",   "wasnt",   "except",
    "either", "unless", "cant",    "wont", "doesnt", "dont", "couldnt", "shouldnt"};
// What may stand between a denial and what it denies.
constexpr std::array<std::string_view, 23> kFillers = {
    "be",        "been",       "equal", "equals", "to",          "the",   "an",      "a",
    "answer",    "value",      "just",  "simply", "exactly",     "only",  "is",      "really",
    "precisely", "definitely", "of",    "number", "necessarily", "quite", "actually"};
// These change the number that follows at once.
constexpr std::array<std::string_view, 12> kBounds = {"least",  "most",   "than",      "between",
                                                      "under",  "below",  "above",     "over",
                                                      "longer", "beyond", "exceeding", "minimum"};
constexpr std::array<std::string_view, 13> kBoundsAfter = {
    "more", "less", "fewer", "so",    "greater", "above", "higher",
    "over", "up",   "lower", "below", "beyond",  "larger"};
constexpr std::array<std::string_view, 9> kWrong = {"wrong",      "incorrect",  "false",
                                                    "impossible", "invalid",    "excluded",
                                                    "rejected",   "extraneous", "mistaken"};
constexpr std::array<std::string_view, 5> kRight = {"the", "correct", "right", "valid", "possible"};

// What leads to another value on offer, and what may stand between.
constexpr std::array<std::string_view, 4> kOrs = {"or", "nor", "oder", "ou"};
constexpr std::array<std::string_view, 6> kHedges = {"maybe", "perhaps", "possibly",
                                                     "even",  "else",    "alternatively"};
// Stands for a number among words.
constexpr std::string_view kNumber = "#";

bool IsWordByte(char c) {
  return IsAsciiLetter(c) || c == '\'';
}
bool IsMarkup(char c) {
  return c == ' ' || c == '*' || c == '_' || c == '$' || c == '(' || c == ')' || c == '\\' ||
         c == '{' || c == '}' || c == '[' || c == ']' || c == '~';
}

// Lower case, without apostrophes: "Isn't" is "isnt".
std::string Plain(std::string_view word) {
  std::string plain;
  for (char c : word) {
    if (c != '\'') plain += c;
  }
  return AsciiLower(plain);
}

// The words of the same clause before `at`, nearest first.
std::vector<std::string> WordsBefore(std::string_view text, size_t begin, size_t at) {
  begin = std::max(begin, at > kMaxBytes ? at - kMaxBytes : 0);
  std::vector<std::string> words;
  while (at > begin && words.size() < kMaxWords) {
    if (IsWordByte(text[at - 1])) {
      size_t first = at;
      while (first > begin && IsWordByte(text[first - 1])) --first;
      // A command such as \text is markup.
      const bool command = first > begin && text[first - 1] == '\\';
      if (!command) words.push_back(Plain(text.substr(first, at - first)));
      at = first;
    } else if (IsMarkup(text[at - 1])) {
      --at;
    } else {
      break;
    }
  }
  return words;
}

// The words after `at`; a comma directly behind the item is passed.
std::vector<std::string> WordsAfter(std::string_view text, size_t at, size_t end) {
  end = std::min(end, at + kMaxBytes);
  std::vector<std::string> words;
  bool comma = true;
  while (at < end && words.size() < kMaxWords) {
    if (IsWordByte(text[at])) {
      size_t stop = at;
      while (stop < end && IsWordByte(text[stop])) ++stop;
      const bool command = text[at > 0 ? at - 1 : 0] == '\\';
      if (!command) words.push_back(Plain(text.substr(at, stop - at)));
      at = stop;
    } else if (IsMarkup(text[at])) {
      ++at;
    } else if (text[at] == ',' && comma && words.empty()) {
      comma = false;
      ++at;
    } else {
      break;
    }
  }
  if (at < end && (IsDigit(text[at]) || text[at] == '-')) words.emplace_back(kNumber);
  return words;
}

// "or 17", "or maybe 17": two values on offer.
bool OffersAnother(const std::vector<std::string>& words) {
  if (words.empty() || !OneOf(words[0], kOrs)) return false;
  size_t next = 1;
  while (next < words.size() && OneOf(words[next], kHedges)) ++next;
  return next < words.size() && words[next] == kNumber;
}

bool DeniedBefore(const std::vector<std::string>& words) {
  if (words.empty()) return false;
  if (OneOf(words[0], kBounds)) return true;
  if (words[0] == "to" && words.size() > 1 && words[1] == "up") return true;
  if (words.size() > 1 && words[0] == "of" && words[1] == "one") return true;
  if (words.size() > 1 && words[0] == "but" && words[1] == "anything") return true;
  for (const std::string& word : words) {
    if (OneOf(word, kDenials)) return true;
    if (!OneOf(word, kFillers)) return false;
  }
  return false;
}

bool DeniedAfter(const std::vector<std::string>& words) {
  if (words.size() < 2) return false;
  if (OffersAnother(words)) return true;
  if (words[0] == "or" || words[0] == "and") return OneOf(words[1], kBoundsAfter);
  if (words[0] == "at" && (words[1] == "least" || words[1] == "most")) return true;
  if (words[0] == "isnt") return OneOf(words[1], kRight);
  const bool verb = words[0] == "is" || words[0] == "are" || words[0] == "was";
  if (!verb) return false;
  if (OneOf(words[1], kWrong)) return true;
  return words[1] == "not" && words.size() > 2 && OneOf(words[2], kRight);
}

// "either 16 or 17": the second of two on offer.
bool OfferedBefore(std::string_view text, Span range, size_t at) {
  const std::vector<std::string> words = WordsBefore(text, range.begin, at);
  if (words.empty() || (words[0] != "or" && words[0] != "nor")) return false;
  const size_t begin = std::max(range.begin, at > kMaxBytes ? at - kMaxBytes : 0);
  const std::string before = AsciiLower(text.substr(begin, at - begin));
  const size_t sentence = std::max(before.rfind(". ") + 1, before.rfind('\n') + 1);
  return before.find("either ", sentence) != before.npos;
}

// 不是3; 3或4.
bool DeniedInChinese(std::string_view text, Span range, Span item) {
  size_t before = item.begin;
  while (before > 0 && IsMarkup(text[before - 1])) --before;
  size_t after = item.end;
  while (after < range.end && IsMarkup(text[after])) ++after;
  const std::string_view left = text.substr(0, before);  // the statement begins behind its verb
  for (const std::string_view denial : {"不是", "并非", "不等于", "不为"}) {
    if (left.ends_with(denial)) return true;
  }
  std::string_view right = text.substr(after, range.end - after);
  if (!StartsWith(right, "或")) return false;
  right.remove_prefix(StartsWith(right, "或者") ? 6 : 3);
  // Formulas on both sides are a list, which is read as one.
  return !right.empty() && IsDigit(right[0]);
}

}  // namespace

bool Disclaimed(std::string_view text, Span range, Span item) {
  return DeniedInChinese(text, range, item) || OfferedBefore(text, range, item.begin) ||
         DeniedBefore(WordsBefore(text, range.begin, item.begin)) ||
         DeniedAfter(WordsAfter(text, item.end, range.end));
}

bool BoxDenied(std::string_view text, Span range, Span box) {
  const std::vector<std::string> after = WordsAfter(text, box.end, range.end);
  // Of a letter or a statement it may be what was asked for: "statement C is false".
  const std::string_view inside = text.substr(box.begin, box.size());
  const bool value = std::any_of(inside.begin(), inside.end(), IsDigit);
  if (value && after.size() > 1 && after[0] == "is" && OneOf(after[1], kWrong)) return true;
  for (const std::string& word : WordsBefore(text, range.begin, box.begin)) {
    if (word == "not" || word == "never" || word == "isnt" || word == "cannot" || word == "cant" ||
        word == "neither") {
      return true;
    }
    if (word != "be" && word != "equal" && word != "to" && word != "equals") return false;
  }
  return false;
}

bool DeniesNext(std::string_view gap) {
  const std::vector<std::string> words = WordsBefore(gap, 0, gap.size());
  return DeniedBefore(words);
}

}  // namespace assay::math
