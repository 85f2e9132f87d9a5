// Sequences of brackets of up to four types. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic::words {

inline constexpr std::string_view kOpening = "([{<";
inline constexpr std::string_view kClosing = ")]}>";
inline constexpr size_t kMostBrackets = 400;

// Whether a bracket opens; and the bracket that closes what an opening one opens.
bool Opens(char bracket);
char CloserOf(char opening);

// Reads brackets, keeping those that are open.
class OpenBrackets {
 public:
  // False, without any change: it closes nothing, or another than the last open one.
  bool Take(char bracket);
  const std::string& open() const { return open_; }
  // What closes all that is open.
  std::string Closers() const;

 private:
  std::string open_;
};

// A member of facts: 1 to kMostBrackets brackets.
Result<std::string> ReadBrackets(JsonValue facts, std::string_view member);

// An answer's brackets; nothing: there are none, or more than any right answer could have, or
// something else but white space, commas and quotes is there.
std::optional<std::string> AnswerBrackets(std::string_view answer);

// A beginning of a balanced sequence, of that length, with at most `deepest` open at a time.
// REQUIRES: 1 <= types <= 4, deepest >= 1.
std::string DrawBrackets(size_t length, size_t types, size_t deepest, Dice* dice);

}  // namespace assay::logic::words
