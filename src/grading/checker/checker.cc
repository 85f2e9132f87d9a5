#include "grading/checker/checker_end.h"
#include "grading/grade.h"
#include "grading/run_fault.h"

namespace assay {
namespace {

constexpr char kInputFile[] = "assay_input.txt";
constexpr char kOutputFile[] = "assay_output.txt";
constexpr char kAnswerFile[] = "assay_answer.txt";
// Where an ICPC judge leaves files. The marker makes the folder exist.
constexpr std::string_view kFeedbackFolder = "feedback/";
constexpr char kFeedbackMarker[] = "feedback/.assay";
constexpr char kFeedbackFiles[] = "feedback/*";
constexpr char kNextPassFile[] = "feedback/nextpass.in";

CheckerCall ScaleBoxCall(const BlobPtr& input, const BlobPtr& expected, const BlobPtr& output) {
  // The names look swapped; existing checkers rely on them.
  CheckerCall call;
  call.files = {{"stdin.txt", input}, {"stdout.txt", expected}, {"answer.txt", output}};
  return call;
}

// testlib's order is input, output, answer; CMS's has the last two the other way round.
CheckerCall ThreeFileCall(const Checker& checker, const BlobPtr& input, const BlobPtr& expected,
                          const BlobPtr& output) {
  CheckerCall call;
  call.files = {{kInputFile, input}, {kAnswerFile, expected}};
  if (checker.interactive) {
    call.arguments = {kInputFile, kTranscriptFile, kAnswerFile};
    return call;
  }
  call.files.push_back({kOutputFile, output});
  if (checker.kind == CheckerKind::kCms) {
    call.arguments = {kInputFile, kAnswerFile, kOutputFile};
  } else {
    call.arguments = {kInputFile, kOutputFile, kAnswerFile};
  }
  return call;
}

CheckerCall IcpcCall(const Checker& checker, const BlobPtr& input, const BlobPtr& expected,
                     const BlobPtr& output, const CheckerFeedback& feedback) {
  CheckerCall call;
  call.arguments = {kInputFile, kAnswerFile, std::string(kFeedbackFolder)};
  call.files = {{kInputFile, input}, {kAnswerFile, expected}, {kFeedbackMarker, Blob::Empty()}};
  for (const auto& [path, contents] : feedback) call.files.push_back({path, contents});
  if (!checker.interactive) call.stdin_bytes = output;
  call.fetch = {kFeedbackFiles};
  return call;
}

// What a limit that a run broke is called when the run was a special judge's.
Reason OfChecker(Reason limit) {
  switch (limit) {
    case Reason::kCpuLimit:
    case Reason::kWallLimit: return Reason::kCheckerTimeLimit;
    case Reason::kMemoryLimit: return Reason::kCheckerMemoryLimit;
    case Reason::kOutputLimit: return Reason::kCheckerOutputLimit;
    default: ASSAY_CHECK(false);
  }
}

}  // namespace

bool NeedsChecker(const Problem& problem, const Judgement& judgement) {
  if (!problem.checker || problem.mode != ProblemMode::kStdinStdout) return false;
  switch (judgement.verdict) {
    // A judge of several passes has to be asked for the others.
    case Verdict::kAccepted: return problem.checker->always || problem.checker->passes > 1;
    case Verdict::kWrongAnswer:
    case Verdict::kPresentationError: return true;
    // The expectation of a judged problem need not fit the comparison's mode.
    case Verdict::kJudgeError: return judgement.reason == Reason::kBadExpected;
    default: return false;
  }
}

CheckerCall MakeCheckerCall(const Checker& checker, const BlobPtr& input, const BlobPtr& expected,
                            const BlobPtr& output, const CheckerFeedback& feedback) {
  CheckerCall call;
  switch (checker.kind) {
    case CheckerKind::kScaleBox: call = ScaleBoxCall(input, expected, output); break;
    case CheckerKind::kTestlib:
    case CheckerKind::kCms: call = ThreeFileCall(checker, input, expected, output); break;
    case CheckerKind::kIcpc: call = IcpcCall(checker, input, expected, output, feedback); break;
  }
  call.arguments.insert(call.arguments.end(), checker.arguments.begin(), checker.arguments.end());
  return call;
}

BlobPtr NextPass(const Checker& checker, const RunResult& checker_run, int pass,
                 Judgement* judgement) {
  if (checker.kind != CheckerKind::kIcpc || judgement->verdict != Verdict::kAccepted) {
    return nullptr;
  }
  const auto found = checker_run.files.find(kNextPassFile);
  if (found == checker_run.files.end()) return nullptr;
  if (pass < checker.passes) return found->second;
  *judgement = MakeJudgement(Reason::kCheckerTooManyPasses,
                             "the checker asks for more passes than the problem has");
  return nullptr;
}

CheckerFeedback FeedbackOf(const RunResult& checker_run) {
  CheckerFeedback feedback = checker_run.files;
  feedback.erase(kNextPassFile);
  feedback.erase(kFeedbackMarker);
  return feedback;
}

Judgement GradeChecker(const Checker& checker, const RunResult& checker_run) {
  const auto broken = [](Reason reason, const std::string& message) {
    return MakeJudgement(reason, "the checker " + message);
  };
  if (checker_run.status == RunStatus::kStartFailed) {
    return broken(Reason::kCheckerStartFailed, "could not be started");
  }
  if (auto fault = LimitFault(checker_run)) {
    if (fault->cause == Cause::kCancelled) return *std::move(fault);
    return broken(OfChecker(fault->reason), fault->message);
  }
  if (checker_run.status == RunStatus::kSignalled) {
    return broken(Reason::kCheckerCrashed, "was " + EndFault(checker_run)->message);
  }
  switch (checker.kind) {
    case CheckerKind::kScaleBox: return GradeScaleBoxEnd(checker_run);
    case CheckerKind::kTestlib: return GradeTestlibEnd(checker, checker_run);
    case CheckerKind::kIcpc: return GradeIcpcEnd(checker, checker_run);
    case CheckerKind::kCms: return GradeCmsEnd(checker_run);
  }
  ASSAY_CHECK(false);
}

}  // namespace assay
