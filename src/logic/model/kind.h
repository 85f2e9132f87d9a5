// Kind: one kind of puzzle, with a generator, a verifier that accepts every right answer, and a
// solver that finds one from what the verifier knows.
//
// A puzzle is its prompt for a model and its `facts`, a JSON object with all that a verifier needs
// and nothing that only a generator knew: no intended answer, where the rules alone decide. So a
// row of a data set judges the same wherever it came from. What stands in a member's name is
// documented at each kind. Kinds have no state: every function is pure, the same for the same
// arguments on every machine, and thread-safe.
//
// The kinds follow those that SynLogic (Liu et al. 2025, arXiv 2505.19641) names; rules, prompts
// and programs are our own.
#pragma once

#include <string>
#include <string_view>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic {

struct Puzzle {
  std::string kind;
  int difficulty = 1;
  std::string prompt;
  std::string facts;  // JSON
};

// What was said of an answer. `reason` is a code of letters and underscores: "right", "unreadable",
// or the rule that is broken, as "row_repeats".
struct Verdict {
  bool right = false;
  std::string_view reason;  // a literal
};

inline constexpr Verdict kRight{true, "right"};
inline constexpr Verdict Wrong(std::string_view reason) {
  return {false, reason};
}
// It doesn't have the form that the prompt asks for.
inline constexpr Verdict kUnreadable{false, "unreadable"};

inline constexpr int kEasiest = 1;
inline constexpr int kHardest = 5;
// An answer of more bytes is unreadable, whatever is in it.
inline constexpr size_t kMostAnswerBytes = 16 << 10;

class Kind {
 public:
  Kind() = default;
  Kind(const Kind&) = delete;
  Kind& operator=(const Kind&) = delete;
  virtual ~Kind() = default;

  // As in data sets and requests: "word_sorting".
  virtual std::string_view name() const = 0;
  // For people, one line.
  virtual std::string_view summary() const = 0;

  // A puzzle with at least one right answer. REQUIRES: kEasiest <= difficulty <= kHardest.
  virtual Puzzle Make(int difficulty, Dice* dice) const = 0;

  // Whether what a model gave as its answer (the text inside the block that the prompt asks for) is
  // right. Any bytes may come. Within 0.2 ms for puzzles that Make makes. An error
  // (kInvalidArgument with the field) when the facts are those of no puzzle of this kind; bounds on
  // their sizes are part of that, so that hostile facts cost no more than a millisecond or so.
  virtual Result<Verdict> Verify(JsonValue facts, std::string_view answer) const = 0;

  // A right answer in the form that the prompt asks for, found from the facts alone. An error when
  // they are no puzzle's, when there is no answer, or when the search is given up after a bounded
  // number of steps (never for what Make makes).
  virtual Result<std::string> Solve(JsonValue facts) const = 0;
};

}  // namespace assay::logic
