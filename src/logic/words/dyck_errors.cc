#include <array>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "logic/words/brackets.h"
#include "logic/words/word_list.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct DyckErrorsSize {
  size_t length;
  size_t types;
  size_t deepest;
};
constexpr std::array<DyckErrorsSize, 5> kDyckErrorsSizes = {
    {{6, 2, 3}, {12, 3, 5}, {24, 4, 8}, {44, 4, 12}, {80, 4, 18}}};

int FirstDyckError(std::string_view sequence) {
  words::OpenBrackets state;
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (!state.Take(sequence[i])) return static_cast<int>(i) + 1;
  }
  return state.open().empty() ? -1 : static_cast<int>(sequence.size()) + 1;
}

// Changes one bracket of a balanced sequence, leaves one out, or exchanges two neighbours; what
// comes may be balanced.
void SpoilDyckSequence(size_t types, Dice* dice, std::string* sequence) {
  const size_t at = dice->Below(sequence->size() - 1);
  switch (dice->Below(4)) {
    case 0: sequence->erase(at, 1); break;
    case 1: std::swap((*sequence)[at], (*sequence)[at + 1]); break;
    case 2: (*sequence)[at] = words::kClosing[dice->Below(types)]; break;
    default: {
      const size_t type = dice->Below(types);
      (*sequence)[at] =
          words::Opens((*sequence)[at]) ? words::kOpening[type] : words::kClosing[type];
    }
  }
}

class DyckErrorsKind final : public Kind {
 public:
  std::string_view name() const override { return "dyck_errors"; }
  std::string_view summary() const override {
    return "Find the first bracket that makes a sequence of brackets invalid.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const DyckErrorsSize& size = kDyckErrorsSizes[static_cast<size_t>(difficulty - kEasiest)];
    std::string sequence = words::DrawBrackets(size.length, size.types, size.deepest, dice);
    words::OpenBrackets state;
    for (const char bracket : sequence) state.Take(bracket);
    const std::string closers = state.Closers();
    // One in eight stays open at its end.
    sequence += dice->Below(8) == 0 ? closers.substr(closers.empty() ? 0 : 1) : closers;
    const bool spoiled = dice->Below(5) != 0;
    while (spoiled && FirstDyckError(sequence) < 0) SpoilDyckSequence(size.types, dice, &sequence);
    JsonWriter facts;
    facts.BeginObject().Key("sequence").String(sequence).EndObject();
    return {std::string(name()), difficulty, Prompt(sequence), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const std::string sequence, words::ReadBrackets(facts, "sequence"));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    const std::vector<std::string> given = words::AnswerWords(answer);
    if (given.size() != 1) return kUnreadable;
    const std::optional<int> position = IntOf(given.front());
    if (!position) return kUnreadable;
    return *position == FirstDyckError(sequence) ? kRight : Wrong("wrong_position");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const std::string sequence, words::ReadBrackets(facts, "sequence"));
    return std::to_string(FirstDyckError(sequence));
  }

 private:
  static std::string Prompt(const std::string& sequence) {
    return "Read the sequence of brackets below from left to right; positions count from 1. A "
           "closing bracket is an error when no bracket is open before it, or when the last "
           "opening bracket that is still open is of another type; types are ( ), [ ], { } and "
           "< >. Find the position of the first such closing bracket. When there is none but some "
           "opening bracket is never closed, the answer is the position right after the end, one "
           "more than the number of brackets. When there is no error at all, it is -1.\n\n" +
           sequence + "\n\nIt has " + std::to_string(sequence.size()) +
           " brackets. Give the final answer in a code block: only the number.";
  }
};

}  // namespace

const Kind& DyckErrors() {
  static const DyckErrorsKind kind;
  return kind;
}

}  // namespace assay::logic
