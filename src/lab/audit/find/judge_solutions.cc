// References and wrong programs as the judge sees them, once and again.

#include <algorithm>

#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr size_t kMostWithOutput = 20;
constexpr const char* kUsualLanguage = "python";
constexpr size_t kMostRepeatedPassing = 3;
constexpr size_t kMostRepeatedFailing = 8;

std::vector<Ask> AsksOf(const std::vector<Judged>& programs, bool all_tests, bool with_output) {
  std::vector<Ask> asks;
  for (const Judged& each : programs) {
    asks.push_back(AskAbout(*each.solution, all_tests, with_output));
  }
  return asks;
}

void Name(const lab::Solution& solution, Finding* finding) {
  if (finding->solutions.size() < kMostNamed) finding->solutions.push_back(solution.name);
}

bool IsCheckers(const RunOutcome& outcome) {
  return outcome.reason.find("checker_") == 0 || outcome.reason.find("tests_") == 0;
}

// Whether two verdicts on a test contradict each other. Near a limit they may: that is the limit's.
bool Contradict(const std::string& one, const std::string& two) {
  const auto limit = [](const std::string& verdict) {
    return verdict == "TLE" || verdict == "MLE" || verdict == "SKIPPED" || verdict == "IE";
  };
  return (one == "AC") != (two == "AC") && !limit(one) && !limit(two);
}

struct Change {
  bool verdict = false;      // a test has two
  bool same_output = false;  // the program printed the same both times
  std::string test;
};

Change Between(const RunOutcome& one, const RunOutcome& two) {
  if (!one.judged || !two.judged) return {};
  for (size_t i = 0; i < std::min(one.tests.size(), two.tests.size()); ++i) {
    if (!Contradict(one.tests[i].verdict, two.tests[i].verdict)) continue;
    return {true, one.tests[i].stdout_text == two.tests[i].stdout_text, one.tests[i].id};
  }
  // Tests of asserts are one.
  return {one.tests.empty() && Contradict(one.verdict, two.verdict), false, ""};
}

void AddChange(const Judged& program, const Change& change, bool with_checker, Evidence* evidence) {
  const bool checkers = with_checker && change.same_output;
  const FindingKind kind = checkers ? FindingKind::kCheckerNondeterministic : FindingKind::kFlaky;
  if (evidence->Has(kind)) return;
  Finding finding = MakeFinding(
      kind, checkers ? "the same output is accepted at one time and rejected at another"
                     : "the same reference passes a test at one time and fails it at another");
  Name(*program.solution, &finding);
  if (!change.test.empty()) finding.tests.push_back(change.test);
  evidence->Add(std::move(finding));
}

// Whether the judge takes the problem at all needs no program that solves it.
void JudgeNothing(const Asker& asker, Evidence* evidence) {
  Ask nothing;
  nothing.language =
      evidence->problem->language.empty() ? kUsualLanguage : evidence->problem->language;
  const RunOutcome outcome = asker.Judge(*evidence->problem, {nothing}).front();
  if (outcome.problem_fault()) {
    evidence->Add(
        MakeFinding(IsCheckers(outcome) ? FindingKind::kCheckerFails : FindingKind::kProblemRefused,
                    outcome.message));
  }
}

}  // namespace

