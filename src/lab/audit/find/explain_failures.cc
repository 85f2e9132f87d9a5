// Why references fail. What nothing explains is put down to the references, or to the tests.

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr size_t kMostAsked = 8;
constexpr double kLongerFactor = 6;
constexpr double kLongestSeconds = 60;
constexpr double kMoreMemory = 4;

std::vector<Judged*> Unexplained(Evidence* evidence) {
  std::vector<Judged*> failing;
  for (Judged& each : evidence->correct) {
    if (each.outcome.judged && !each.outcome.accepted() && !each.explained) {
      failing.push_back(&each);
    }
  }
  return failing;
}

void Name(const std::vector<Judged*>& programs, Finding* finding) {
  for (const Judged* each : programs) finding->solutions.push_back(each->solution->name);
}

// Ids of tests that any of them fails, the first few.
std::vector<std::string> FailedTests(const std::vector<Judged*>& programs) {
  std::vector<std::string> ids;
  for (const Judged* each : programs) {
    for (const TestOutcome& test : each->outcome.tests) {
      if (!test.executed || test.verdict == "AC" || ids.size() >= kMostNamed) continue;
      if (std::find(ids.begin(), ids.end(), test.id) == ids.end()) ids.push_back(test.id);
    }
  }
  return ids;
}

// The module that a message says isn't there; empty: it says nothing of the kind.
std::string MissingModule(const RunOutcome& outcome) {
  constexpr std::string_view kWords = "there is no module '";
  const auto named = [&](const std::string& message) -> std::string {
    const size_t at = message.find(kWords);
    if (at == message.npos) return "";
    const size_t begin = at + kWords.size();
    return message.substr(begin, message.find('\'', begin) - begin);
  };
  std::string name = named(outcome.message);
  for (const TestOutcome& test : outcome.tests) {
    if (name.empty()) name = named(test.message);
  }
  return name;
}

// What a program does with an input that the problem rules out says nothing of it.
void ExplainByConstraints(Evidence* evidence) {
  if (evidence->outside.empty()) return;
  for (Judged* each : Unexplained(evidence)) {
    const std::vector<TestOutcome>& tests = each->outcome.tests;
    each->explained = !tests.empty();
    for (size_t i = 0; i < tests.size(); ++i) {
      if (tests[i].verdict != "AC" && evidence->outside.count(i) == 0) each->explained = false;
    }
  }
}

void ExplainByPackages(Evidence* evidence) {
  std::set<std::string> modules;
  std::vector<Judged*> programs;
  for (Judged* each : Unexplained(evidence)) {
    std::string module = MissingModule(each->outcome);
    if (module.empty()) continue;
    modules.insert(std::move(module));
    each->explained = true;
    programs.push_back(each);
  }
  if (modules.empty()) return;
  std::string names;
  for (const std::string& module : modules) names += (names.empty() ? "" : ", ") + module;
  Finding finding = MakeFinding(FindingKind::kPackageMissing,
                                "needs packages that the judge doesn't have: " + names);
  Name(programs, &finding);
  evidence->Add(std::move(finding));
}

void ExplainByLimits(const Asker& asker, Evidence* evidence) {
  std::vector<Judged*> programs;
  std::vector<Ask> asks;
  for (Judged* each : Unexplained(evidence)) {
    if (!each->outcome.is("TLE") && !each->outcome.is("MLE")) continue;
    if (programs.size() == kMostAsked) break;
    programs.push_back(each);
    asks.push_back(AskAbout(*each->solution, true, false));
  }
  if (programs.empty()) return;
  const double limit = evidence->problem->CpuLimit();
  const lab::LimitsChange larger{std::max(limit, std::min(limit * kLongerFactor, kLongestSeconds)),
                                 kMoreMemory};
  const auto outcomes = asker.Judge(*evidence->problem, asks,
                                    {"", lab::ChangedLimits(evidence->problem->limits, larger)});
  Finding finding = MakeFinding(FindingKind::kLimitsTight, "");
  double slowest = 0;
  bool memory = false;
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!outcomes[i].accepted()) continue;
    programs[i]->explained = true;
    slowest = std::max(slowest, outcomes[i].SlowestSeconds());
    memory = memory || programs[i]->outcome.is("MLE");
    finding.solutions.push_back(programs[i]->solution->name);
  }
  if (finding.solutions.empty()) return;
  finding.message = std::to_string(finding.solutions.size()) +
                    " references break a limit, and pass with a larger one";
  finding.mended = true;
  // Twice what it took, in whole seconds; a limit of memory alone leaves the time as it is.
  if (slowest * 2 > limit) evidence->limits.cpu_time_s = std::ceil(slowest * 2);
  if (memory) evidence->limits.memory_factor = kMoreMemory;
  evidence->Add(std::move(finding));
}

struct Alternative {
  std::string_view comparison;  // JSON
  std::string_view about;
};
// What is laxer than an exact comparison, the strictest first.
constexpr std::array kAlternatives = {
    Alternative{R"({"mode":"lines"})", "white space at the ends of lines"},
    Alternative{R"({"mode":"tokens"})", "white space"},
    Alternative{R"({"mode":"default"})", "the last digits of decimals"},
    Alternative{R"({"mode":"float"})", "the last digits of decimals, or white space"},
    Alternative{R"({"mode":"icpc"})", "upper and lower case"},
    Alternative{R"({"mode":"unordered_lines"})", "the order of lines"},
    Alternative{R"({"mode":"testlib-uncmp"})", "the order of words"},
};

