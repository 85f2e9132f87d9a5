#include "grading/checker/checker_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "grading/compare/number.h"
#include "grading/run_fault.h"
#include "text/excerpt.h"

namespace assay {
namespace {

constexpr int kIcpcRejects = 43;

// testlib's exit codes.
constexpr int kTestlibOk = 0;
constexpr int kTestlibWrong = 1;
constexpr int kTestlibPresentation = 2;
constexpr int kTestlibFail = 3;
constexpr int kTestlibDirt = 4;
constexpr int kTestlibPointsOld = 5;
constexpr int kTestlibPoints = 7;
constexpr int kTestlibUnexpectedEof = 8;
// From here on the code says how much of 200 the output is worth.
constexpr int kTestlibPartial = 16;
constexpr int kTestlibPartialFull = 200;

std::string_view FirstLine(std::string_view text) {
  return TrimAsciiSpace(text.substr(0, text.find('\n')));
}

// "the checker <what>", and what it said for people.
std::string Sentence(std::string_view what, std::string_view comment) {
  comment = FirstLine(TrimAsciiSpace(comment));
  if (comment.empty()) return fmt::format("the checker {}", what);
  return fmt::format("the checker {}: {}", what, Excerpt(comment));
}

Judgement Accepts(std::string_view comment) {
  return MakeJudgement(Reason::kCheckerAccepted, Sentence("accepts the output", comment));
}

Judgement Rejects(std::string_view comment) {
  return MakeJudgement(Reason::kCheckerRejected, Sentence("rejects the output", comment));
}

Judgement Broken(Reason reason, std::string_view what, std::string_view comment) {
  return MakeJudgement(reason, Sentence(what, comment));
}

// Full marks accept; less is a rejection that is worth something.
Judgement Worth(double share, std::string_view comment) {
  share = std::clamp(share, 0.0, 1.0);
  Judgement judgement = Accepts(comment);
  if (share < 1) {
    judgement = Rejects(comment);
    if (share > 0) judgement.reason = Reason::kCheckerPartial;
  }
  judgement.share = share;
  return judgement;
}

std::optional<double> NumberIn(std::string_view word) {
  if (FormOf(word) == NumberForm::kNone) return std::nullopt;
  const double value = DecimalValue(word);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The number in testlib's "points 12.5 a comment".
std::optional<double> TestlibPoints(std::string_view message) {
  message = FirstLine(message);
  constexpr std::string_view kWord = "points";
  if (message.substr(0, kWord.size()) == kWord) message.remove_prefix(kWord.size());
  message = TrimAsciiSpace(message);
  return NumberIn(message.substr(0, message.find(' ')));
}

std::string_view FileText(const RunResult& run, const std::string& path) {
  const auto found = run.files.find(path);
  return found == run.files.end() ? std::string_view() : found->second->view();
}

}  // namespace

Judgement GradeScaleBoxEnd(const RunResult& run) {
  if (run.exit_code == 0) return Accepts({});
  return MakeJudgement(Reason::kCheckerRejected,
                       fmt::format("the checker rejects the output (exit code {})", run.exit_code));
}

Judgement GradeTestlibEnd(const Checker& checker, const RunResult& run) {
  const std::string& comment = run.stderr_bytes;
  switch (run.exit_code) {
    case kTestlibOk: return Accepts(comment);
    case kTestlibWrong: return Rejects(comment);
    case kTestlibPresentation:
    case kTestlibDirt:
    case kTestlibUnexpectedEof:
      return MakeJudgement(Reason::kCheckerPresentation,
                           Sentence("can't read the output", comment));
    case kTestlibFail: return Broken(Reason::kCheckerFailed, "gave up", comment);
    case kTestlibPointsOld:
    case kTestlibPoints: {
      const auto points = TestlibPoints(comment);
      if (!points) return Broken(Reason::kCheckerBadOutput, "gave no number of points", comment);
      return Worth(*points / checker.max_points, comment);
    }
    default: break;
  }
  const int partial = run.exit_code - kTestlibPartial;
  if (partial >= 0 && partial <= kTestlibPartialFull) {
    return Worth(static_cast<double>(partial) / kTestlibPartialFull, comment);
  }
  return Broken(Reason::kCheckerBadExit, fmt::format("ended with exit code {}", run.exit_code),
                comment);
}

Judgement GradeIcpcEnd(const Checker& checker, const RunResult& run) {
  std::string_view comment = FileText(run, "feedback/judgemessage.txt");
  if (TrimAsciiSpace(comment).empty()) comment = run.stderr_bytes;
  if (run.exit_code == kIcpcRejects) return Rejects(comment);
  if (run.exit_code != kIcpcAcceptingExitCode) {
    return Broken(Reason::kCheckerBadExit, fmt::format("ended with exit code {}", run.exit_code),
                  comment);
  }
  for (const char* name : {"feedback/score.txt", "feedback/score_multiplier.txt"}) {
    if (run.files.count(name) == 0) continue;
    const auto points = NumberIn(FirstLine(FileText(run, name)));
    if (!points) return Broken(Reason::kCheckerBadOutput, "gave no number of points", comment);
    const bool multiplier = std::string_view(name).find("multiplier") != std::string_view::npos;
    // The judge says accepted, and so it is; what it is worth is another matter.
    Judgement judgement = Accepts(comment);
    judgement.share = std::clamp(*points / (multiplier ? 1 : checker.max_points), 0.0, 1.0);
    return judgement;
  }
  return Accepts(comment);
}

Judgement GradeCmsEnd(const RunResult& run) {
  if (run.exit_code != 0) {
    return Broken(Reason::kCheckerBadExit, fmt::format("ended with exit code {}", run.exit_code),
                  run.stderr_bytes);
  }
  const auto share = NumberIn(FirstLine(run.stdout_bytes));
  if (!share || *share < 0 || *share > 1) {
    return Broken(Reason::kCheckerBadOutput, "gave no score from 0 to 1", run.stderr_bytes);
  }
  return Worth(*share, run.stderr_bytes);
}

}  // namespace assay
