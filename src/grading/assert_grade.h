// Asserts judged in two processes: one runs the tests and never the candidate's code, the other
// performs the operations which the tests asked for and never sees an expectation. What each says,
// and who is to blame. docs/internals/drivers.md has the protocol.
//
// The tests' process is ours, but it works on the candidate's results: from the moment it has any,
// nothing it does is blamed on the problem or on us. Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grading/grade.h"

namespace assay {

enum class TestsStatus {
  kNone,        // it said nothing usable: ended early, or broke a limit
  kCalls,       // perform `calls` from the beginning, then ask again
  kPassed,      // every assertion holds, on real results alone
  kFailed,      // an assertion failed or an exception ended the tests
  kMissing,     // the operation `count` has no result: the candidate's run ended before it
  kMalformed,   // a result is not well-formed
  kOneProcess,  // these tests need to share a process with the candidate
  kBroken,      // the tests fail before they ask anything of the candidate
  kIdle,        // the tests pass without asking anything of the candidate
};

struct TestsReply {
  TestsStatus status = TestsStatus::kNone;
  std::string calls;       // kCalls: stdin of the candidate's run
  size_t count = 0;        // kCalls: how many operations; kMissing: which
  size_t settled = 0;      // kCalls: how many of them had results already
  bool assertion = false;  // kFailed: by an AssertionError
  std::string message;     // for people, bounded
};
TestsReply ParseTestsReply(const RunResult& tests_run);

// What the candidate's process answered: one line of text for each operation. `fault` is set when
// that decides already (it could not be started, the code could not be loaded, the answers are
// forged, or there are none).
struct CallResults {
  std::vector<std::string_view> lines;  // into the run's reply
  bool clean = false;                   // ended well, after the last operation
  std::optional<Judgement> fault;
};
CallResults ReadCallResults(const Problem& problem, const TestCase& test,
                            const RunResult& candidate_run, size_t count);

// REQUIRES: status is neither kCalls nor kOneProcess. `candidate_run` is null before the first.
Judgement GradeTests(const Problem& problem, const TestCase& test, const TestsReply& reply,
                     const RunResult& tests_run, const RunResult* candidate_run);

}  // namespace assay
