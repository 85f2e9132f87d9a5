// One assert test in two processes. The tests run without the candidate and say what they do to it;
// the candidate performs that; the tests run again with the results, and either decide or ask for
// more, since what they do may depend on results. Usually three runs, of which the first depends on
// the problem alone and is remembered.
//
//   tests (nothing known) ──calls──► candidate ──results──► tests ──► verdict, or other calls
//
// Whether the tests can be separated at all is decided by that first run, in which the candidate
// has no say. Where they can't, both share one process.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/work/fingerprint.h"
#include "grading/assert_grade.h"
#include "judging/outcome.h"
#include "judging/plan/requests.h"
#include "judging/procedures.h"
#include "judging/single_run.h"

namespace assay {
namespace {

// Each round settles at least one more operation, since every result decides at most what comes
// after it. Tests that branch on results take a few rounds; a chain in which each result decides
// whether there is a next call takes one for each. A round performs all calls from the first, so
// what many rounds cost is bounded thrice: by their number, by the time of all runs (no more than
// so many runs that reach their limit), and each has to get further than those before, which a
// program that answers differently every time doesn't.
constexpr int kFewRounds = 8;
constexpr int kMaxRounds = 512;

// What part of its limits a run used.
double ShareOfLimits(const RunResult& run, const Limits& limits) {
  const auto share = [](Nanoseconds took, Nanoseconds limit) {
    return static_cast<double>(took.count()) /
           static_cast<double>(std::max<int64_t>(limit.count(), 1));
  };
  return std::max(share(run.cpu_time, limits.cpu_time),
                  share(run.wall_time - run.starved_time, limits.wall_time));
}

std::string KeyOf(const JobPlan& plan) {
  const Problem& problem = *plan.submission.problem;
  return PartWriter()
      .Add(plan.candidate().language)
      .Add(problem.assert_setup_code)
      .Add(problem.assert_code)
      .Add(problem.function_name)
      .Fingerprint();
}

TestResult Decided(Judgement judgement, TestResult result) {
  Apply(std::move(judgement), &result);
  return result;
}

// What the tests can't honestly say before there are any.
bool IsAboutResults(TestsStatus status) {
  return status == TestsStatus::kPassed || status == TestsStatus::kFailed ||
         status == TestsStatus::kMissing || status == TestsStatus::kMalformed;
}

// The tests' side has said something.
struct Told {
  RunResult run;
  TestsReply reply;
};
using Answer = std::variant<Told, TestOutcome>;

class SeparatedAsserts {
 public:
  SeparatedAsserts(const Asserts::Separated& programs, const TestToJudge& test, Runs& runs)
      : programs_(programs), test_(test), runs_(runs) {}

  // nullopt: these tests need to share a process with the candidate.
  std::optional<TestOutcome> Judge();

 private:
  // One run of the tests. It is ours, and what it may use is not for the candidate to exceed.
  Answer RunTests(const AssertProgress& progress);
  // Under which the tenant's problem is remembered.
  std::string Key() const { return test_.plan.submission.tenant + "\n" + KeyOf(test_.plan); }
  // Before there are results; most problems' answer is known already.
  Answer FirstAnswer();
  // The candidate performs the calls, the tests see the results.
  Answer RunRound(const TestsReply& asked, TestResult* result);
  // Whether `again`, another run that knows nothing, asks for other operations than the first did,
  // which is remembered: then the tests draw what is new every time (uuid4(), time(), Random()),
  // and no round would ever meet the operations of the one before.
  bool RememberThatTheyDiffer(const Told& again, const std::string& first);
  // Why there is no round after so many that led to `asked`; empty when there is.
  std::string WhyNoMore(int rounds, const TestsReply& asked);

