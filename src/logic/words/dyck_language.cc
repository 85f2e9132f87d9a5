#include <array>

#include "logic/model/facts.h"
#include "logic/words/brackets.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct DyckLanguageSize {
  size_t length;
  size_t types;
  size_t deepest;
};
constexpr std::array<DyckLanguageSize, 5> kDyckLanguageSizes = {
    {{6, 2, 4}, {14, 3, 6}, {28, 4, 10}, {50, 4, 16}, {90, 4, 24}}};

struct DyckBeginning {
  std::string prefix;
  words::OpenBrackets state;  // after it
};

Result<DyckBeginning> ReadDyckBeginning(JsonValue facts) {
  DyckBeginning beginning;
  ASSAY_ASSIGN_OR_RETURN(beginning.prefix, words::ReadBrackets(facts, "prefix"));
  for (const char bracket : beginning.prefix) {
    if (!beginning.state.Take(bracket)) {
      return BadFacts("prefix", "must not close what isn't open");
    }
  }
  if (beginning.state.open().empty()) return BadFacts("prefix", "must leave a bracket open");
  return beginning;
}

class DyckLanguageKind final : public Kind {
 public:
  std::string_view name() const override { return "dyck_language"; }
  std::string_view summary() const override {
    return "Complete a sequence of brackets so that all are closed in the right order.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const DyckLanguageSize& size = kDyckLanguageSizes[static_cast<size_t>(difficulty - kEasiest)];
    std::string prefix = words::DrawBrackets(size.length, size.types, size.deepest, dice);
    // Not only what a walk leaves open by chance, which may be nothing.
    for (int i = 0; i <= difficulty; ++i) prefix += words::kOpening[dice->Below(size.types)];
    JsonWriter facts;
    facts.BeginObject().Key("prefix").String(prefix).EndObject();
    return {std::string(name()), difficulty,
            "A sequence of brackets of the types ( ), [ ], { } and < > is balanced when every "
            "opening bracket is closed by a closing bracket of its own type, every closing bracket "
            "closes the last opening bracket before it that is still open, and none stays open. "
            "Below is the beginning of a sequence. Add brackets at its end, as few as possible, so "
            "that it is balanced.\n\n" +
                prefix +
                "\n\nGive the final answer in a code block: only the brackets that you add, in "
                "their order.",
            facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const DyckBeginning beginning, ReadDyckBeginning(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::optional<std::string> added = words::AnswerBrackets(answer);
    if (!added) return kUnreadable;
    // It begins with an opening bracket, so what is added can't begin with it unless it is wrong.
    if (added->starts_with(beginning.prefix)) added->erase(0, beginning.prefix.size());
    words::OpenBrackets state = beginning.state;
    const size_t needed = state.open().size();
    for (const char bracket : *added) {
      if (!state.Take(bracket)) return Wrong("closes_wrongly");
    }
    if (!state.open().empty()) return Wrong("stays_open");
    return added->size() == needed ? kRight : Wrong("not_shortest");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const DyckBeginning beginning, ReadDyckBeginning(facts));
    return beginning.state.Closers();
  }
};

}  // namespace

const Kind& DyckLanguage() {
  static const DyckLanguageKind kind;
  return kind;
}

}  // namespace assay::logic
