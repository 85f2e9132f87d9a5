// Pattern: a regular expression of a request, matched against what models wrote.
//
// RE2 matches in time linear in the text, whatever the pattern and the text are; std::regex
// backtracks, and its recursion can end the process. The price is that patterns know no
// back-references and no look-around: they are refused, with RE2's words.
//
// Immutable; thread-safe. Copies share the compiled program.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace assay::scoring {

class Pattern {
 public:
  static constexpr size_t kMostBytes = 4096;
  // Of the compiled program, in RE2's instructions: with the bound on texts, the bound on time.
  static constexpr int kMostInstructions = 5000;
  // Longer texts are not looked at: their reader calls that no match.
  static constexpr size_t kMostTextBytes = 1 << 20;

  // kInvalidArgument says what is wrong with the text.
  static Result<Pattern> Compile(std::string_view text);

  struct Span {
    size_t begin = 0;
    size_t end = 0;
  };
  // The first match from `from` on. REQUIRES: from <= text.size().
  std::optional<Span> Find(std::string_view text, size_t from = 0) const;
  bool MatchesAll(std::string_view text) const;

 private:
  explicit Pattern(std::shared_ptr<const re2::RE2> program) : program_(std::move(program)) {}

  std::shared_ptr<const re2::RE2> program_;
};

}  // namespace assay::scoring
