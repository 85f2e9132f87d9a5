// `go test -json`: one event a line (`go doc test2json`).
#include <map>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"
#include "text/json_member.h"

namespace assay::swe {
namespace {

enum class State { kRunning, kDone };

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) {
      if (!StartsWith(line, "{")) continue;
      JsonError error;
      const auto document = JsonDocument::Parse(line, &error);
      if (document) ReadEvent(document->root());
    }
    if (packages_.empty()) report_.Fault(ReportFault::kNothing, "no events of go test");
    for (const auto& [package, state] : packages_) {
      if (state == State::kDone) continue;
      report_.Fault(ReportFault::kCutOff, package + " has no closing event");
      CloseTests(package, false);
    }
    if (report_.size() == 0) report_.Fault(ReportFault::kNothing, "go test ran no test");
    return std::move(report_).Finish();
  }

 private:
  void ReadEvent(JsonValue event) {
    const std::string action = TextAt(event, "Action");
    const std::string package = TextAt(event, "Package");
    const std::string test = TextAt(event, "Test");
    if (package.empty() || packages_.size() + open_.size() > ReportBuilder::kMaxRecords) return;
    if (action == "start" || action == "run") {
      const auto [at, fresh] = packages_.emplace(package, State::kRunning);
      if (!fresh && (action == "start" || at->second == State::kDone)) {
        report_.Fault(ReportFault::kContradiction, package + " begins twice");
      }
      if (action == "run" && !open_.emplace(std::pair(package, test), true).second) {
        report_.Fault(ReportFault::kContradiction, test + " begins twice");
      }
      return;
    }
    const bool passed = action == "pass";
    if (!passed && action != "fail" && action != "skip") return;
    if (test.empty()) return ClosePackage(package, action);
    if (open_.erase({package, test}) == 0) {
      report_.Fault(ReportFault::kContradiction, test + " has a result and didn't begin");
    }
    const TestOutcome outcome = passed             ? TestOutcome::kPassed
                                : action == "fail" ? TestOutcome::kFailed
                                                   : TestOutcome::kSkipped;
    failed_[package] |= outcome == TestOutcome::kFailed;
    report_.Add(test, outcome, package + "." + test);
  }

  void ClosePackage(const std::string& package, const std::string& action) {
    State& state = packages_.emplace(package, State::kRunning).first->second;
    if (state == State::kDone) {
      report_.Fault(ReportFault::kContradiction, package + " closes twice");
    }
    state = State::kDone;
    const bool ok = action != "fail";
    if (ok && failed_[package]) {
      report_.Fault(ReportFault::kContradiction, package + " is ok though a test failed");
    }
    const bool any_open = CloseTests(package, ok);
    if (!ok && !failed_[package] && !any_open) report_.Add(package, TestOutcome::kError);
  }

  // Those without a result; a panic takes them with it.
  bool CloseTests(const std::string& package, bool ok) {
    auto at = open_.lower_bound({package, ""});
    bool any = false;
    while (at != open_.end() && at->first.first == package) {
      any = true;
      if (ok) {
        report_.Fault(ReportFault::kContradiction,
                      package + " is ok though " + at->first.second + " has no result");
      }
      report_.Add(at->first.second, TestOutcome::kError, package + "." + at->first.second);
      at = open_.erase(at);
    }
    return any;
  }

  std::map<std::string, State> packages_;
  std::map<std::pair<std::string, std::string>, bool> open_;  // package and test
  std::map<std::string, bool> failed_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseGoJson(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
