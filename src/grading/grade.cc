#include "grading/grade.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"
#include "grading/compare/compare.h"
#include "grading/run_fault.h"
#include "grading/value/reply.h"
#include "text/excerpt.h"

namespace assay {
namespace {

Judgement WrongAnswer(std::string reason, std::string message) {
  return MakeJudgement(Verdict::kWrongAnswer, Cause::kCandidate, std::move(reason),
                       std::move(message));
}

Judgement RuntimeError(std::string reason, std::string message) {
  return MakeJudgement(Verdict::kRuntimeError, Cause::kCandidate, std::move(reason),
                       std::move(message));
}

Judgement ProblemFault(std::string reason, std::string message) {
  return MakeJudgement(Verdict::kJudgeError, Cause::kProblem, std::move(reason),
                       std::move(message));
}

Judgement Accepted(std::string reason, std::string message) {
  return MakeJudgement(Verdict::kAccepted, Cause::kCandidate, std::move(reason),
                       std::move(message));
}

Judgement GradeOutput(const Problem& problem, const TestCase& test, const RunResult& run) {
  const CompareResult result = Compare(problem.comparison, test.expected->view(), run.stdout_bytes);
  switch (result.match) {
    case Match::kEqual: return Accepted("same_output", "the output is as expected");
    case Match::kUnreadable:
      return MakeJudgement(Verdict::kPresentationError, Cause::kCandidate, "unreadable_output",
                           "the output is not of the form asked for: " + result.ToString());
    case Match::kBadExpectation: return ProblemFault("bad_expected", result.ToString());
    case Match::kLayoutDiffers:
      if (problem.comparison.mode == CompareMode::kExact) {
        return MakeJudgement(Verdict::kPresentationError, Cause::kCandidate, "presentation",
                             "only white space differs: " + result.ToString());
      }
      return WrongAnswer("layout", "only white space differs: " + result.ToString());
    case Match::kDifferent: break;
  }
  if (TrimAsciiSpace(run.stdout_bytes).empty()) {
    return WrongAnswer("empty_output", "nothing was printed");
  }
  return WrongAnswer("different_output", result.ToString());
}

// An error a driver reported instead of a value or a pass.
Judgement GradeErrorReply(const TestCase& test, const Reply& reply) {
  const auto with = [&](std::string_view what) {
    return reply.message.empty() ? std::string(what) : fmt::format("{}: {}", what, reply.message);
  };
  if (reply.kind == "missing_function") {
    return RuntimeError("missing_function", with("the function is not defined"));
  }
  if (reply.kind == "unserializable") {
    return WrongAnswer("unserializable", with("the returned value is not plain data"));
  }
  if (reply.kind == "bad_arguments") {
    // The candidate may have said so itself; only our own look at the data can blame the problem.
    if (!ParseValue(test.input->view(), nullptr)) {
      return ProblemFault("bad_input", "the test's input is not JSON");
    }
    return RuntimeError("bad_arguments", with("the function does not take these arguments"));
  }
  return RuntimeError("exception", with("an exception was raised"));
}

Judgement NoReply(const RunResult& run, const Reply& reply) {
  if (auto fault = EndFault(run)) return *std::move(fault);
  if (reply.status == ReplyStatus::kNone) {
    return RuntimeError("no_reply", "the program ended before the call returned");
  }
  return RuntimeError("bad_reply", reply.message);
}

Judgement GradeCall(const Problem& problem, const TestCase& test, const RunResult& run) {
  Reply reply = ParseReply(run.reply_bytes);
  // A value is of no worth when the program did not end well, as for any other program.
  if (reply.status == ReplyStatus::kError) return GradeErrorReply(test, reply);
  if (reply.status == ReplyStatus::kFailed) {  // the candidate's own assert statement
    return RuntimeError("exception", "an assertion failed: " + reply.message);
  }
  if (reply.status != ReplyStatus::kValue) {
    if (reply.status == ReplyStatus::kPassed) reply.message = "the reply has no value";
    return NoReply(run, reply);
  }
  if (auto fault = EndFault(run)) return *std::move(fault);

  std::string error;
  const auto expected = ParseValue(test.expected->view(), &error);
  if (!expected) {
    return ProblemFault("bad_expected", "the expected value is not JSON: " + error);
  }
  // A function that returns nothing answers through its first argument.
  const bool in_place = reply.value.kind == Value::Kind::kNull &&
                        expected->kind != Value::Kind::kNull &&
                        reply.args.kind == Value::Kind::kList && !reply.args.items.empty();
  const Value& actual = in_place ? reply.args.items[0] : reply.value;
  const auto difference = FindDifference(problem.comparison, *expected, actual);
  if (!difference) return Accepted("same_value", "the value is as expected");
  return WrongAnswer("different_value", *difference);
}

Judgement GradeAssert(const TestCase& test, const RunResult& run, std::string_view nonce) {
  ASSAY_CHECK(!nonce.empty());
  Reply reply = ParseReply(run.reply_bytes);
  switch (reply.status) {
    case ReplyStatus::kFailed: return WrongAnswer("assertion_failed", reply.message);
    case ReplyStatus::kError: return GradeErrorReply(test, reply);
    case ReplyStatus::kPassed: break;
    case ReplyStatus::kValue:
      reply.message = "the reply does not say whether the tests passed";
      [[fallthrough]];
    default: return NoReply(run, reply);
  }
  if (auto fault = EndFault(run)) return *std::move(fault);
  if (reply.nonce != nonce) {
    return RuntimeError("bad_reply", "the reply does not repeat the nonce: it is forged");
  }
  return Accepted("assertions_passed", "all assertions hold");
}

}  // namespace

Judgement GradeRun(const Problem& problem, const TestCase& test, const RunResult& run,
                   std::string_view nonce, Executable executable) {
  if (auto fault = LimitFault(run)) return *std::move(fault);
  if (run.status == RunStatus::kStartFailed) {
    const std::string message = "the program could not be started: " + Excerpt(run.start_error);
    if (executable == Executable::kArtifact) return RuntimeError("start_failed", message);
    return MakeJudgement(Verdict::kInternalError, Cause::kInfrastructure, "start_failed", message);
  }
  switch (problem.mode) {
    case ProblemMode::kFunctionCall: return GradeCall(problem, test, run);
    case ProblemMode::kAssert: return GradeAssert(test, run, nonce);
    case ProblemMode::kRun:
      if (auto fault = EndFault(run)) return *std::move(fault);
      return Accepted("finished", "the program ran and exited with code 0");
    case ProblemMode::kStdinStdout:
      if (auto fault = EndFault(run)) return *std::move(fault);
      return GradeOutput(problem, test, run);
  }
  ASSAY_CHECK(false);
}

}  // namespace assay
