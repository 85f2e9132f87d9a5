// The text runner of Python's unittest with -v (Lib/unittest/runner.py of Python 2.7 to 3.13).
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

bool IsIdentifierByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// "test_m (package.Class.test_m)" off the front of a line.
std::optional<std::string_view> TakeTestName(std::string_view* line) {
  size_t end = 0;
  while (end < line->size() && IsIdentifierByte((*line)[end])) ++end;
  if (end == 0 || line->substr(end, 2) != " (") return std::nullopt;
  const size_t inside = end + 2;
  size_t close = inside;
  while (close < line->size() &&
         (IsIdentifierByte((*line)[close]) ||
          std::string_view(".<>-").find((*line)[close]) < std::string_view::npos)) {
    ++close;
  }
  if (close == inside || close >= line->size() || (*line)[close] != ')') return std::nullopt;
  const std::string_view name = line->substr(0, close + 1);
  line->remove_prefix(close + 1);
  return name;
}

std::optional<TestOutcome> OutcomeOf(std::string_view status) {
  if (status == "ok") return TestOutcome::kPassed;
  if (status == "FAIL") return TestOutcome::kFailed;
  if (status == "ERROR") return TestOutcome::kError;
  if (StartsWith(status, "skipped ") || status == "skipped") return TestOutcome::kSkipped;
  if (status == "expected failure") return TestOutcome::kExpectedFailure;
  if (status == "unexpected success") return TestOutcome::kUnexpectedPass;
  return std::nullopt;
}

// Set-up of classes and modules shows like a test and isn't counted as one.
bool IsFixture(std::string_view name) {
  return StartsWith(name, "setUpClass (") || StartsWith(name, "tearDownClass (") ||
         StartsWith(name, "setUpModule (") || StartsWith(name, "tearDownModule (");
}

struct Line {
  std::string name;
  std::string alias;
  std::optional<TestOutcome> outcome;
  bool subtest = false;
};

struct Closing {
  std::optional<size_t> ran;
  bool ok = false;
  std::map<std::string, size_t, std::less<>> numbers;
};

