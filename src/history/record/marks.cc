#include "history/record/marks.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kMostTests = 32;         // that are looked at
constexpr size_t kMostOutput = 64 << 10;  // of each
constexpr size_t kMostLiteral = 4 << 10;  // of an input that may stand in the text
constexpr size_t kLeastLiteral = 8;       // characters that aren't white space
constexpr size_t kLeastTests = 3;         // that a sign needs
constexpr size_t kLeastUnread = 2;

const std::string& OutputOf(const Problem& problem, const RunResult& run) {
  return problem.mode == ProblemMode::kFunctionCall ? run.reply_bytes : run.stdout_bytes;
}

bool HasSigns(const Problem& problem) {
  if (problem.mode != ProblemMode::kStdinStdout && problem.mode != ProblemMode::kFunctionCall) {
    return false;
  }
  return !problem.checker || !problem.checker->interactive;
}

// The rest of the line belongs to a comment: of Python, shells, C and its heirs, Lua, SQL, Haskell.
bool CommentBegins(std::string_view text) {
  return StartsWith(text, "//") || StartsWith(text, "--") || StartsWith(text, "# ") ||
         StartsWith(text, "#\t");
}

// Without white space, and without the two characters that stand for it in a literal.
std::string Squeeze(std::string_view text, bool skip_comments) {
  std::string squeezed;
  squeezed.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (c == '\\' && i + 1 < text.size() &&
        (text[i + 1] == 'n' || text[i + 1] == 't' || text[i + 1] == 'r')) {
      ++i;
      continue;
    }
    if (skip_comments && CommentBegins(text.substr(i))) {
      const size_t end = text.find('\n', i);
      if (end == text.npos) break;
      i = end;
      continue;
    }
    squeezed += c;
  }
  return squeezed;
}

// Arguments are a JSON array: a program would name them without its brackets.
std::string Literal(const Blob& blob, ProblemMode mode) {
  std::string_view text = blob.view();
  if (text.size() > kMostLiteral) return {};
  std::string squeezed = Squeeze(text, /*skip_comments=*/false);
  if (mode == ProblemMode::kFunctionCall && squeezed.size() >= 2 && squeezed.front() == '[') {
    squeezed = squeezed.substr(1, squeezed.size() - 2);
  }
  return squeezed.size() < kLeastLiteral ? std::string() : squeezed;
}

bool Stands(const std::string& literal, const std::string& code) {
  return !literal.empty() && code.find(literal) != code.npos;
}

bool SpecialCasesInputs(std::string_view code, const ProblemLiterals& literals) {
  const std::string squeezed = Squeeze(code, /*skip_comments=*/true);
  std::vector<std::string_view> found;  // equal tests count once
  for (const auto& test : literals.tests) {
    for (const std::string& literal : test) {
      if (!Stands(literal, squeezed)) continue;
      if (std::find(found.begin(), found.end(), literal) == found.end()) found.push_back(literal);
      break;
    }
    if (found.size() >= kLeastTests) return true;
  }
  return false;
}

// Whether not all of the first `count` are the same.
bool Differ(const Problem& problem, size_t count, BlobPtr TestCase::*part) {
  const std::string_view first = (problem.tests[0].*part)->view().substr(0, kMostOutput);
  for (size_t i = 1; i < count; ++i) {
    if ((problem.tests[i].*part)->view().substr(0, kMostOutput) != first) return true;
  }
  return false;
}

bool IsConstant(const RunSigns& signs, const Problem& problem) {
  if (!signs.same_output) return false;
  const size_t count = std::min(signs.executed, problem.tests.size());
  if (count < kLeastTests || !Differ(problem, count, &TestCase::input)) return false;
  return signs.accepted || Differ(problem, count, &TestCase::expected);
}

bool HasOtherWayToInput(std::string_view code) {
  for (const std::string_view way : {"/dev/stdin", "/dev/fd", "/proc/", "mmap", "pread"}) {
    if (code.find(way) != code.npos) return true;
  }
  return false;
}

}  // namespace

RunSigns Observe(const Submission& submission, const SubmissionResult& result) {
  RunSigns signs;
  const Problem& problem = *submission.problem;
  if (!HasSigns(problem)) return signs;
  signs.accepted = result.verdict == Verdict::kAccepted;
  signs.same_output = true;
  std::string_view first;
  bool gap = false;
  for (size_t i = 0; i < std::min(result.tests.size(), kMostTests); ++i) {
    const TestResult& test = result.tests[i];
    if (test.reason == Reason::kNoReply && problem.mode == ProblemMode::kFunctionCall) {
      signs.early_exit = true;
    }
    gap = gap || !test.executed;
    if (gap) continue;
    ++signs.executed;
    const std::string_view output =
        std::string_view(OutputOf(problem, test.run)).substr(0, kMostOutput);
    if (i == 0) first = output;
    if (output != first || TrimAsciiSpace(output.substr(0, 64)).empty()) signs.same_output = false;
    if (problem.mode == ProblemMode::kStdinStdout && test.run.stdin_read_bytes) {
      ++(*test.run.stdin_read_bytes == 0 ? signs.unread_inputs : signs.read_inputs);
    }
  }
  if (signs.executed < kLeastTests) signs.same_output = false;
  return signs;
}

bool AreSuspect(const RunSigns& signs) {
  return signs.early_exit || signs.same_output ||
         (signs.accepted && signs.read_inputs == 0 && signs.unread_inputs >= kLeastUnread);
}

ProblemLiterals::ProblemLiterals(const Problem& problem) {
  if (!HasSigns(problem)) return;
  for (size_t i = 0; i < std::min(problem.tests.size(), kMostTests); ++i) {
    const TestCase& test = problem.tests[i];
    tests.push_back({Literal(*test.input, problem.mode), Literal(*test.expected, problem.mode)});
  }
}

Marks FindMarks(const RunSigns& signs, std::string_view code, const Problem& problem,
                const ProblemLiterals& literals) {
  Marks marks;
  if (!HasSigns(problem)) return marks;
  if (signs.early_exit) marks.Add(Mark::kEarlyExit);
  if (IsConstant(signs, problem)) marks.Add(Mark::kConstantOutput);
  if (SpecialCasesInputs(code, literals)) marks.Add(Mark::kSpecialCasedInputs);
  if (signs.accepted && signs.read_inputs == 0 && signs.unread_inputs >= kLeastUnread &&
      !HasOtherWayToInput(code)) {
    marks.Add(Mark::kPassWithoutReading);
  }
  return marks;
}

}  // namespace assay
