#include "logic/words/brackets.h"

#include "logic/model/facts.h"

namespace assay::logic::words {
namespace {

// A beginning, and what it may need.
constexpr size_t kMostAnswerBrackets = 2 * kMostBrackets;

}  // namespace

bool Opens(char bracket) {
  return kOpening.find(bracket) != std::string_view::npos;
}

char CloserOf(char opening) {
  return kClosing[kOpening.find(opening)];
}

bool OpenBrackets::Take(char bracket) {
  if (Opens(bracket)) {
    open_ += bracket;
    return true;
  }
  if (open_.empty() || CloserOf(open_.back()) != bracket) return false;
  open_.pop_back();
  return true;
}

std::string OpenBrackets::Closers() const {
  std::string closers;
  for (auto bracket = open_.rbegin(); bracket != open_.rend(); ++bracket) {
    closers += CloserOf(*bracket);
  }
  return closers;
}

Result<std::string> ReadBrackets(JsonValue facts, std::string_view member) {
  ASSAY_ASSIGN_OR_RETURN(std::string brackets, ReadString(facts, member, kMostBrackets));
  if (brackets.empty() || brackets.find_first_not_of("([{<)]}>") != std::string::npos) {
    return BadFacts(member, "must have brackets, only");
  }
  return brackets;
}

std::optional<std::string> AnswerBrackets(std::string_view answer) {
  std::string brackets;
  for (const char c : answer) {
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
      case '\n':
      case ',':
      case '"':
      case '\'':
      case '`': continue;
      default: break;
    }
    if (!Opens(c) && kClosing.find(c) == std::string_view::npos) return std::nullopt;
    brackets += c;
    if (brackets.size() > kMostAnswerBrackets) return std::nullopt;
  }
  if (brackets.empty()) return std::nullopt;
  return brackets;
}

std::string DrawBrackets(size_t length, size_t types, size_t deepest, Dice* dice) {
  std::string brackets;
  OpenBrackets state;
  while (brackets.size() < length) {
    const size_t depth = state.open().size();
    const bool opens = depth == 0 || (depth < deepest && dice->Below(2) == 0);
    const char bracket = opens ? kOpening[dice->Below(types)] : CloserOf(state.open().back());
    state.Take(bracket);
    brackets += bracket;
  }
  return brackets;
}

}  // namespace assay::logic::words
