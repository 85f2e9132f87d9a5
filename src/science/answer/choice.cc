// Option letters.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "science/answer/found_answer.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"

namespace assay::science {
namespace {

std::optional<char> LetterAt(std::string_view text, size_t* at) {
  size_t begin = SkipSpaces(text, *at);
  for (const std::string_view word : {"option", "Option", "choice", "Choice", "answer", "Answer"}) {
    if (HasAt(text, begin, word) && At(text, begin + word.size()) == ' ') {
      begin = SkipSpaces(text, begin + word.size());
    }
  }
  const bool bracket = At(text, begin) == '(';
  size_t end = SkipSpaces(text, begin + bracket);
  const char letter = At(text, end);
  const bool upper = letter >= 'A' && letter <= 'J';
  const bool lower = bracket && letter >= 'a' && letter <= 'j';
  ++end;
  if (!(upper || lower) || IsLetter(At(text, end)) || IsDigit(At(text, end))) return std::nullopt;
  if (bracket) {
    end = SkipSpaces(text, end);
    if (At(text, end) != ')') return std::nullopt;
    ++end;
  }
  *at = end;
  return lower ? static_cast<char>(letter - 'a' + 'A') : letter;
}

}  // namespace

std::optional<Choice> ReadChoice(std::string_view plain) {
  const std::string_view text = TrimAsciiSpace(plain);
  Choice choice;
  size_t at = 0;
  while (true) {
    const std::optional<char> letter = LetterAt(text, &at);
    if (!letter) return std::nullopt;
    choice.letters += *letter;
    // "B) or (C)": the bracket of a letter that was cut out of its sentence.
    const bool cut_out = At(text, at) == ')';
    const size_t next = SkipSpaces(text, at + cut_out);
    if (next >= text.size()) break;
    // Another letter, or the option's text.
    bool another = false;
    for (const std::string_view joint : {", and ", ", or ", ",", ";", "and ", "& ", "or ", "/"}) {
      if (!HasAt(text, next, joint)) continue;
      size_t other = next + joint.size();
      size_t probe = other;
      if (!LetterAt(text, &probe)) break;
      if (joint == "or " || joint == ", or " || joint == "/") return Choice{};
      at = other;
      another = true;
      break;
    }
    if (another) continue;
    const bool bracketed = cut_out || text[at - 1] == ')';
    const bool marked = text[next] == '.' || text[next] == ':';
    if (!bracketed && !marked && text[next] != ',') return std::nullopt;
    choice.text = TrimAsciiSpace(text.substr(marked ? next + 1 : next));
    size_t second = HasAt(choice.text, 0, "or ") ? 3 : 0;
    if (second > 0 && LetterAt(choice.text, &second)) return Choice{};
    break;
  }
  std::sort(choice.letters.begin(), choice.letters.end());
  choice.letters.erase(std::unique(choice.letters.begin(), choice.letters.end()),
                       choice.letters.end());
  return choice;
}

bool HasLetterBefore(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 12;
  const size_t stop = offset - std::min(offset, kFarthest);
  const std::string plain = Plain(response.substr(stop, offset - stop));
  std::string_view text = TrimAsciiSpace(plain);
  if (!text.empty() && text.back() == '(') text = TrimAsciiSpace(text.substr(0, text.size() - 1));
  bool joined = false;
  for (const std::string_view joint : {" or", " and", ",", "/"}) {
    if (text.size() <= joint.size() || text.substr(text.size() - joint.size()) != joint) continue;
    text = TrimAsciiSpace(text.substr(0, text.size() - joint.size()));
    joined = true;
  }
  if (text.empty()) return false;
  // "A B"
  joined |= text.size() == 1;
  if (!joined) return false;
  if (text.back() == ')') text.remove_suffix(1);
  if (text.empty() || text.back() < 'A' || text.back() > 'J') return false;
  return text.size() == 1 || !IsLetter(text[text.size() - 2]);
}

bool OffersAnotherLetter(std::string_view plain, std::string_view letters) {
  // "B? C?", "(B)(C)": letters only.
  bool words = false;
  bool other = false;
  for (size_t at = 0; at < plain.size();) {
    const size_t end = WordEnd(plain, at);
    words |= end > at + 1 || IsDigit(plain[at]);
    other |= end == at + 1 && plain[at] >= 'A' && plain[at] <= 'J' &&
             letters.find(plain[at]) == std::string_view::npos;
    at = std::max(end, at + 1);
  }
  if (other && !words) return true;
  for (size_t at = 0; at < plain.size(); ++at) {
    size_t end = HedgeEnd(plain, at);
    if (end == 0) continue;
    const std::optional<char> letter = LetterAt(plain, &end);
    if (letter && letters.find(*letter) == std::string_view::npos) return true;
  }
  return false;
}

std::optional<size_t> FindMarkedLetter(std::string_view line) {
  const auto marked = [&](size_t at) {
    at = SkipSpaces(line, at);
    for (const std::string_view word : {"option ", "Option ", "choice ", "Choice ", "answer "}) {
      if (HasAt(line, at, word)) at = SkipSpaces(line, at + word.size());
    }
    const size_t letter = at + (At(line, at) == '(');
    const char mark = At(line, letter + 1);
    const bool is_letter = At(line, letter) >= 'A' && At(line, letter) <= 'J';
    const bool is_mark =
        mark == ')' || ((mark == '.' || mark == ':') && At(line, letter + 2) == ' ');
    return is_letter && is_mark ? letter : std::string_view::npos;
  };
  const size_t begin = std::min(line.find_first_not_of("#->* "), line.size());
  size_t found = marked(begin);
  if (found != std::string_view::npos) {
    for (const std::string_view turn : {" so ", "herefore", "ence ", "thus "}) {
      if (line.find(turn) != std::string_view::npos) return std::nullopt;
    }
    return found;
  }
  for (const std::string_view verb : {" is ", " be ", ": "}) {
    const size_t at = line.find(verb);
    if (at == std::string_view::npos) continue;
    found = marked(at + verb.size());
    if (found != std::string_view::npos) return found;
  }
  return std::nullopt;
}

bool IsBehindNumber(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 24;
  const size_t stop = offset - std::min(offset, kFarthest);
  const std::string plain = Plain(response.substr(stop, offset - stop));
  const std::string_view before = TrimAsciiSpace(plain);
  return !before.empty() &&
         (IsDigit(before.back()) ||
          HasAt(before, before.size() - std::min<size_t>(2, before.size()), "°"));
}

}  // namespace assay::science
