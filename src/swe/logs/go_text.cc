// `go test -v` as text (cmd/go/internal/test and testing of Go 1.14 and later).
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

struct Result {
  std::string name;
  TestOutcome outcome;
};

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) ReadLine(line);
    if (packages_.empty() && open_.empty() && results_.empty()) {
      report_.Fault(ReportFault::kNothing, "no sign of go test");
    } else if (!open_.empty() || !results_.empty() || packages_.empty()) {
      for (const std::string& name : open_) results_.push_back({name, TestOutcome::kError});
      Flush("");
      report_.Fault(ReportFault::kCutOff, "a package has no closing line");
    } else if (any_failed_ && !final_fail_) {
      report_.Fault(ReportFault::kCutOff, "the closing FAIL is missing");
    } else if (report_.size() == 0) {
      report_.Fault(ReportFault::kNothing, "go test ran no test");
    }
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    if (line == "FAIL") {
      final_fail_ = true;
      return;
    }
    std::string_view rest = line;
    if (Take(&rest, "=== RUN ")) return Run(TrimAsciiSpace(rest));
    if (Take(&rest, "ok  \t")) return Package(rest, true);
    if (Take(&rest, "FAIL\t")) return Package(rest, false);
    // Behind what a test printed without an end of line, too.
    const size_t at = line.rfind("--- ");
    if (at != std::string_view::npos) ReadResult(line.substr(at + 4));
  }

  void Run(std::string_view name) {
    if (name.empty()) return;
    final_fail_ = false;
    if (open_.size() + results_.size() >= ReportBuilder::kMaxRecords) {
      return report_.Fault(ReportFault::kTooLarge, "too many test results");
    }
    if (!open_.emplace(name).second) {
      report_.Fault(ReportFault::kContradiction, std::string(name) + " begins twice");
    }
    known_.emplace(name);
  }

  // "PASS: TestA/sub (0.00s)".
  void ReadResult(std::string_view line) {
    TestOutcome outcome = TestOutcome::kPassed;
    if (Take(&line, "FAIL: ")) {
      outcome = TestOutcome::kFailed;
    } else if (Take(&line, "SKIP: ")) {
      outcome = TestOutcome::kSkipped;
    } else if (!Take(&line, "PASS: ")) {
      return;
    }
    const size_t time = line.rfind(" (");
    if (time == std::string_view::npos || !TakeEnd(&line, "s)")) return;
    const std::string name(line.substr(0, time));
    // Of a test that never began: something a test printed, and nobody's result.
    if (known_.count(name) == 0) return;
    if (open_.erase(name) == 0) {
      report_.Fault(ReportFault::kContradiction, name + " has two results");
    }
    results_.push_back({name, outcome});
  }

  // "example.com/m/a\t0.003s", "example.com/m/e [build failed]".
  void Package(std::string_view line, bool ok) {
    const std::string package(line.substr(0, line.find_first_of("\t ")));
    if (!packages_.insert(package).second) {
      report_.Fault(ReportFault::kContradiction, package + " closes twice");
    }
    if (packages_.size() > ReportBuilder::kMaxRecords) {
      return report_.Fault(ReportFault::kTooLarge, "too many packages");
    }
    bool any_bad = !open_.empty();
    for (const Result& each : results_) any_bad |= each.outcome == TestOutcome::kFailed;
    if (ok && !open_.empty()) {
      report_.Fault(ReportFault::kContradiction,
                    package + " is ok though " + *open_.begin() + " has no result");
    } else if (ok && any_bad) {
      report_.Fault(ReportFault::kContradiction, package + " is ok though a test failed");
    }
    // A panic takes the tests with it that were running.
    for (const std::string& name : open_) results_.push_back({name, TestOutcome::kError});
    if (!ok && !any_bad) results_.push_back({package, TestOutcome::kError});
    any_failed_ |= !ok;
    final_fail_ = false;
    Flush(package);
  }

  void Flush(const std::string& package) {
    for (const Result& each : results_) {
      report_.Add(each.name, each.outcome,
                  package.empty() || each.name == package ? "" : package + "." + each.name);
    }
    results_.clear();
    open_.clear();
    known_.clear();
  }

  // Of the package that runs.
  std::set<std::string, std::less<>> known_;
  std::set<std::string, std::less<>> open_;
  std::vector<Result> results_;

  std::set<std::string> packages_;
  bool any_failed_ = false;
  bool final_fail_ = false;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseGo(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
