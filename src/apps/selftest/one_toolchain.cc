#include "apps/selftest/one_toolchain.h"

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "base/text.h"
#include "model/names.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Far above what any of the programs needs, for a busy host.
constexpr seconds kRunTime{20};
constexpr seconds kCompileTime{60};
constexpr int kTriesWhenFull = 60;  // a second apart

Submission SubmissionOf(const std::string& language, const std::string& code) {
  Submission submission;
  submission.language = language;
  submission.code = code;
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  submission.problem = std::move(problem);
  submission.limits.cpu_time = submission.limits.wall_time = kRunTime;
  submission.compile_limits.cpu_time = submission.compile_limits.wall_time = kCompileTime;
  submission.priority = Priority::kBatch;
  submission.reuse = false;
  return submission;
}

// The result; nullopt with the reason in `why`.
std::optional<SubmissionResult> Judge(const Submission& submission, const SubmitFunction& submit,
                                      const std::stop_token& stop, std::string* why) {
  // Shared: after a stop nobody waits for the callback.
  auto done = std::make_shared<std::promise<SubmissionResult>>();
  auto answer = done->get_future();
  Result<TicketPtr> ticket = Error{ErrorCode::kUnavailable, "selftest", 0, "never asked"};
  for (int tried = 0; tried < kTriesWhenFull; ++tried) {
    ticket =
        submit(submission, [done](SubmissionResult result) { done->set_value(std::move(result)); });
    if (ticket.ok() || ticket.error().code != ErrorCode::kUnavailable) break;
    for (int tenths = 0; tenths < 10 && !stop.stop_requested(); ++tenths) {
      std::this_thread::sleep_for(milliseconds(100));
    }
    if (stop.stop_requested()) break;
  }
  if (!ticket.ok()) {
    *why = ticket.error().ToString();
    return std::nullopt;
  }
  bool cancelled = false;
  while (answer.wait_for(milliseconds(100)) == std::future_status::timeout) {
    if (stop.stop_requested() && !std::exchange(cancelled, true)) (*ticket)->Cancel();
  }
  SubmissionResult result = answer.get();
  if (result.cause == Cause::kCandidate) return result;
  *why = result.message;
  return std::nullopt;
}

std::string Lower(const SubmissionResult& result) {
  std::string text = result.message;
  if (result.compile) text += result.compile->stdout_bytes + result.compile->stderr_bytes;
  for (const TestResult& test : result.tests) {
    text += test.run.stdout_bytes + test.run.stderr_bytes;
  }
  return AsciiLower(text);
}

std::string_view OutputOf(const SubmissionResult& result) {
  return result.tests.empty() ? std::string_view()
                              : TrimAsciiSpace(result.tests[0].run.stdout_bytes);
}

std::string Said(const SubmissionResult& result) {
  return "is said to be " + std::string(ToString(result.verdict)) + " (" +
         std::string(ToString(result.reason)) + (result.message.empty() ? "" : ": ") +
         result.message + ")";
}

// What is wrong with what was said of each; empty: nothing.
std::string OfRight(const SelfTestSubject& subject, const SubmissionResult& result) {
  if (result.verdict != Verdict::kAccepted) return "a right program " + Said(result);
  if (subject.entry.self_test.right_prints && OutputOf(result) != "ok") {
    return "a right program prints '" + std::string(OutputOf(result).substr(0, 60)) +
           "' instead of 'ok'";
  }
  return "";
}

std::string OfAssertion(const SelfTestSubject& subject, const SubmissionResult& result) {
  if (result.verdict != Verdict::kRuntimeError) return "a failed assertion " + Said(result);
  const std::string& sign = subject.entry.self_test.assertion_sign;
  if (Lower(result).find(AsciiLower(sign)) != std::string::npos) return "";
  return "a failed assertion is not told by '" + sign + "' in the output, but " + Said(result);
}

std::string OfBroken(const SelfTestSubject& subject, const SubmissionResult& result) {
  const Verdict wanted = subject.compiles ? Verdict::kCompileError : Verdict::kRuntimeError;
  const bool time = result.reason == Reason::kCompileTimeLimit;
  return result.verdict == wanted && !time ? "" : "what is no program " + Said(result);
}

std::string OfCrash(const SelfTestSubject& subject, const SubmissionResult& result) {
  if (result.verdict != Verdict::kRuntimeError) return "a crash " + Said(result);
  const std::string& sign = subject.entry.self_test.assertion_sign;
  if (Lower(result).find(AsciiLower(sign)) == std::string::npos) return "";
  return "a crash looks like a failed assertion: its output has '" + sign + "'";
}

}  // namespace

std::optional<SelfTestResult> TestToolchain(const SelfTestSubject& subject,
                                            const SubmitFunction& submit,
                                            const std::stop_token& stop, std::string* why) {
  const SelfTestPrograms& programs = subject.entry.self_test;
  struct Step {
    const std::string& code;
    std::string (*fault)(const SelfTestSubject&, const SubmissionResult&);
  };
  const Step steps[] = {{programs.right, OfRight},
                        {programs.assertion, OfAssertion},
                        {programs.broken, OfBroken},
                        {programs.crash, OfCrash}};
  SelfTestResult found{SelfTestState::kPassed, ""};
  for (const Step& step : steps) {
    const auto result = Judge(SubmissionOf(subject.entry.id, step.code), submit, stop, why);
    if (!result) return std::nullopt;
    const std::string fault = step.fault(subject, *result);
    if (fault.empty()) continue;
    found.state = SelfTestState::kFailed;
    found.problem += (found.problem.empty() ? "" : "; ") + fault;
  }
  return found;
}

}  // namespace assay
