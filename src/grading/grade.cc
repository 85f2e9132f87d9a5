#include "grading/grade.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"
#include "grading/compare/compare.h"
#include "grading/complaint.h"
#include "grading/run_fault.h"
#include "grading/value/reply.h"
#include "text/excerpt.h"

namespace assay {
namespace {

Judgement GradeOutput(const Problem& problem, const TestCase& test, const RunResult& run) {
  const CompareResult result = Compare(problem.comparison, test.expected->view(), run.stdout_bytes);
  switch (result.match) {
    case Match::kEqual: return MakeJudgement(Reason::kSameOutput, "the output is as expected");
    case Match::kUnreadable:
      return MakeJudgement(Reason::kUnreadableOutput,
                           "the output is not of the form asked for: " + result.ToString());
    case Match::kBadExpectation: return MakeJudgement(Reason::kBadExpected, result.ToString());
    case Match::kLayoutDiffers:
      if (problem.comparison.mode == CompareMode::kExact) {
        return MakeJudgement(Reason::kPresentation,
                             "only white space differs: " + result.ToString());
      }
      return MakeJudgement(Reason::kLayout, "only white space differs: " + result.ToString());
    case Match::kDifferent: break;
  }
  if (TrimAsciiSpace(run.stdout_bytes).empty()) {
    return MakeJudgement(Reason::kEmptyOutput, "nothing was printed");
  }
  return MakeJudgement(Reason::kDifferentOutput, result.ToString());
}

// An error a driver reported instead of a value or a pass.
Judgement GradeErrorReply(const TestCase& test, const Reply& reply) {
  const auto with = [&](std::string_view what) {
    return reply.message.empty() ? std::string(what) : fmt::format("{}: {}", what, reply.message);
  };
  if (reply.kind == "missing_function") {
    return MakeJudgement(Reason::kMissingFunction, with("the function is not defined"));
  }
  if (reply.kind == "unserializable") {
    return MakeJudgement(Reason::kUnserializable, with("the returned value is not plain data"));
  }
  if (reply.kind == "bad_arguments") {
    // The candidate may have said so itself; only our own look at the data can blame the problem.
    if (!ParseValue(test.input->view(), nullptr)) {
      return MakeJudgement(Reason::kBadInput, "the test's input is not JSON");
    }
    return MakeJudgement(Reason::kBadArguments, with("the function does not take these arguments"));
  }
  const std::string missing = MissingPart(reply.message);
  return MakeJudgement(Reason::kException,
                       with(missing.empty() ? "an exception was raised" : missing));
}

Judgement NoReply(const RunResult& run, const Reply& reply) {
  if (auto fault = EndFault(run)) return *std::move(fault);
  if (reply.status == ReplyStatus::kNone) {
    return MakeJudgement(Reason::kNoReply, "the program ended before the call returned");
  }
  return MakeJudgement(Reason::kBadReply, reply.message);
}

Judgement GradeCall(const Problem& problem, const TestCase& test, const RunResult& run) {
  Reply reply = ParseReply(run.reply_bytes);
  // A value is of no worth when the program did not end well, as for any other program.
  if (reply.status == ReplyStatus::kError) return GradeErrorReply(test, reply);
  if (reply.status == ReplyStatus::kFailed) {  // the candidate's own assert statement
    return MakeJudgement(Reason::kException, "an assertion failed: " + reply.message);
  }
  if (reply.status != ReplyStatus::kValue) {
    if (reply.status == ReplyStatus::kPassed) reply.message = "the reply has no value";
    return NoReply(run, reply);
  }
  if (auto fault = EndFault(run)) return *std::move(fault);

  std::string error;
  const auto expected = ParseValue(test.expected->view(), &error);
  if (!expected) {
    return MakeJudgement(Reason::kBadExpected, "the expected value is not JSON: " + error);
  }
  ValueFault fault;
  const auto actual = ValueOf(reply, *expected, &fault);
  if (!actual && fault.too_many) {
    return MakeJudgement(Reason::kDifferentValue,
                         "the value holds far more values than the expected one");
  }
  if (!actual) {
    return MakeJudgement(Reason::kBadReply, "the reply is not one JSON object: " + fault.message);
  }
  const auto difference = FindDifference(problem.comparison, *expected, *actual);
  if (!difference) return MakeJudgement(Reason::kSameValue, "the value is as expected");
  return MakeJudgement(Reason::kDifferentValue, *difference);
}

Judgement GradeAssert(const TestCase& test, const RunResult& run, std::string_view nonce) {
  ASSAY_CHECK(!nonce.empty());
  Reply reply = ParseReply(run.reply_bytes);
  switch (reply.status) {
    case ReplyStatus::kFailed: return MakeJudgement(Reason::kAssertionFailed, reply.message);
    case ReplyStatus::kError: return GradeErrorReply(test, reply);
    case ReplyStatus::kPassed: break;
    case ReplyStatus::kValue:
      reply.message = "the reply does not say whether the tests passed";
      [[fallthrough]];
    default: return NoReply(run, reply);
  }
  if (auto fault = EndFault(run)) return *std::move(fault);
  if (reply.nonce != nonce) {
    return MakeJudgement(Reason::kBadReply, "the reply does not repeat the nonce: it is forged");
  }
  return MakeJudgement(Reason::kAssertionsPassed, "all assertions hold");
}

}  // namespace

Judgement GradeRun(const Problem& problem, const TestCase& test, const RunResult& run,
                   std::string_view nonce, Executable executable,
                   std::span<const std::string> failure_signs) {
  if (auto fault = LimitFault(run)) return *std::move(fault);
  if (run.status == RunStatus::kStartFailed) {
    return StartFault(run, executable);
  }
  switch (problem.mode) {
    case ProblemMode::kFunctionCall: return GradeCall(problem, test, run);
    case ProblemMode::kAssert: return GradeAssert(test, run, nonce);
    case ProblemMode::kRun:
      if (auto fault = EndFault(run, failure_signs)) return *std::move(fault);
      return MakeJudgement(Reason::kFinished, "the program ran and exited with code 0");
    case ProblemMode::kStdinStdout:
      if (auto fault = EndFault(run, failure_signs)) return *std::move(fault);
      return GradeOutput(problem, test, run);
  }
  ASSAY_CHECK(false);
}

}  // namespace assay
