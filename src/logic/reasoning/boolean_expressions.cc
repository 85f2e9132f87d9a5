#include <algorithm>
#include <array>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "logic/reasoning/boolean_reader.h"
#include "logic/reasoning/names.h"
#include "logic/reasoning/reasoning.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostBooleanNames = 8;
constexpr size_t kMostBooleanOptions = 12;
constexpr size_t kMostBooleanBytes = 1000;  // the deepest that Make writes has some 900
constexpr int kMostBooleanValue = 999;

struct BooleanSize {
  size_t options;
  size_t names;
  int depth;
  size_t operators;  // of kBooleanOperators
};
constexpr std::array<BooleanSize, 5> kBooleanSizes = {
    {{3, 2, 1, 2}, {4, 3, 2, 2}, {5, 3, 3, 3}, {6, 4, 4, 4}, {8, 5, 5, 4}}};
constexpr std::array<std::string_view, 4> kBooleanOperators = {"and", "or", "xor", "implies"};
constexpr std::array<std::string_view, 6> kBooleanRelations = {"<", "<=", ">", ">=", "==", "!="};
constexpr int kBooleanTries = 30;

struct BooleanTask {
  reasoning::NamedValues given;
  std::vector<std::string> options;
  std::vector<bool> truth;
};

Result<BooleanTask> ReadBooleanTask(JsonValue facts) {
  BooleanTask task;
  ASSAY_ASSIGN_OR_RETURN(task.given.names,
                         reasoning::ReadNames(facts, "names", 1, kMostBooleanNames));
  for (const std::string& name : task.given.names) {
    if (name.size() > 8 || Lower(name) != name || reasoning::IsBooleanWord(name)) {
      return BadFacts("names", "each must be of 1 to 8 letters a to z and no word of expressions");
    }
  }
  const size_t names = task.given.names.size();
  ASSAY_ASSIGN_OR_RETURN(task.given.values, ReadInts(facts, "values", names, names,
                                                     -kMostBooleanValue, kMostBooleanValue));
  ASSAY_ASSIGN_OR_RETURN(task.options,
                         ReadStrings(facts, "options", 1, kMostBooleanOptions, kMostBooleanBytes));
  for (size_t i = 0; i < task.options.size(); ++i) {
    const std::optional<bool> truth = reasoning::Evaluate(task.options[i], task.given);
    if (!truth) return BadFacts("options", "item " + std::to_string(i) + " is no expression");
    task.truth.push_back(*truth);
  }
  return task;
}

class BooleanWriter {
 public:
  BooleanWriter(const BooleanSize& size, const reasoning::NamedValues& given, Dice* dice)
      : size_(size), given_(given), dice_(dice) {}

  std::string Expression(int depth) {
    if (depth == 0) return "(" + Comparison() + ")";
    if (dice_->Below(4) == 0) return "not " + Expression(depth - 1);
    // One side may be shallower.
    const int other = static_cast<int>(dice_->Below(static_cast<size_t>(depth)));
    std::string left = Expression(depth - 1);
    std::string right = Expression(std::max(other, depth - 2));
    if (dice_->Below(2) == 0) std::swap(left, right);
    return "(" + left + " " + std::string(kBooleanOperators[dice_->Below(size_.operators)]) + " " +
           right + ")";
  }

 private:
  std::string Name() { return given_.names[dice_->Below(given_.names.size())]; }

  std::string Sum() {
    std::string text = Name();
    if (size_.depth == 1 || dice_->Below(2) == 0) return text;
    constexpr std::array<std::string_view, 3> kSigns = {" + ", " - ", " * "};
    text += kSigns[dice_->Below(kSigns.size())];
    return text + (dice_->Below(2) == 0 ? Name() : std::to_string(reasoning::Between(2, 9, dice_)));
  }

  std::string Comparison() {
    const std::string sum = Sum();
    if (dice_->Below(4) == 0) return sum + (dice_->Below(2) == 0 ? " is even" : " is odd");
    const std::string relation(kBooleanRelations[dice_->Below(kBooleanRelations.size())]);
    return sum + " " + relation + " " +
           (dice_->Below(2) == 0 ? Sum() : std::to_string(reasoning::Between(-9, 60, dice_)));
  }

