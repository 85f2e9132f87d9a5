#include "lab/synth/classify/classify.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/enum_names.h"
#include "base/text.h"
#include "lab/mutate/outputs/tokens.h"

namespace assay::synth {
namespace {

constexpr auto kClassNames = MakeEnumNames<ProblemClass>({
    {ProblemClass::kSingle, "none"},
    {ProblemClass::kFloat, "float"},
    {ProblemClass::kMultiple, "multiple"},
    {ProblemClass::kBoth, "both"},
});
static_assert(kClassNames.IsWholeUpTo(ProblemClass::kBoth));

// A passage below this weight is quoted, and decides nothing alone.
constexpr double kTelling = 0.8;
// What most contests allow, and what few exceed.
constexpr double kUsualTolerance = 1e-6;
constexpr double kWideTolerance = 1e-4;
// Outputs of more different words than that are texts, whose case may matter.
constexpr size_t kFewWords = 8;

bool IsDecimal(std::string_view token) {
  return token.find('.') != token.npos &&
         token.find_first_not_of("0123456789.+-eE") == token.npos &&
         token.find_first_of("0123456789") != token.npos;
}

bool HasLetter(std::string_view token) {
  return std::any_of(token.begin(), token.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// The words among the tokens, and whether letters' case tells none from another.
class Words {
 public:
  void Add(std::string_view token) {
    if (!HasLetter(token) || words_.size() > kFewWords) return;
    words_.emplace(token);
    folded_.insert(AsciiLower(token));
  }
  bool FewInAnyCase() const {
    return !words_.empty() && words_.size() <= kFewWords && words_.size() == folded_.size();
  }

 private:
  std::set<std::string, std::less<>> words_, folded_;
};

void LookAtReferences(const SynthProblem& problem, Classification* out) {
  bool yes_no = true;
  size_t decimals = 0;
  Words words;
  for (const SynthTest& test : problem.tests) {
    const auto tokens = mutate::SplitTokens(test.expected).tokens;
    for (const std::string_view token : tokens) {
      const std::string word = AsciiLower(token);
      yes_no = yes_no && (word == "yes" || word == "no");
      words.Add(token);
    }
    yes_no = yes_no && !tokens.empty();
    decimals += std::any_of(tokens.begin(), tokens.end(), IsDecimal);
  }
  out->yes_no = yes_no;
  out->few_words = words.FewInAnyCase();
  out->decimals = decimals * 2 > problem.tests.size();
}

void LookAtOutputs(const SynthProblem& problem, const std::vector<AcceptedOutput>& outputs,
                   Classification* out) {
  for (const AcceptedOutput& output : outputs) {
    const Disagreement how = Differ(problem.tests[output.test].expected, output.text);
    ++out->compared;
    if (how.difference == Difference::kNone) continue;
    auto& known = out->disagreements;
    const auto same = std::find_if(known.begin(), known.end(), [&](const auto& other) {
      return other.how.difference == how.difference;
    });
    if (same == known.end()) {
      known.push_back({output.test, output.solution, how});
    } else if (how.error > same->how.error) {
      *same = {output.test, output.solution, how};
    }
  }
}

// The power of ten above, with room for solutions that nobody has seen yet.
double RoundedUp(double error) {
  const double power = std::pow(10, std::ceil(std::log10(std::max(error, 1e-12))));
  return std::max(power, 1e-9);
}

Judge Comparison(std::string name, std::string json) {
  return {std::move(name), std::move(json), ""};
}

std::string Exponential(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

Judge WithTolerance(double tolerance) {
  const std::string text = Exponential(tolerance);
  return Comparison("icpc, tolerance " + text, R"({"mode":"icpc","absolute_tolerance":)" + text +
                                                   R"(,"relative_tolerance":)" + text + "}");
}

}  // namespace

std::string_view ToString(ProblemClass kind) {
  return kClassNames.NameOf(kind);
}

std::optional<double> Classification::WidestTolerance() const {
  if (!tolerance || tolerance_stated) return tolerance;
  return std::max(*tolerance, kWideTolerance);
}

Classification Classify(const SynthProblem& problem, const std::vector<AcceptedOutput>& outputs) {
  Classification result;
  const StatementHints hints = ReadStatement(problem.statement);
  result.passages = hints.passages;
  LookAtReferences(problem, &result);
  LookAtOutputs(problem, outputs, &result);

  const auto seen = [&](Difference difference) {
    const auto found = std::find_if(
        result.disagreements.begin(), result.disagreements.end(),
        [&](const DisagreeingOutput& output) { return output.how.difference == difference; });
    return found == result.disagreements.end() ? nullptr : &*found;
  };
  const DisagreeingOutput* const close = seen(Difference::kFloat);
  const bool others = seen(Difference::kOther) != nullptr;
  const bool orders = seen(Difference::kOrder) != nullptr || seen(Difference::kTokens) != nullptr;
  const double says_any = hints.WeightOf(Hint::kAnyAnswer);
  const double says_order = hints.WeightOf(Hint::kAnyOrder);
  const double says_close = hints.WeightOf(Hint::kTolerance);

  // "any order" alone may be about the input: the outputs have to show it, unless there are none.
  const bool order = orders || (says_order >= kTelling && outputs.empty());
  const bool several = others || orders || says_any >= kTelling || order;
  // Decimals are compared as numbers, also where nobody says how closely.
  const bool tolerance = close != nullptr || result.decimals;
  result.kind = several && tolerance ? ProblemClass::kBoth
                : several            ? ProblemClass::kMultiple
                : tolerance          ? ProblemClass::kFloat
                                     : ProblemClass::kSingle;
  result.any_order = order && !others && says_any < kTelling;
  result.any_case = seen(Difference::kCase) != nullptr || hints.WeightOf(Hint::kAnyCase) > 0;
  result.asks_for_one = says_any > 0;
  if (tolerance) {
    result.tolerance_stated = hints.tolerance.has_value();
    result.tolerance = hints.tolerance.value_or(
        close == nullptr ? kUsualTolerance
                         : std::max(kUsualTolerance, RoundedUp(close->how.error)));
  }

  // Outputs that were seen to differ leave no doubt; words do, and so does silence.
  const double doubt_of_silence = problem.statement.empty() ? 0.3 : 0.1;
  const double fewer = outputs.size() < 3 * problem.tests.size() ? 0.15 : 0;
  if (others || orders || close != nullptr) {
    result.confidence = 0.99;
  } else if (several || (tolerance && says_close > 0)) {
    result.confidence = std::max({says_any, says_order, says_close});
  } else {
    result.confidence = 1 - doubt_of_silence - fewer;
  }
  return result;
}

std::vector<Judge> Configure(const Classification& classification) {
  std::vector<Judge> judges;
  const bool only_order = classification.any_order;
  if (classification.kind == ProblemClass::kMultiple ||
      classification.kind == ProblemClass::kBoth) {
    if (!only_order) return judges;
    judges.push_back(Comparison("unordered_lines", R"({"mode":"unordered_lines"})"));
    judges.push_back(Comparison("testlib-uncmp", R"({"mode":"testlib-uncmp"})"));
    return judges;
  }
  if (classification.yes_no) {
    judges.push_back(Comparison("testlib-nyesno", R"({"mode":"testlib-nyesno"})"));
  }
  if (classification.tolerance) {
    judges.push_back(WithTolerance(*classification.tolerance));
    // What the statement says is not widened.
    if (classification.tolerance_stated) return judges;
    if (*classification.tolerance < kWideTolerance) judges.push_back(WithTolerance(kWideTolerance));
  }
  const Judge tokens = Comparison("tokens", R"({"mode":"tokens"})");
  const Judge any_case = Comparison("icpc", R"({"mode":"icpc"})");
  if (classification.any_case) {
    judges.push_back(any_case);
  } else if (classification.few_words) {
    judges.insert(judges.end(), {any_case, tokens});
  } else {
    judges.insert(judges.end(), {tokens, any_case});
  }
  return judges;
}

}  // namespace assay::synth