void JudgeSolutions(const Asker& asker, Evidence* evidence) {
  const lab::LabelledProblem& problem = *evidence->problem;
  Finding not_run = MakeFinding(FindingKind::kNotRun, "");
  size_t outputs_alone = 0;
  for (const lab::Solution& solution : problem.solutions) {
    if (!solution.runs()) {
      ++outputs_alone;
      Name(solution, &not_run);
      continue;
    }
    (solution.label == lab::Label::kCorrect ? evidence->correct : evidence->wrong)
        .push_back({&solution, {}, false});
  }
  if (evidence->correct.empty()) {
    evidence->Add(MakeFinding(FindingKind::kNoReference, "nothing is known to be right"));
  }
  if (outputs_alone > 0) {
    not_run.message = std::to_string(outputs_alone) +
                      " solutions have outputs and no code: there is nothing to run (`assay "
                      "checker` uses them)";
    evidence->Add(std::move(not_run));
  }
  const bool with_output = evidence->correct.size() <= kMostWithOutput;
  const auto judge = [&](std::vector<Judged>* programs, bool all_tests, bool output) {
    const auto outcomes = asker.Judge(problem, AsksOf(*programs, all_tests, output));
    for (size_t i = 0; i < outcomes.size(); ++i) {
      (*programs)[i].outcome = outcomes[i];
      if (!outcomes[i].judged) evidence->NotJudged((*programs)[i].solution->name, outcomes[i]);
    }
  };
  if (evidence->correct.empty() && evidence->wrong.empty()) JudgeNothing(asker, evidence);
  judge(&evidence->correct, true, with_output);
  judge(&evidence->wrong, false, false);
  for (std::vector<Judged>* programs : {&evidence->correct, &evidence->wrong}) {
    for (Judged& each : *programs) {
      if (!each.outcome.problem_fault()) continue;
      each.explained = true;
      const FindingKind kind =
          IsCheckers(each.outcome) ? FindingKind::kCheckerFails : FindingKind::kProblemRefused;
      if (!evidence->Has(kind)) evidence->Add(MakeFinding(kind, each.outcome.message));
    }
  }
}

void LookForFlakiness(const Asker& asker, const AuditOptions& options, Evidence* evidence) {
  std::vector<Judged*> programs;
  size_t passing = 0, failing = 0;
  for (Judged& each : evidence->correct) {
    if (!each.outcome.judged || each.explained) continue;
    const bool accepted = each.outcome.accepted();
    if (accepted ? ++passing > kMostRepeatedPassing : ++failing > kMostRepeatedFailing) continue;
    programs.push_back(&each);
  }
  if (programs.empty() || options.repeats < 2) return;
  const size_t again = static_cast<size_t>(options.repeats) - 1;
  std::vector<Ask> asks;
  for (const Judged* each : programs) {
    asks.insert(asks.end(), again, AskAbout(*each->solution, true, true));
  }
  const auto outcomes = asker.Judge(*evidence->problem, asks);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    Judged* const program = programs[i / again];
    const Change change = Between(program->outcome, outcomes[i]);
    if (!change.verdict) continue;
    program->explained = true;
    AddChange(*program, change, evidence->parts.checker, evidence);
  }
  const Judged* const reference = evidence->FirstPassing();
  if (!evidence->parts.checker || reference == nullptr) return;
  // Most outputs that are as expected never reach the checker.
  lab::ProblemChange always;
  always.always_check = true;
  const auto checked = asker.Judge(*evidence->problem,
                                   std::vector<Ask>(static_cast<size_t>(options.repeats),
                                                    AskAbout(*reference->solution, true, true)),
                                   {lab::ChangedProblem(evidence->problem->problem, always), ""});
  for (size_t i = 1; i < checked.size(); ++i) {
    const Change change = Between(checked[0], checked[i]);
    if (change.verdict) AddChange(*reference, change, true, evidence);
  }
}

void LookAtWrongPrograms(const Asker& asker, Evidence* evidence) {
  std::vector<Judged*> passed;
  std::vector<Ask> asks;
  for (Judged& each : evidence->wrong) {
    if (!each.outcome.accepted()) continue;
    passed.push_back(&each);
    asks.push_back(AskAbout(*each.solution, true, false));
  }
  if (passed.empty()) return;
  // One that passes by luck isn't counted.
  const auto outcomes = asker.Judge(*evidence->problem, asks);
  Finding finding = MakeFinding(FindingKind::kWrongPasses, "");
  size_t count = 0;
  for (size_t i = 0; i < passed.size(); ++i) {
    if (outcomes[i].judged && !outcomes[i].accepted()) {
      AddChange(*passed[i], {true, false, ""}, evidence->parts.checker, evidence);
      continue;
    }
    ++count;
    finding.solutions.push_back(passed[i]->solution->name);
  }
  if (count == 0) return;
  finding.message = std::to_string(count) + " of " + std::to_string(evidence->wrong.size()) +
                    " programs that are said to be wrong pass: the tests are too weak for them, "
                    "or the label is not true";
  evidence->Add(std::move(finding));
}

}  // namespace assay::audit
