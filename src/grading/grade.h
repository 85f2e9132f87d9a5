// From what the operating system saw to what we decide. Pure functions: no OS calls, thread-safe.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading/judgement.h"
#include "model/problem.h"
#include "model/submission.h"
#include "model/submission_result.h"
#include "runner/runner.h"

namespace assay {

// Compile step: accepted means go on.
Judgement GradeCompile(const RunResult& compile);

// One test, from the candidate's run alone. `nonce` as given to LanguageTable::DriverInput;
// `failure_signs` as Program has them.
// REQUIRES: nonce is not empty for kAssert.
Judgement GradeRun(const Problem& problem, const TestCase& test, const RunResult& run,
                   std::string_view nonce, Executable executable = Executable::kToolchain,
                   std::span<const std::string> failure_signs = {});

// Whether the problem's special judge must now be asked, given GradeRun's answer. A run that
// crashed or broke a limit is never sent to a checker.
bool NeedsChecker(const Problem& problem, const Judgement& judgement);

// How a checker is called: what is added to its command line, and what it finds and leaves. The
// folder of an ICPC judge's feedback holds `feedback`, what an earlier pass left there.
struct CheckerCall {
  std::vector<std::string> arguments;
  BlobPtr stdin_bytes;  // null: none
  std::vector<InputFile> files;
  std::vector<std::string> fetch;
};
// Where an interactor of testlib's writes its output (tout), in its work directory.
inline constexpr char kTranscriptFile[] = "assay_tout.txt";
using CheckerFeedback = std::map<std::string, BlobPtr>;  // by path in the work directory
CheckerCall MakeCheckerCall(const Checker& checker, const BlobPtr& input, const BlobPtr& expected,
                            const BlobPtr& output, const CheckerFeedback& feedback);
// The input of the next pass, or null: this one was the last. A judge that asks for one more than
// the problem has is at fault, as `judgement` then says.
BlobPtr NextPass(const Checker& checker, const RunResult& checker_run, int pass,
                 Judgement* judgement);
// What an ICPC judge left, for its next pass.
CheckerFeedback FeedbackOf(const RunResult& checker_run);

// How its end is read.
Judgement GradeChecker(const Checker& checker, const RunResult& checker_run);

// Verdict, cause, score, reason and message of the whole from its parts (first failing test in
// input order decides the verdict; any infrastructure fault that leaves the outcome open masks the
// score). A test skipped for kTotalTimeout is a failure when its cause is kCandidate; the
// engine names another cause when the time was lost to our own doing.
void Aggregate(const Submission& submission, SubmissionResult* result);

}  // namespace assay