  const BooleanSize& size_;
  const reasoning::NamedValues& given_;
  Dice* dice_;
};

std::string BooleanPrompt(const BooleanTask& task) {
  std::string text = "Let ";
  for (size_t i = 0; i < task.given.names.size(); ++i) {
    if (i > 0) text += ", ";
    text += task.given.names[i] + " = " + std::to_string(task.given.values[i]);
  }
  text +=
      ". Which of the expressions below are true? \"P xor Q\" is true when exactly one of P and Q "
      "is true; \"P implies Q\" is false only when P is true and Q is false; \"P or Q\" is true "
      "when at least one of them is. \"not\" applies to the brackets right behind it (or to "
      "another \"not\" there, with all that belongs to it). == means equal, != not equal, * is "
      "multiplication.\n";
  for (size_t i = 0; i < task.options.size(); ++i) {
    text +=
        std::string("\n") + static_cast<char>('A' + static_cast<int>(i)) + ". " + task.options[i];
  }
  return text +
         "\n\nGive the final answer in a code block: the letters of all true expressions, "
         "separated by commas, or the word none if no expression is true.";
}

class BooleanExpressionsKind final : public Kind {
 public:
  std::string_view name() const override { return "boolean_expressions"; }
  std::string_view summary() const override {
    return "Tell which of several nested logical expressions are true.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const BooleanSize& size = kBooleanSizes[static_cast<size_t>(difficulty - kEasiest)];
    const std::vector<std::string> letters = {"p", "q", "r", "s", "t", "u", "v", "w", "x", "y"};
    BooleanTask task;
    task.given.names = reasoning::DrawStrings(size.names, letters, dice);
    std::sort(task.given.names.begin(), task.given.names.end());
    for (size_t i = 0; i < size.names; ++i) {
      task.given.values.push_back(reasoning::Between(-12, 30, dice));
    }
    BooleanWriter writer(size, task.given, dice);
    for (size_t i = 0; i < size.options; ++i) {
      // True and false alike, where "or" and "and" in turn would give more of one.
      const bool wanted = dice->Below(2) == 0;
      std::string option;
      for (int attempt = 0; attempt < kBooleanTries; ++attempt) {
        option = writer.Expression(size.depth);
        if (reasoning::Evaluate(option, task.given) == wanted) break;
      }
      task.options.push_back(std::move(option));
    }
    JsonWriter facts;
    facts.BeginObject().Key("names").Raw(reasoning::StringsJson(task.given.names));
    facts.Key("values").Raw(reasoning::IntsJson(task.given.values));
    facts.Key("options").Raw(reasoning::StringsJson(task.options)).EndObject();
    return {std::string(name()), difficulty, BooleanPrompt(task), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const BooleanTask task, ReadBooleanTask(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    // "A-C" could be two letters or three.
    if (answer.find('-') != std::string_view::npos) return kUnreadable;
    std::vector<std::string> tokens = reasoning::AnswerTokens(answer);
    tokens.erase(std::remove(tokens.begin(), tokens.end(), "and"), tokens.end());
    if (tokens.empty()) return kUnreadable;
    std::vector<bool> chosen(task.options.size(), false);
    const bool none = tokens.size() == 1 && tokens.front() == "none";
    for (const std::string& token : tokens) {
      if (none) continue;
      for (const char c : token) {
        if (c < 'a' || c > 'z') return kUnreadable;
        // The longest right answer in one word has all letters.
        if (token.size() > kMostBooleanOptions) return kUnreadable;
        const auto option = static_cast<size_t>(c - 'a');
        if (option >= chosen.size()) return Wrong("no_such_option");
        chosen[option] = true;
      }
    }
    for (size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i] && !task.truth[i]) return Wrong("false_option");
    }
    return chosen == task.truth ? kRight : Wrong("true_option_missing");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const BooleanTask task, ReadBooleanTask(facts));
    std::string letters;
    for (size_t i = 0; i < task.truth.size(); ++i) {
      if (!task.truth[i]) continue;
      if (!letters.empty()) letters += ", ";
      letters += static_cast<char>('A' + static_cast<int>(i));
    }
    return letters.empty() ? "none" : letters;
  }
};

}  // namespace

const Kind& BooleanExpressions() {
  static const BooleanExpressionsKind kind;
  return kind;
}

}  // namespace assay::logic
