// `jest --verbose` on a terminal or a pipe (jest-reporters of jest 24 to 30).
#include <array>
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/logs/title_path.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

struct Mark {
  std::string_view text;
  TestOutcome outcome;
};
constexpr std::array<Mark, 7> kMarks = {{{"✓ ", TestOutcome::kPassed},
                                         {"√ ", TestOutcome::kPassed},
                                         {"✕ ", TestOutcome::kFailed},
                                         {"× ", TestOutcome::kFailed},
                                         {"○ skipped ", TestOutcome::kSkipped},
                                         {"○ ", TestOutcome::kSkipped},
                                         {"✎ todo ", TestOutcome::kSkipped}}};

struct Numbers {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;  // todo and pending too
  size_t total = 0;
};

// "1 failed, 1 skipped, 1 todo, 5 passed, 8 total".
std::optional<Numbers> ReadNumbers(std::string_view text) {
  Numbers numbers;
  while (true) {
    const auto number = TakeNumber(&text);
    if (!number || !Take(&text, " ")) return std::nullopt;
    if (text == "total") {
      numbers.total = *number;
      return numbers;
    }
    const size_t comma = text.find(", ");
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view what = text.substr(0, comma);
    text.remove_prefix(comma + 2);
    if (what == "passed") {
      numbers.passed += *number;
    } else if (what == "failed") {
      numbers.failed += *number;
    } else if (what == "skipped" || what == "todo" || what == "pending") {
      numbers.skipped += *number;
    } else {
      return std::nullopt;
    }
  }
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) ReadLine(line);
    Judge();
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    std::string_view rest = line;
    if (Take(&rest, "PASS ") || Take(&rest, "FAIL ")) return ReadSuite(line, rest);
    if (Take(&rest, "Test Suites: ")) return ReadClosing(TrimAsciiSpace(rest), &suites_);
    if (Take(&rest, "Tests: ")) return ReadClosing(TrimAsciiSpace(rest), &tests_);
    if (Take(&rest, "Time: ")) {
      timed_ |= tests_.has_value();
    } else if (line == "Summary of all failing tests") {
      repeated_ = true;
    } else if (StartsWith(line, "  ● Test suite failed to run") && !repeated_ && !suite_.empty()) {
      report_.Add(suite_, TestOutcome::kError);
      ++broken_suites_;
    }
    if (line.empty() || StartsWith(line, "  ●")) in_tree_ = false;
    if (in_tree_ && StartsWith(line, "  ")) ReadTree(line);
  }

  void ReadSuite(std::string_view line, std::string_view file) {
    if (repeated_) return;
    if (tests_) {
      return report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
    }
    DropDuration(&file);
    suite_ = std::string(TrimAsciiSpace(file));
    ++(StartsWith(line, "PASS ") ? passed_suites_ : failed_suites_);
    in_tree_ = true;
    path_.Clear();
  }

  void ReadTree(std::string_view line) {
    const size_t indent = CountIndent(line);
    std::string_view title = line.substr(indent);
    for (const Mark& mark : kMarks) {
      if (!Take(&title, mark.text)) continue;
      DropDuration(&title);
      report_.Add(path_.Join(indent, title, " › "), mark.outcome, title);
      return;
    }
    path_.Enter(indent, title);
  }

  void ReadClosing(std::string_view text, std::optional<Numbers>* closing) {
    const auto numbers = ReadNumbers(text);
    if (!numbers) return;
    if (*closing) {
      report_.Fault(ReportFault::kContradiction, "the log shows two closing summaries");
    }
    *closing = numbers;
    in_tree_ = false;
  }

  void Judge() {
    if (!suites_ || !tests_ || !timed_) {
      const bool begun = passed_suites_ + failed_suites_ > 0;
      return report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                           begun ? "jest began and has no closing summary" : "no sign of jest");
    }
    if (suites_->total == 0) return report_.Fault(ReportFault::kNothing, "jest ran no test");
    report_.Expect(tests_->passed, report_.Count(TestOutcome::kPassed), "passed");
    report_.Expect(tests_->failed, report_.Count(TestOutcome::kFailed), "failed");
    report_.Expect(tests_->skipped, report_.Count(TestOutcome::kSkipped), "skipped");
    report_.Expect(tests_->total, report_.size() - broken_suites_, "tests");
    report_.Expect(suites_->passed, passed_suites_, "passed suites");
    report_.Expect(suites_->failed, failed_suites_, "failed suites");
  }

  std::string suite_;
  TitlePath path_;
  bool in_tree_ = false;
  bool repeated_ = false;  // below, failures are shown a second time
  bool timed_ = false;
  size_t passed_suites_ = 0;
  size_t failed_suites_ = 0;
  size_t broken_suites_ = 0;
  std::optional<Numbers> suites_;
  std::optional<Numbers> tests_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseJest(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