  const Asserts::Separated& programs_;
  const TestToJudge& test_;
  Runs& runs_;
  double spent_ = 0;                // limits used up by the runs of all rounds
  size_t settled_ = 0;              // the most operations that had results
  std::vector<std::string> lines_;  // of the candidate, as the tests last got them
};

Answer SeparatedAsserts::RunTests(const AssertProgress& progress) {
  RunRequest request =
      AssertTestsRequest(test_.plan, programs_.tests, progress, test_.services.languages);
  const Limits limits = request.limits;
  RunAnswer answer = runs_.Run({std::move(request), test_.plan.candidate().language});
  if (auto outcome = OutcomeWithoutRun(answer)) return *std::move(outcome);
  Told told{std::get<RunResult>(std::move(answer)), {}};
  spent_ += ShareOfLimits(told.run, limits);
  if (told.run.status == RunStatus::kStartFailed) {
    return TestOutcome(InfrastructureFault(
        {ErrorCode::kInternal, "engine.tests", 0,
         "the interpreter of the tests could not be started: " + told.run.start_error}));
  }
  told.reply = ParseTestsReply(told.run);
  return told;
}

Answer SeparatedAsserts::FirstAnswer() {
  const std::string key = Key();
  if (auto known = test_.services.assert_calls.Find(key)) return Told{{}, *std::move(known)};
  Answer answer = RunTests({});
  auto* told = std::get_if<Told>(&answer);
  if (told == nullptr) return answer;
  TestsReply& reply = told->reply;
  if (reply.status == TestsStatus::kNone) reply.status = TestsStatus::kOneProcess;
  if (IsAboutResults(reply.status)) {
    reply.status = TestsStatus::kBroken;
    reply.message = "they answer in place of what runs them";
  }
  // A limit may have been the host's doing; the next submission tries again.
  if (told->run.status == RunStatus::kExited) test_.services.assert_calls.Keep(key, reply);
  return answer;
}

bool SeparatedAsserts::RememberThatTheyDiffer(const Told& again, const std::string& first) {
  if (again.run.status != RunStatus::kExited) return false;
  if (again.reply.status != TestsStatus::kCalls || again.reply.calls == first) return false;
  TestsReply known;
  known.status = TestsStatus::kOneProcess;
  known.message = "the tests ask for something else each time they run";
  test_.services.assert_calls.Keep(Key(), known);
  return true;
}

Answer SeparatedAsserts::RunRound(const TestsReply& asked, TestResult* result) {
  RunAnswer answer = runs_.Run({AssertCallsRequest(test_.plan, programs_.calls, asked.calls),
                                test_.plan.candidate().language, LimitLeniency::kNearLimit});
  if (auto outcome = OutcomeWithoutRun(answer)) return *std::move(outcome);
  result->executed = true;
  result->run = std::get<RunResult>(std::move(answer));
  spent_ += ShareOfLimits(result->run, test_.plan.submission.limits);
  CallResults results = ReadCallResults(test_.problem(), test_.test(), result->run, asked.count);
  if (results.fault) return TestOutcome(Decided(*std::move(results.fault), std::move(*result)));

  // A program that is asked for more sees what for, and could answer in the light of that: what the
  // tests went by stays as it was.
  lines_.resize(std::min(lines_.size(), asked.settled));
  for (size_t i = lines_.size(); i < results.lines.size(); ++i) {
    lines_.emplace_back(results.lines[i]);
  }
  AssertProgress progress;
  progress.calls = asked.calls;
  progress.results.assign(lines_.begin(), lines_.end());
  progress.clean = results.clean;
  return RunTests(progress);
}

std::string SeparatedAsserts::WhyNoMore(int rounds, const TestsReply& asked) {
  const bool further = asked.settled > settled_;
  settled_ = std::max(settled_, asked.settled);
  if (rounds < kFewRounds) return "";
  if (!further) return "what the tests call keeps changing with the results";
  if (rounds < kMaxRounds && spent_ < kFewRounds) return "";
  return fmt::format(
      "after {} rounds of calls the results still decide what the tests call next; there are at "
      "most {}, and no more after the {}th when all runs took as long as {} that reach their limit",
      rounds, kMaxRounds, kFewRounds, kFewRounds);
}

std::optional<TestOutcome> SeparatedAsserts::Judge() {
  Answer answer = FirstAnswer();
  TestResult result;
  std::string first_calls;
  for (int round = 0;; ++round) {
    if (auto* outcome = std::get_if<TestOutcome>(&answer)) return std::move(*outcome);
    auto& [tests_run, reply] = std::get<Told>(answer);
    if (reply.status == TestsStatus::kOneProcess) {
      if (round == 0) return std::nullopt;
      // Only results can have led there; the first run saw nothing of the kind.
      reply.status = TestsStatus::kFailed;
      reply.assertion = false;
    }
    if (reply.status != TestsStatus::kCalls) {
      return Decided(GradeTests(test_.problem(), test_.test(), reply, tests_run,
                                round == 0 ? nullptr : &result.run),
                     std::move(result));
    }
    if (round == 0) first_calls = reply.calls;
    if (std::string why = WhyNoMore(round, reply); !why.empty()) {
      // Without the candidate, as all that leads to one process.
      const Answer again = RunTests({});
      if (const auto* outcome = std::get_if<TestOutcome>(&again)) return *outcome;
      if (RememberThatTheyDiffer(std::get<Told>(again), first_calls)) return std::nullopt;
      return Decided(
          {Verdict::kRuntimeError, Cause::kCandidate, Reason::kUndecided, std::move(why)},
          std::move(result));
    }
    answer = RunRound(reply, &result);
  }
}

Judgement Unscored(std::string message) {
  return {Verdict::kJudgeError, Cause::kProblem, Reason::kUnseparated, std::move(message)};
}

// The driver repeats the nonce, which tells its answer from one the candidate makes up.
TestOutcome JudgeInOneProcess(const TestToJudge& test, Runs& runs) {
  if (test.services.unseparated == Unseparated::kRefuse) {
    return Decided(Unscored("the tests need to share a process with the program, and this server "
                            "doesn't run such tests"),
                   {});
  }
  auto nonce = runs.Nonce();
  if (!nonce.ok()) return InfrastructureFault(nonce.error());
  const BlobPtr input = test.services.languages.DriverInput(test.problem(), test.test(), *nonce);
  TestOutcome outcome = JudgeSingleRun(test, input, LimitLeniency::kNearLimit, *nonce, runs);
  auto* result = std::get_if<TestResult>(&outcome);
  if (result == nullptr) return outcome;
  result->shared_process = result->executed;
  if (test.services.unseparated == Unseparated::kMask && result->cause == Cause::kCandidate) {
    std::string seen = fmt::format(
        "the tests shared a process with the program, so this counts for "
        "nothing here: {} ({}): {}",
        ToString(result->verdict), ToString(result->reason), result->message);
    Apply(Unscored(std::move(seen)), result);
  }
  return outcome;
}

}  // namespace

TestOutcome Judge(const Asserts& procedure, const TestToJudge& test, Runs& runs) {
  if (procedure.separated) {
    if (auto outcome = SeparatedAsserts(*procedure.separated, test, runs).Judge()) {
      return *std::move(outcome);
    }
  }
  return JudgeInOneProcess(test, runs);
}

}  // namespace assay