// "OK", "OK (skipped=1)", "FAILED (failures=2, errors=1)".
bool ReadClosing(std::string_view line, Closing* closing) {
  closing->ok = Take(&line, "OK");
  if (!closing->ok && !Take(&line, "FAILED") && !Take(&line, "NO TESTS RAN")) return false;
  if (line.empty()) return true;
  if (!Take(&line, " (") || !TakeEnd(&line, ")")) return false;
  while (true) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string what(line.substr(0, equals));
    line.remove_prefix(equals + 1);
    const auto number = TakeNumber(&line);
    if (!number) return false;
    closing->numbers[what] = *number;
    if (line.empty()) return true;
    if (!Take(&line, ", ")) return false;
  }
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) {
      ReadLine(line);
      after_ruler_ = IsRuler(line, '=', 70) ? '=' : IsRuler(line, '-', 70) ? '-' : ' ';
    }
    Judge();
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    std::string_view rest = line;
    if (after_ruler_ == '-' && Take(&rest, "Ran ")) {
      const auto ran = TakeNumber(&rest);
      if (ran && (StartsWith(rest, " tests in ") || StartsWith(rest, " test in "))) {
        if (closing_.ran) {
          report_.Fault(ReportFault::kContradiction, "the log shows two closing summaries");
        }
        closing_.ran = ran;
        in_sections_ = true;
        return;
      }
    }
    if (closing_.ran) {
      Closing end;
      if (!closed_ && ReadClosing(line, &end)) {
        end.ran = closing_.ran;
        closing_ = std::move(end);
        closed_ = true;
      } else if (auto name = TakeTestName(&rest); name && StartsWith(rest, " ... ")) {
        report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
      }
      return;
    }
    if (after_ruler_ == '=' && ReadSection(line)) return;
    if (!in_sections_) ReadProgress(line);
  }

  bool ReadSection(std::string_view line) {
    const bool failed = Take(&line, "FAIL: ");
    const bool broken = !failed && Take(&line, "ERROR: ");
    if (!failed && !broken && !StartsWith(line, "UNEXPECTED SUCCESS: ")) return false;
    in_sections_ = true;
    if (!failed && !broken) return true;
    ++(failed ? failures_ : errors_);
    // Behind the name stand a subtest's parameters.
    const auto name = TakeTestName(&line);
    sections_.emplace_back(name ? *name : line, broken);
    return true;
  }

  void ReadProgress(std::string_view line) {
    const bool subtest = Take(&line, "  ");
    // Up to 3.10 a test with failed subtests leaves its line open, and the next begins on it.
    while (true) {
      std::string_view rest = line;
      const auto name = TakeTestName(&rest);
      if (!name) return ReadOutput(line);
      if (rest.empty()) return Begin({std::string(*name), {}, std::nullopt, false}, true);
      const size_t dots = subtest ? rest.rfind(" ... ") : 0;
      if (dots == std::string_view::npos || !StartsWith(rest.substr(dots), " ... ")) {
        return ReadOutput(line);
      }
      const std::string_view status = rest.substr(dots + 5);
      Begin({std::string(*name), {}, OutcomeOf(status), subtest}, false);
      if (subtest || lines_.back().outcome || status.empty()) return;
      line = status;
    }
  }

  void Begin(Line line, bool wants_docstring) {
    if (lines_.size() >= ReportBuilder::kMaxRecords) {
      return report_.Fault(ReportFault::kTooLarge, "too many test results");
    }
    lines_.push_back(std::move(line));
    wants_docstring_ = wants_docstring;
  }

  // What isn't a line with a name: the docstring of the test before and its outcome, or the outcome
  // alone behind something that the test printed.
  void ReadOutput(std::string_view line) {
    if (lines_.empty()) return;
    Line& last = lines_.back();
    if (wants_docstring_) {
      wants_docstring_ = false;
      const size_t dots = line.rfind(" ... ");
      if (dots != std::string_view::npos) {
        last.alias = std::string(line.substr(0, dots));
        last.outcome = OutcomeOf(line.substr(dots + 5));
        return;
      }
    }
    if (!last.outcome) last.outcome = OutcomeOf(line);
  }

  void Judge() {
    if (!closing_.ran) {
      report_.Fault(
          lines_.empty() ? ReportFault::kNothing : ReportFault::kCutOff,
          lines_.empty() ? "no sign of unittest" : "unittest began and has no closing summary");
    } else if (!closed_) {
      report_.Fault(ReportFault::kCutOff, "the closing summary breaks off");
    } else if (*closing_.ran == 0 && lines_.empty()) {
      report_.Fault(ReportFault::kNothing, "unittest ran no test");
    }
    // A failed test has a section, whatever its line says: what it printed may look like an
    // outcome.
    std::map<std::string, bool, std::less<>> failed;
    for (const auto& [name, broken] : sections_) failed[std::string(name)] |= broken;
    size_t tests = 0;
    for (const Line& line : lines_) {
      const auto section = failed.find(line.name);
      TestOutcome outcome = TestOutcome::kError;
      if (line.outcome) {
        outcome = *line.outcome;
        const bool bad = outcome == TestOutcome::kFailed || outcome == TestOutcome::kError;
        if (!bad && section != failed.end()) {
          report_.Fault(ReportFault::kContradiction,
                        line.name + " is shown as failed and as something else");
        }
      } else if (section != failed.end()) {
        outcome = section->second ? TestOutcome::kError : TestOutcome::kFailed;
      } else {
        report_.Fault(ReportFault::kContradiction, line.name + " began and has no outcome");
      }
      if (!line.subtest && !IsFixture(line.name)) ++tests;
      report_.Add(line.name, outcome, line.alias);
    }
    if (closed_) Compare(tests);
  }

  size_t Number(std::string_view what) const {
    const auto found = closing_.numbers.find(what);
    return found == closing_.numbers.end() ? 0 : found->second;
  }

  void Compare(size_t tests) {
    report_.Expect(Number("failures"), failures_, "failed");
    report_.Expect(Number("errors"), errors_, "error");
    report_.Expect(Number("expected failures"), report_.Count(TestOutcome::kExpectedFailure),
                   "expected failures");
    report_.Expect(Number("unexpected successes"), report_.Count(TestOutcome::kUnexpectedPass),
                   "unexpected passes");
    const size_t skipped = report_.Count(TestOutcome::kSkipped);
    report_.Expect(Number("skipped"), skipped, "skipped");
    // Some releases of Python 3.12 don't count skipped tests as run.
    if (*closing_.ran + skipped < tests || *closing_.ran > tests) {
      report_.Expect(*closing_.ran, tests, "tests");
    }
    const bool good = failures_ + errors_ + Number("unexpected successes") == 0;
    if (closing_.ok != good && *closing_.ran > 0) {
      report_.Fault(ReportFault::kContradiction, "the closing word disagrees with its numbers");
    }
  }

  char after_ruler_ = ' ';
  bool in_sections_ = false;
  bool wants_docstring_ = false;
  bool closed_ = false;
  Closing closing_;
  size_t failures_ = 0;
  size_t errors_ = 0;
  std::vector<Line> lines_;
  std::vector<std::pair<std::string, bool>> sections_;  // name, whether it is an error
  ReportBuilder report_;
};

}  // namespace

TestReport ParseUnittest(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
