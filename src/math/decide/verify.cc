#include "math/decide/verify.h"

#include "base/text.h"
#include "math/decide/compare.h"
#include "math/read/answer.h"

namespace assay::math {
namespace {

// The part of the work set aside for finding out which side is to blame.
constexpr int64_t kBlameShare = 6;

// FLINT and Arb cache constants and memory per thread; this releases them when the thread ends.
struct ThreadCaches {
  ~ThreadCaches() { flint_cleanup(); }
};

void UseThreadCaches() {
  thread_local ThreadCaches caches;
}

Tri CompareProse(Context* context, const Answer& gold, const Answer& answer,
                 const VerifyOptions& options) {
  const std::string words = PlainWords(gold, options);
  if (!words.empty() && words == PlainWords(answer, options)) return context->Yes("text");
  if (gold.prose_has_math || answer.prose_has_math) return context->Unknown(Reason::kProseDiffers);
  return context->No("text", Reason::kTextDiffers);
}

// Letters of multiple choice. nullopt: not a matter of choices.
std::optional<Tri> CompareChoices(Context* context, const Answer& gold, const Answer& answer,
                                  const VerifyOptions& options) {
  if (gold.choices != 0 && answer.choices != 0) {
    if (gold.choices == answer.choices) return context->Yes("choice");
    return context->No("choice", Reason::kChoiceDiffers);
  }
  if (gold.choice != 0 && answer.choice != 0 && (gold.choice_alone || answer.choice_alone)) {
    // A lone small letter is a variable unless the other side is plainly a choice.
    if (gold.choice == answer.choice) return context->Yes("choice");
    return context->No("choice", Reason::kChoiceDiffers);
  }
  if (gold.choice != 0 && answer.choice != 0 && gold.choice != answer.choice) {
    return context->No("choice", Reason::kChoiceDiffers);
  }
  // "12" against "C. 12"
  const auto rest_matches = [&](const Answer& lettered, const Answer& plain, bool gold_lettered) {
    if (lettered.choice == 0 || lettered.choice_rest.empty() || plain.root == nullptr) return false;
    const Answer rest = ReadAnswer(lettered.choice_rest, options, context->arena, context->budget);
    if (!rest.ok || rest.root == nullptr) return false;
    const Node* a = gold_lettered ? rest.root : plain.root;
    const Node* b = gold_lettered ? plain.root : rest.root;
    return CompareNodes(context, a, b) == Tri::kYes;
  };
  if (rest_matches(answer, gold, false) || rest_matches(gold, answer, true)) {
    return context->Yes("choice");
  }
  return std::nullopt;
}

Tri CompareAnswers(Context* context, const Answer& gold, const Answer& answer,
                   const VerifyOptions& options) {
  if (const auto choice = CompareChoices(context, gold, answer, options)) return *choice;
  if (gold.truth >= 0 && answer.truth >= 0 && (gold.truth_alone || answer.truth_alone)) {
    if (gold.truth == answer.truth) return context->Yes("truth");
    return context->No("truth", Reason::kTruthDiffers);
  }
  if (gold.root == nullptr || answer.root == nullptr) {
    return CompareProse(context, gold, answer, options);
  }
  const Tri first = CompareRoots(context, gold.root, answer.root);
  if (first == Tri::kYes) return first;
  const std::string rule = context->rule;
  const Reason reason = context->reason;
  // Commas have one more reading; a number against a number was settled above.
  for (const auto& [a, b] :
       {std::pair{gold.list_reading, answer.root}, {gold.root, answer.list_reading}}) {
    if (a == nullptr || b == nullptr) continue;
    if (CompareNodes(context, a, b) == Tri::kYes) return context->Yes("comma_reading");
  }
  context->rule = rule;
  context->reason = reason;
  return first;
}

}  // namespace

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kCorrect: return "correct";
    case Outcome::kIncorrect: return "incorrect";
    case Outcome::kUnparseable: return "unparseable";
    case Outcome::kUndecided: return "undecided";
  }
  return "undecided";
}

// What stays open is the gold's fault only when the gold itself can't be judged: nobody escapes a
// zero by an answer that can't be evaluated. `budget` is a small one of its own, which no answer
// can spend.
bool GoldIsToBlame(const Answer& gold, Reason open, const VerifyOptions& options, Arena* arena,
                   Budget* budget) {
  if (gold.root == nullptr) return gold.prose_has_math;
  Context context{options, arena, budget, "", Reason::kNone};
  return !IsClear(&context, gold.root, open);
}

VerifyResult VerifyAnswer(std::string_view gold, std::string_view answer,
                          const VerifyOptions& options) {
  UseThreadCaches();
  VerifyResult result;
  Arena arena;
  Budget blame_budget(options.work_budget / kBlameShare);
  Budget budget(options.work_budget - options.work_budget / kBlameShare);
  const Answer gold_read = ReadAnswer(gold, options, &arena, &budget);
  const bool gold_spent = budget.spent();
  const Answer answer_read = ReadAnswer(answer, options, &arena, &budget);
  result.gold_normal = gold_read.normal;
  result.answer_normal = answer_read.normal;
  Context context{options, &arena, &budget, "", Reason::kNone};
  const bool same_text = !TrimAsciiSpace(gold).empty() &&
                         TrimAsciiSpace(gold) == TrimAsciiSpace(answer) &&
                         static_cast<int64_t>(gold.size()) <= options.max_input_bytes;
  if (same_text) {
    result.outcome = Outcome::kCorrect;
    result.rule = "same_text";
    result.reason = Reason::kEqual;
  } else if (gold_spent || (gold_read.ok && budget.spent())) {
    result.outcome = Outcome::kUndecided;
    result.reason = Reason::kBudgetSpent;
    result.rule = "none";
  } else if (!gold_read.ok || !answer_read.ok) {
    result.outcome = Outcome::kUnparseable;
    result.reason = !gold_read.ok ? Reason::kGoldUnparseable : Reason::kAnswerUnparseable;
    result.rule = "none";
  } else {
    const Tri equal = CompareAnswers(&context, gold_read, answer_read, options);
    result.rule = context.rule;
    result.reason = equal == Tri::kYes ? Reason::kEqual : context.reason;
    result.outcome = equal == Tri::kYes  ? Outcome::kCorrect
                     : equal == Tri::kNo ? Outcome::kIncorrect
                                         : Outcome::kUndecided;
    if (budget.spent() && equal != Tri::kYes) {
      result.outcome = Outcome::kUndecided;
      result.reason = Reason::kBudgetSpent;
      result.rule = "none";
    }
  }
  if (result.outcome == Outcome::kUndecided && !gold_spent &&
      !GoldIsToBlame(gold_read, result.reason, options, &arena, &blame_budget)) {
    result.outcome = Outcome::kIncorrect;
  }
  result.work_used = budget.used() + blame_budget.used();
  return result;
}

ParseReport ParseAnswer(std::string_view answer, const VerifyOptions& options) {
  UseThreadCaches();
  Arena arena;
  Budget budget(options.work_budget);
  const Answer read = ReadAnswer(answer, options, &arena, &budget);
  return {read.ok, read.normal, read.error};
}

void ReleaseThreadCaches() {
  flint_cleanup();
}

}  // namespace assay::math
