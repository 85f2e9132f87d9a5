#include "swe/grade/verdict.h"

#include <algorithm>
#include <utility>

namespace assay::swe {
namespace {

enum class List { kFailToPass, kPassToPass };

class Grader {
 public:
  Grader(const TestLists& lists, const Attempt& attempt, bool decoys = false)
      : lists_(lists), attempt_(attempt), decoys_(decoys), index_(attempt.report, lists.names) {}

  Grading Grade() {
    const RunFacts& facts = attempt_.facts;
    if (!facts.sandbox_fault.empty()) {
      Add(ReasonKind::kSandbox, "", "the sandbox failed: " + facts.sandbox_fault);
      grading_.verdict = SweVerdict::kInfrastructure;
      return std::move(grading_);
    }
    if (facts.timed_out) Doubt(ReasonKind::kRun, "the tests ran out of time");
    if (facts.out_of_memory) Doubt(ReasonKind::kRun, "the tests ran out of memory");
    if (!attempt_.report.complete()) Doubt(ReasonKind::kReport, attempt_.report.problem);
    CheckExitCode();
    if (!decoys_ && lists_.fail_to_pass.empty() && lists_.pass_to_pass.empty()) {
      Add(ReasonKind::kNoTests, "", "the task lists no test");
    }
    for (const std::string& test : lists_.must_fail) CheckControl(test);
    for (const std::string& test : lists_.fail_to_pass) {
      if (Passed(test, List::kFailToPass)) ++grading_.fail_to_pass_passed;
    }
    for (const std::string& test : lists_.pass_to_pass) {
      if (Passed(test, List::kPassToPass)) ++grading_.pass_to_pass_passed;
    }
    grading_.verdict = grading_.reasons.empty() ? SweVerdict::kResolved : SweVerdict::kNotResolved;
    return std::move(grading_);
  }

 private:
  void Add(ReasonKind kind, const std::string& test, std::string message) {
    if (grading_.reasons.size() >= Grading::kMaxReasons) return;
    grading_.reasons.push_back({kind, test, std::move(message)});
  }

  // Of the account as a whole: the environment may be to blame.
  void Doubt(ReasonKind kind, std::string message) {
    grading_.wants_control = true;
    Add(kind, "", std::move(message));
  }

  // The exit status comes from the kernel, the report from the process: they must agree.
  void CheckExitCode() {
    const auto& exit_code = attempt_.facts.exit_code;
    if (!exit_code || !attempt_.report.complete()) return;
    bool bad = false;
    bool unsure = false;  // some frameworks fail a run for an unexpected pass
    for (const TestRecord& each : attempt_.report.records) {
      bad |= each.outcome == TestOutcome::kFailed || each.outcome == TestOutcome::kError;
      unsure |= each.outcome == TestOutcome::kUnexpectedPass;
    }
    if (*exit_code == 0 && bad) {
      Doubt(ReasonKind::kReport, "the command exited with 0 though tests failed");
    } else if (*exit_code != 0 && !bad && !unsure) {
      Doubt(ReasonKind::kReport,
            "the command exited with " + std::to_string(*exit_code) + " though no test failed");
    }
  }

  void CheckControl(const std::string& test) {
    const auto records = index_.Find(test);
    const bool failed =
        !records.empty() && std::all_of(records.begin(), records.end(), [](const auto* each) {
          return each->outcome == TestOutcome::kFailed || each->outcome == TestOutcome::kError;
        });
    if (failed) return;
    grading_.wants_control = true;
    Add(ReasonKind::kControlPassed, test,
        test + " must fail and " + (records.empty() ? "is missing" : "did not"));
  }

  bool Accepted(TestOutcome outcome, List list) const {
    if (outcome == TestOutcome::kPassed) return true;
    if (outcome == TestOutcome::kExpectedFailure) return lists_.expected_failure_passes;
    return outcome == TestOutcome::kSkipped && list == List::kPassToPass &&
           lists_.skipped_is_maintained;
  }

  bool Passed(const std::string& test, List list) {
    const auto records = index_.Find(test);
    if (records.empty()) {
      Add(ReasonKind::kMissing, test, test + " is missing from the report");
      return false;
    }
    const TestRecord* worst = nullptr;
    bool differ = false;
    for (const TestRecord* each : records) {
      differ |= each->outcome != records.front()->outcome;
      if (worst == nullptr && !Accepted(each->outcome, list)) worst = each;
    }
    if (worst == nullptr) return true;
    if (differ) {
      Add(ReasonKind::kTwoOutcomes, test,
          test + " is there more than once, with different outcomes");
    } else {
      Add(KindOf(worst->outcome), test,
          test + ": " + std::string(kTestOutcomeNames.NameOf(worst->outcome)));
    }
    return false;
  }

  static ReasonKind KindOf(TestOutcome outcome) {
    switch (outcome) {
      case TestOutcome::kPassed:
      case TestOutcome::kFailed: return ReasonKind::kFailed;
      case TestOutcome::kError: return ReasonKind::kError;
      case TestOutcome::kSkipped: return ReasonKind::kSkipped;
      case TestOutcome::kExpectedFailure: return ReasonKind::kExpectedFailure;
      case TestOutcome::kUnexpectedPass: return ReasonKind::kUnexpectedPass;
    }
    ASSAY_CHECK(false);
  }

  const TestLists& lists_;
  const Attempt& attempt_;
  const bool decoys_;
  const NameIndex index_;
  Grading grading_;
};

}  // namespace

Grading Grade(const TestLists& lists, const Attempt& candidate, const Attempt* control) {
  Grading grading = Grader(lists, candidate).Grade();
  if (!grading.wants_control || control == nullptr) return grading;
  return Settle(std::move(grading), Grader(lists, *control).Grade());
}

Grading GradeDecoys(const TestLists& lists, const Attempt& attempt) {
  return Grader(lists, attempt, true).Grade();
}

Grading Settle(Grading candidate, const Grading& control) {
  if (!candidate.wants_control) return candidate;
  candidate.wants_control = false;
  if (control.verdict == SweVerdict::kResolved) return candidate;
  candidate.verdict = SweVerdict::kInfrastructure;
  candidate.reasons.insert(
      candidate.reasons.begin(),
      {ReasonKind::kReference, "",
       "the reference isn't resolved here either: " + control.reasons.front().message});
  return candidate;
}

}  // namespace assay::swe
