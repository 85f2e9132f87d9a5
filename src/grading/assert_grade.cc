#include "grading/assert_grade.h"

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "grading/run_fault.h"
#include "grading/value/value.h"
#include "text/excerpt.h"

namespace assay {
namespace {

// More than any sensible test looks at; bounds what the tests' process has to read.
constexpr size_t kMaxResultBytes = 16 << 20;

// Of a few words: none of them is a container.
constexpr size_t kMostReplyValues = 64;

std::string TextOf(const Value& dict, std::string_view key) {
  const Value* value = Find(dict, key);
  return value != nullptr && value->kind == Value::Kind::kString ? value->text : "";
}

size_t CountOf(const Value& dict, std::string_view key) {
  size_t count = 0;
  const Value* value = Find(dict, key);
  if (value != nullptr && value->kind == Value::Kind::kInteger) {
    std::from_chars(value->text.data(), value->text.data() + value->text.size(), count);
  }
  return count;
}

TestsStatus StatusOf(std::string_view text) {
  if (text == "calls") return TestsStatus::kCalls;
  if (text == "passed") return TestsStatus::kPassed;
  if (text == "failed") return TestsStatus::kFailed;
  if (text == "missing") return TestsStatus::kMissing;
  if (text == "malformed") return TestsStatus::kMalformed;
  if (text == "live") return TestsStatus::kOneProcess;
  if (text == "broken") return TestsStatus::kBroken;
  if (text == "idle") return TestsStatus::kIdle;
  return TestsStatus::kNone;
}

// The candidate's run for what it is, whatever it answered.
Judgement FaultOf(const Problem& problem, const TestCase& test, const RunResult& candidate_run) {
  RunResult silent = candidate_run;
  silent.reply_bytes.clear();
  return GradeRun(problem, test, silent, "-");
}

}  // namespace

TestsReply ParseTestsReply(const RunResult& tests_run) {
  TestsReply reply;
  if (tests_run.status != RunStatus::kExited || tests_run.exit_code != 0) return reply;
  ValueFault fault;
  const auto object = ParseValueWithin(tests_run.reply_bytes, kMostReplyValues, &fault);
  if (!object || object->kind != Value::Kind::kDict) return reply;
  reply.status = StatusOf(TextOf(*object, "status"));
  reply.calls = TextOf(*object, "calls");
  reply.count = CountOf(*object, "count");
  reply.settled = CountOf(*object, "settled");
  reply.assertion = TextOf(*object, "kind") == "assertion";
  const std::string type = TextOf(*object, "type");
  const std::string message = TextOf(*object, "message");
  reply.message = Excerpt(type.empty() || message.empty() ? type + message : type + ": " + message);
  return reply;
}

CallResults ReadCallResults(const Problem& problem, const TestCase& test,
                            const RunResult& candidate_run, size_t count) {
  CallResults results;
  const std::string_view bytes = candidate_run.reply_bytes;
  const auto forged = [&](std::string message) {
    results.fault = MakeJudgement(Reason::kBadReply, std::move(message));
    return results;
  };
  if (candidate_run.status == RunStatus::kStartFailed ||
      candidate_run.status == RunStatus::kCancelled) {
    results.fault = FaultOf(problem, test, candidate_run);
    return results;
  }
  if (!bytes.empty() && bytes.front() == '{') {
    // Loading the code failed, says the driver or the candidate in its name: never more than that.
    Judgement judgement = GradeRun(problem, test, candidate_run, "-");
    if (judgement.verdict == Verdict::kAccepted) return forged("the reply is forged");
    results.fault = std::move(judgement);
    return results;
  }
  if (bytes.size() > kMaxResultBytes) {
    results.fault =
        MakeJudgement(Reason::kOutputLimit, "the values that the program returned are too large");
    return results;
  }
  const auto is_plain = [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); };
  if (!std::all_of(bytes.begin(), bytes.end(), is_plain)) {
    return forged("the reply holds bytes that no driver writes");
  }
  for (size_t begin = 0, end; (end = bytes.find('\n', begin)) != bytes.npos; begin = end + 1) {
    results.lines.push_back(bytes.substr(begin, end - begin));
  }
  if (results.lines.size() > count) return forged("the reply has more results than were asked for");
  results.clean = !LimitFault(candidate_run) && !EndFault(candidate_run) &&
                  results.lines.size() == count && !bytes.empty() && bytes.back() == '\n';
  if (results.lines.empty()) results.fault = FaultOf(problem, test, candidate_run);
  return results;
}

Judgement GradeTests(const Problem& problem, const TestCase& test, const TestsReply& reply,
                     const RunResult& tests_run, const RunResult* candidate_run) {
  const std::string because = reply.message.empty() ? "" : ": " + reply.message;
  if (reply.status == TestsStatus::kBroken) {
    return MakeJudgement(Reason::kTestsBroken,
                         "the tests fail before they call the program" + because);
  }
  if (reply.status == TestsStatus::kIdle) {
    return MakeJudgement(Reason::kTestsIdle, "the tests pass without calling the program");
  }
  ASSAY_CHECK(candidate_run != nullptr);
  switch (reply.status) {
    case TestsStatus::kPassed:
      if (auto fault = LimitFault(*candidate_run)) return *std::move(fault);
      if (auto fault = EndFault(*candidate_run)) return *std::move(fault);
      return MakeJudgement(Reason::kAssertionsPassed, "all assertions hold");
    case TestsStatus::kFailed:
      if (reply.assertion) {
        return MakeJudgement(Reason::kAssertionFailed,
                             reply.message.empty() ? "an assertion failed" : reply.message);
      }
      return MakeJudgement(Reason::kException, "an exception was raised" + because);
    case TestsStatus::kMissing: return FaultOf(problem, test, *candidate_run);
    case TestsStatus::kMalformed:
      return MakeJudgement(Reason::kBadReply, "a result is malformed" + because);
    default: break;
  }
  if (auto fault = LimitFault(tests_run)) {
    fault->message = "the tests, with the program's results: " + fault->message;
    return *std::move(fault);
  }
  return MakeJudgement(Reason::kTestsEnded, "the tests ended early on the program's results");
}

}  // namespace assay
