// Tests whose inputs the problem itself rules out.

#include <algorithm>

#include "base/text.h"
#include "lab/audit/find/finders.h"
#include "lab/audit/judge/helpers.h"
#include "text/json_reader.h"

namespace assay::audit {
namespace {

// Of an input with a million lines.
constexpr double kValidatorSeconds = 60;

std::optional<std::string> TextOf(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Is(JsonType::kString)) return std::nullopt;
  return document->root().String();
}

lab::LabelledProblem InputsOf(const lab::ProblemParts& parts) {
  std::vector<std::string> texts;
  for (const lab::TestParts& test : parts.tests) texts.push_back(TextOf(test.input).value_or(""));
  lab::LabelledProblem inputs;
  inputs.problem = lab::ProblemOfInputs(texts);
  inputs.limits = lab::ChangedLimits("", {kValidatorSeconds, 1});
  return inputs;
}

void AddUnusable(const std::string& why, Evidence* evidence) {
  if (evidence->Has(FindingKind::kValidatorFails)) return;
  evidence->Add(MakeFinding(FindingKind::kValidatorFails, why));
}

void RuleByExitCodes(const RunOutcome& outcome, Evidence* evidence) {
  const std::vector<TestOutcome>& tests = outcome.tests;
  const auto ends_with = [](int code) {
    return [code](const TestOutcome& test) { return test.exited && test.exit_code == code; };
  };
  const bool packages = std::any_of(tests.begin(), tests.end(), ends_with(kValidInPackages));
  const auto accepted = ends_with(packages ? kValidInPackages : 0);
  if (std::none_of(tests.begin(), tests.end(), accepted)) {
    return AddUnusable(
        "the validator accepts none of the inputs: it wants something else, or "
        "fails; " +
            outcome.message,
        evidence);
  }
  for (size_t i = 0; i < tests.size(); ++i) {
    // One that is killed has not ruled.
    if (tests[i].exited && !accepted(tests[i])) evidence->outside.insert(i);
  }
}

void RuleByValidators(const Asker& asker, Evidence* evidence) {
  const std::vector<lab::HelperProgram>& validators = evidence->problem->validators;
  if (validators.empty()) return;
  std::vector<Ask> asks;
  for (const lab::HelperProgram& each : validators) asks.push_back(AskAbout(each));
  const std::vector<RunOutcome> outcomes = asker.Judge(InputsOf(evidence->parts), asks);
  for (const RunOutcome& outcome : outcomes) {
    if (!outcome.judged) {
      evidence->NotJudged("validator", outcome);
    } else if (outcome.is("CE") || outcome.tests.size() != evidence->parts.tests.size()) {
      AddUnusable("the validator can't be run: " + outcome.message, evidence);
    } else {
      RuleByExitCodes(outcome, evidence);
    }
  }
}

std::optional<int64_t> Integer(std::string_view word) {
  constexpr size_t kMostDigits = 18;
  const std::string_view digits = word.substr(StartsWith(word, "-") ? 1 : 0);
  if (digits.empty() || digits.size() > kMostDigits ||
      digits.find_first_not_of("0123456789") != digits.npos) {
    return std::nullopt;
  }
  return std::stoll(std::string(word));
}

// What is outside in the first line of an input: "n = 0"; empty: nothing, or that isn't certain.
std::string Outside(const std::string& input, const std::vector<NumberRange>& ranges) {
  std::vector<std::string> words(1);
  for (const char c : input.substr(0, input.find('\n'))) {
    if (c != ' ' && c != '\r' && c != '\t') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  if (words.size() != ranges.size()) return "";
  std::string said;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::optional<int64_t> value = Integer(words[i]);
    if (!value) return "";
    const bool low = ranges[i].least && *value < *ranges[i].least;
    const bool high = ranges[i].most && *value > *ranges[i].most;
    if (said.empty() && (low || high)) said = ranges[i].name + " = " + words[i];
  }
  return said;
}

// The first thing that is outside; tests are put to `outside`.
std::string RuleByStatement(const Evidence& evidence, std::set<size_t>* outside) {
  const std::vector<NumberRange> ranges = RangesOfFirstLine(evidence.problem->statement);
  std::string first;
  if (ranges.empty()) return first;
  for (size_t i = 0; i < evidence.parts.tests.size(); ++i) {
    const std::optional<std::string> input = TextOf(evidence.parts.tests[i].input);
    const std::string said = input ? Outside(*input, ranges) : "";
    if (said.empty()) continue;
    if (first.empty()) first = said;
    outside->insert(i);
  }
  // Where most are outside the statement was misread.
  if (outside->size() * 2 > evidence.parts.tests.size()) outside->clear();
  return first;
}

}  // namespace

void LookAtConstraints(const Asker& asker, Evidence* evidence) {
  const std::vector<lab::TestParts>& tests = evidence->parts.tests;
  if (!evidence->parts.prints() || evidence->parts.interactor || tests.empty()) return;
  RuleByValidators(asker, evidence);
  const size_t by_validators = evidence->outside.size();
  std::set<size_t> by_statement;
  const std::string what = RuleByStatement(*evidence, &by_statement);
  evidence->outside.insert(by_statement.begin(), by_statement.end());
  if (evidence->outside.empty()) return;
  Finding finding = MakeFinding(FindingKind::kOutsideConstraints,
                                std::to_string(evidence->outside.size()) + " of " +
                                    std::to_string(tests.size()) + " inputs are ruled out by ");
  if (by_validators > 0) finding.message += "the validator";
  if (by_validators > 0 && !by_statement.empty()) finding.message += ", and by ";
  if (!by_statement.empty()) finding.message += "the statement's bounds, the first by " + what;
  for (const size_t index : evidence->outside) {
    if (finding.tests.size() < kMostNamed) finding.tests.push_back(tests[index].id);
  }
  finding.mended = evidence->outside.size() < tests.size();
  if (finding.mended) evidence->DropTests(evidence->outside);
  evidence->Add(std::move(finding));
}

}  // namespace assay::audit
