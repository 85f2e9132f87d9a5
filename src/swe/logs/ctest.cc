// ctest's console, with or without the tests' own output (Source/CTest/cmCTestRunTest.cxx of
// CMake).
#include <map>
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

struct Closing {
  size_t failed = 0;
  size_t total = 0;
};

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
    if (line == "No tests were found!!!") {
      return report_.Fault(ReportFault::kNothing, "ctest found no test");
    }
    if (const auto closing = ReadClosing(line)) {
      if (closing_) report_.Fault(ReportFault::kContradiction, "the log shows two closings");
      closing_ = closing;
      return;
    }
    ReadResult(line);
  }

  // "43% tests passed, 4 tests failed out of 7".
  static std::optional<Closing> ReadClosing(std::string_view line) {
    if (!TakeNumber(&line) || !Take(&line, "% tests passed, ")) return std::nullopt;
    const auto failed = TakeNumber(&line);
    if (!failed ||
        (!Take(&line, " tests failed out of ") && !Take(&line, " test failed out of "))) {
      return std::nullopt;
    }
    const auto total = TakeNumber(&line);
    if (!total || !line.empty()) return std::nullopt;
    return Closing{*failed, *total};
  }

  // "3/8 Test #3: bad ......***Failed    0.00 sec".
  void ReadResult(std::string_view line) {
    while (Take(&line, " ")) {
    }
    const auto position = TakeNumber(&line);
    if (!position || !Take(&line, "/")) return;
    const auto total = TakeNumber(&line);
    if (!total || !Take(&line, " Test ")) return;
    while (Take(&line, " ")) {
    }
    if (!Take(&line, "#") || !TakeNumber(&line) || !Take(&line, ": ")) return;
    if (!TakeEnd(&line, " sec")) return;
    const size_t time = line.find_last_not_of("0123456789.");
    if (time == std::string_view::npos) return;
    Add(*position, *total, line.substr(0, time + 1));
  }

  void Add(size_t position, size_t total, std::string_view line) {
    while (TakeEnd(&line, " ")) {
    }
    TestOutcome outcome = TestOutcome::kFailed;
    bool disabled = false;
    if (TakeEnd(&line, "   Passed")) {
      outcome = TestOutcome::kPassed;
    } else {
      const size_t stars = line.rfind("***");
      if (stars == std::string_view::npos) return;
      const std::string_view status = line.substr(stars + 3);
      line = line.substr(0, stars);
      // "bad ......Subprocess aborted***Exception:": what the system says of its end stands before
      // it.
      constexpr std::string_view kDots = "...";
      const size_t dots = line.rfind(kDots);
      if (StartsWith(status, "Exception") && dots != std::string_view::npos) {
        line = line.substr(0, dots + kDots.size());
      }
      disabled = StartsWith(status, "Not Run (Disabled)");
      if (disabled || StartsWith(status, "Skipped")) {
        outcome = TestOutcome::kSkipped;
      } else if (StartsWith(status, "Not Run")) {
        outcome = TestOutcome::kError;
      }
    }
    while (TakeEnd(&line, ".")) {
    }
    TakeEnd(&line, " ");
    if (closing_) {
      report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
    }
    if (total_ && *total_ != total) {
      report_.Fault(ReportFault::kContradiction, "the number of tests changes");
    }
    total_ = total;
    // Each result has its place in the order of ending, which a printed line takes from another.
    if (position != report_.size() + 1) {
      report_.Fault(ReportFault::kContradiction, "results are out of their order");
    }
    disabled_ += disabled ? 1 : 0;
    report_.Add(line, outcome);
  }

  void Judge() {
    if (!closing_) {
      const bool begun = report_.size() > 0;
      return report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                           begun ? "ctest began and has no closing" : "no sign of ctest");
    }
    report_.Expect(closing_->failed,
                   report_.Count(TestOutcome::kFailed) + report_.Count(TestOutcome::kError),
                   "failed");
    report_.Expect(closing_->total + disabled_, report_.size(), "tests");
    if (total_) report_.Expect(*total_, report_.size(), "tests");
    if (report_.size() == 0) report_.Fault(ReportFault::kNothing, "ctest ran no test");
  }

  std::optional<size_t> total_;
  std::optional<Closing> closing_;
  size_t disabled_ = 0;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseCtest(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
