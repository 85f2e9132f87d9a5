// `phpunit --testdox` (the result printers of PHPUnit 8 to 12).
#include <array>
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

// What the closing counts and its marks.
enum Kind { kPass, kFail, kError, kSkip, kIncomplete, kRisky, kWarning, kKinds };

struct Mark {
  std::string_view text;
  Kind kind;
};
constexpr std::array<Mark, 6> kMarks = {{{" ✔ ", kPass},
                                         {" ✘ ", kFail},
                                         {" ↩ ", kSkip},
                                         {" ∅ ", kIncomplete},
                                         {" ☢ ", kRisky},
                                         {" ⚠ ", kWarning}}};

struct Closing {
  size_t tests = 0;
  std::array<size_t, kKinds> counts{};
};

// "OK (2 tests, 2 assertions)".
std::optional<Closing> ReadOk(std::string_view line) {
  Closing closing;
  if (!Take(&line, "OK (")) return std::nullopt;
  const auto tests = TakeNumber(&line);
  if (!tests || (!Take(&line, " tests, ") && !Take(&line, " test, "))) return std::nullopt;
  closing.tests = *tests;
  if (!TakeNumber(&line) || (line != " assertions)" && line != " assertion)")) return std::nullopt;
  return closing;
}

// "Tests: 9, Assertions: 5, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1, Risky: 1."
std::optional<Closing> ReadNumbers(std::string_view line) {
  Closing closing;
  if (!StartsWith(line, "Tests: ") || !TakeEnd(&line, ".")) return std::nullopt;
  while (true) {
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view what = line.substr(0, colon);
    line.remove_prefix(colon + 2);
    const auto number = TakeNumber(&line);
    if (!number) return std::nullopt;
    if (what == "Tests") closing.tests = *number;
    if (what == "Errors") closing.counts[kError] = *number;
    if (what == "Failures") closing.counts[kFail] = *number;
    if (what == "Skipped") closing.counts[kSkip] = *number;
    if (what == "Incomplete") closing.counts[kIncomplete] = *number;
    if (what == "Risky") closing.counts[kRisky] = *number;
    if (line.empty()) return closing;
    if (!Take(&line, ", ")) return std::nullopt;
  }
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) {
      ReadLine(line);
      after_empty_ = line.empty();
    }
    Judge();
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    auto closing = ReadOk(line);
    if (!closing) closing = ReadNumbers(line);
    if (closing) {
      if (closing_) report_.Fault(ReportFault::kContradiction, "the log shows two closings");
      closing_ = closing;
      return;
    }
    if (line == "Summary of non-successful tests:" ||
        line == "Summary of tests with errors, failures, or issues:") {
      repeated_ = true;
    }
    for (const Mark& mark : kMarks) {
      std::string_view title = line;
      if (Take(&title, mark.text)) return Add(title, mark.kind);
    }
    // A class stands behind an empty line, which keeps most of what tests print out of its place.
    if (after_empty_ && !line.empty() && line.front() != ' ') {
      group_ = std::string(line.substr(0, kMaxTitleBytes));
    }
  }

  void Add(std::string_view title, Kind kind) {
    if (closing_) {
      return report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
    }
    if (repeated_) return;
    DropDuration(&title);
    if (const size_t time = title.rfind(" [");
        time != std::string_view::npos && title.substr(title.size() - 4) == " ms]") {
      title = title.substr(0, time);
    }
    ++counts_[kind];
    report_.Add(group_ + " " + std::string(title),
                kind == kPass || kind == kWarning      ? TestOutcome::kPassed
                : kind == kSkip || kind == kIncomplete ? TestOutcome::kSkipped
                                                       : TestOutcome::kFailed,
                title);
  }

  void Judge() {
    if (!closing_) {
      const bool begun = report_.size() > 0;
      return report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                           begun ? "PHPUnit began and has no closing" : "no sign of PHPUnit");
    }
    if (closing_->tests == 0) report_.Fault(ReportFault::kNothing, "PHPUnit ran no test");
    report_.Expect(closing_->tests, report_.size(), "tests");
    report_.Expect(closing_->counts[kFail] + closing_->counts[kError], counts_[kFail], "failed");
    report_.Expect(closing_->counts[kSkip], counts_[kSkip], "skipped");
    report_.Expect(closing_->counts[kIncomplete], counts_[kIncomplete], "incomplete");
  }

  static constexpr size_t kMaxTitleBytes = 1024;

  std::string group_;
  bool after_empty_ = true;
  bool repeated_ = false;  // below, what wasn't successful is shown a second time
  std::array<size_t, kKinds> counts_{};
  std::optional<Closing> closing_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParsePhpunit(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