bool AllWrong(const std::vector<Judged*>& programs) {
  return std::all_of(programs.begin(), programs.end(), [](const Judged* each) {
    return each->outcome.is("WA") || each->outcome.is("PE");
  });
}

// A comparison by which the failing references pass and nothing else does that failed before.
void ExplainByComparison(const Asker& asker, Evidence* evidence) {
  const std::vector<Judged*> failing = Unexplained(evidence);
  if (failing.empty() || failing.size() > kMostAsked || !AllWrong(failing)) return;
  if (!evidence->parts.prints() || !evidence->parts.compares()) return;
  std::vector<Ask> right, wrong;
  for (const Judged* each : failing) {
    right.push_back(AskAbout(*each->solution));
  }
  for (const Judged& each : evidence->wrong) {
    if (!each.outcome.judged || each.outcome.accepted() || wrong.size() == kMostAsked) continue;
    wrong.push_back(AskAbout(*each.solution));
  }
  const auto accepted = [](const RunOutcome& outcome) { return outcome.accepted(); };
  for (const Alternative& alternative : kAlternatives) {
    lab::ProblemChange change;
    change.comparison = std::string(alternative.comparison);
    const AskOptions options{lab::ChangedProblem(evidence->problem->problem, change), ""};
    const auto passes = asker.Judge(*evidence->problem, right, options);
    if (!std::all_of(passes.begin(), passes.end(), accepted)) continue;
    const auto still = asker.Judge(*evidence->problem, wrong, options);
    if (std::any_of(still.begin(), still.end(), accepted)) continue;
    Finding finding =
        MakeFinding(FindingKind::kComparisonTooStrict,
                    "references fail by " + std::string(alternative.about) +
                        " alone: they pass with " + std::string(alternative.comparison));
    Name(failing, &finding);
    finding.tests = FailedTests(failing);
    finding.mended = true;
    evidence->change.comparison = change.comparison;
    for (Judged* each : failing) each->explained = true;
    evidence->Add(std::move(finding));
    return;
  }
}

void ExplainByAnswers(Evidence* evidence) {
  const std::vector<Judged*> failing = Unexplained(evidence);
  const AnswerWords words = WordsOfStatement(evidence->problem->statement);
  // An order may be that of the input.
  const bool open = words.any_answer || words.output_order;
  if (failing.empty() || !open || !AllWrong(failing) || !evidence->parts.compares()) return;
  Finding finding = MakeFinding(
      FindingKind::kSeveralAnswers,
      "the statement allows several answers, references give others than the expected one, and "
      "there is no checker");
  Name(failing, &finding);
  finding.tests = FailedTests(failing);
  for (Judged* each : failing) each->explained = true;
  evidence->Add(std::move(finding));
}

// Tests that all of them fail with the same output, by index, when they pass everything else.
std::vector<size_t> FailedAlike(const std::vector<Judged*>& programs) {
  std::vector<size_t> failed;
  const std::vector<TestOutcome>& first = programs[0]->outcome.tests;
  for (const Judged* each : programs) {
    if (each->outcome.tests.size() != first.size()) return {};
  }
  for (size_t i = 0; i < first.size(); ++i) {
    const bool wrong = first[i].verdict != "AC";
    for (const Judged* each : programs) {
      const TestOutcome& test = each->outcome.tests[i];
      if ((test.verdict != "AC") != wrong || (wrong && test.verdict != "WA")) return {};
      // Of calls only what the message says of the value is known.
      if (test.stdout_text != first[i].stdout_text || test.message != first[i].message) return {};
    }
    if (wrong) failed.push_back(i);
  }
  return failed;
}

void AddUnexplained(Evidence* evidence) {
  const std::vector<Judged*> failing = Unexplained(evidence);
  if (failing.empty()) return;
  const auto passing = static_cast<size_t>(
      std::count_if(evidence->correct.begin(), evidence->correct.end(),
                    [](const Judged& each) { return each.outcome.accepted(); }));
  const RunOutcome& first = failing[0]->outcome;
  const std::string why = first.verdict + ", " + first.message;
  Finding finding =
      passing == 0
          ? MakeFinding(FindingKind::kReferenceFails, std::to_string(failing.size()) + " of " +
                                                          std::to_string(evidence->correct.size()) +
                                                          " references fail: " + why)
          : MakeFinding(FindingKind::kReferencesDisagree,
                        std::to_string(passing) + " references pass and " +
                            std::to_string(failing.size()) + " fail: " + why);
  Name(failing, &finding);
  finding.tests = FailedTests(failing);
  if (passing > failing.size()) {
    // The many are right: without the few the row is in order.
    finding.advice = Advice::kMend;
    finding.mended = true;
    for (const Judged* each : failing) {
      evidence->left_out_solutions.push_back(each->solution->name);
    }
  } else if (passing == 0 && failing.size() > 1) {
    const std::vector<size_t> alike = FailedAlike(failing);
    if (!alike.empty() && alike.size() * 2 < evidence->parts.tests.size()) {
      finding.advice = Advice::kMend;
      finding.mended = true;
      finding.message += "; all of them give the same answers, so the expected ones are wrong";
      evidence->DropTests({alike.begin(), alike.end()});
    }
  }
  evidence->Add(std::move(finding));
}

}  // namespace

void ExplainFailures(const Asker& asker, Evidence* evidence) {
  ExplainByConstraints(evidence);
  ExplainByPackages(evidence);
  ExplainByLimits(asker, evidence);
  ExplainByComparison(asker, evidence);
  ExplainByAnswers(evidence);
  AddUnexplained(evidence);
}

}  // namespace assay::audit
