// Surefire on Maven's console (its console reporter, 2.19 to 3.5).
#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

struct Numbers {
  size_t run = 0, failures = 0, errors = 0, skipped = 0;
};

// "Tests run: 3, Failures: 1, Errors: 0, Skipped: 1" off the front.
std::optional<Numbers> TakeNumbers(std::string_view* text) {
  Numbers numbers;
  const auto take = [&](std::string_view what, size_t* into) {
    if (!Take(text, what)) return false;
    const auto number = TakeNumber(text);
    if (number) *into = *number;
    return number.has_value();
  };
  if (take("Tests run: ", &numbers.run) && take(", Failures: ", &numbers.failures) &&
      take(", Errors: ", &numbers.errors) && take(", Skipped: ", &numbers.skipped)) {
    return numbers;
  }
  return std::nullopt;
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) {
      if (Take(&line, "[INFO] ") || Take(&line, "[ERROR] ") || Take(&line, "[WARNING] ")) {
        ReadLine(line);
      }
    }
    Judge();
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    std::string_view rest = line;
    if (line == "BUILD SUCCESS" || line == "BUILD FAILURE") return Close();
    if (line == "COMPILATION ERROR : " || line == "COMPILATION ERROR :") {
      could_not_compile_ = true;
    } else if (line == "Results:" || line == "Results :") {
      if (!running_.empty()) {
        report_.Fault(ReportFault::kContradiction,
                      "results stand before " + *running_.begin() + " has ended");
      }
      in_results_ = true;
    } else if (Take(&rest, "Running ") && !rest.empty() &&
               rest.find(' ') == std::string_view::npos) {
      Begin(std::string(rest));
    } else if (const auto numbers = TakeNumbers(&rest)) {
      if (StartsWith(rest, ", Time elapsed: ")) {
        EndClass(*numbers, rest);
      } else if (rest.empty() && in_results_) {
        EndModule(*numbers);
      }
    } else {
      ReadMethod(line);
    }
  }

  void Begin(std::string name) {
    if (closed_) return Behind();
    in_results_ = false;
    if (running_.size() < ReportBuilder::kMaxRecords) running_.insert(std::move(name));
  }

  void Behind() {
    report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
  }

  // ", Time elapsed: 0.151 s <<< FAILURE! - in x.FooTest"; " -- in " in newer ones.
  void EndClass(const Numbers& numbers, std::string_view rest) {
    const size_t in = rest.rfind("- in ");
    if (in == std::string_view::npos) return;
    if (closed_) return Behind();
    const std::string name(rest.substr(in + 5));
    running_.erase(name);
    if (!classes_.insert(name).second) {
      report_.Fault(ReportFault::kContradiction, name + " ends twice");
    }
    module_.run += numbers.run;
    module_.failures += numbers.failures;
    module_.errors += numbers.errors;
    module_.skipped += numbers.skipped;
    report_.Add(name, numbers.errors > 0               ? TestOutcome::kError
                      : numbers.failures > 0           ? TestOutcome::kFailed
                      : numbers.skipped == numbers.run ? TestOutcome::kSkipped
                                                       : TestOutcome::kPassed);
  }

  // "x.FooTest.ok  Time elapsed: 0.004 s  <<< FAILURE!"; "x.FooTest.ok -- Time elapsed: 0.004 s".
  void ReadMethod(std::string_view line) {
    const size_t time = line.rfind(" Time elapsed: ");
    if (time == std::string_view::npos || closed_) return;
    std::string_view name = line.substr(0, time);
    if (!TakeEnd(&name, " --") && !TakeEnd(&name, " ")) return;
    const std::string_view rest = line.substr(time);
    const auto has = [&](std::string_view what) {
      return rest.find(what) != std::string_view::npos;
    };
    const TestOutcome outcome = has("<<< FAILURE!")                 ? TestOutcome::kFailed
                                : has("<<< ERROR!")                 ? TestOutcome::kError
                                : has("SKIPPED") || has(" skipped") ? TestOutcome::kSkipped
                                                                    : TestOutcome::kPassed;
    // A class whose set-up failed has a line of its own name here too.
    report_.Add(name, outcome);
    methods_failed_ += outcome == TestOutcome::kFailed ? 1 : 0;
    methods_broken_ += outcome == TestOutcome::kError ? 1 : 0;
    methods_passed_ += outcome == TestOutcome::kPassed ? 1 : 0;
  }

  // "Tests run: …" alone, below "Results:": a module's sum.
  void EndModule(const Numbers& numbers) {
    if (closed_) return Behind();
    in_results_ = false;
    ++modules_;
    report_.Expect(numbers.run, module_.run, "tests run");
    report_.Expect(numbers.failures, module_.failures, "failures");
    report_.Expect(numbers.errors, module_.errors, "errors");
    report_.Expect(numbers.skipped, module_.skipped, "skipped");
    // Each failed method is shown; passing ones only in the plain format.
    report_.Expect(numbers.failures, methods_failed_, "failed methods");
    report_.Expect(numbers.errors, methods_broken_, "broken methods");
    const size_t passed =
        numbers.run - std::min(numbers.run, numbers.failures + numbers.errors + numbers.skipped);
    if (methods_passed_ > 0) report_.Expect(passed, methods_passed_, "passed methods");
    module_ = {};
    methods_failed_ = methods_broken_ = methods_passed_ = 0;
  }

  void Close() {
    if (closed_) report_.Fault(ReportFault::kContradiction, "the log shows two closing summaries");
    closed_ = true;
  }

  void Judge() {
    if (could_not_compile_) {
      report_.Fault(ReportFault::kStopped, "Maven could not compile");
    } else if (!closed_) {
      const bool begun = !running_.empty() || !classes_.empty();
      report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                    begun ? "Maven began and has no closing summary" : "no sign of Maven");
    } else if (!running_.empty()) {
      report_.Fault(ReportFault::kCutOff, *running_.begin() + " began and has no result");
    } else if (modules_ == 0 && classes_.empty()) {
      report_.Fault(ReportFault::kNothing, "Maven ran no test");
    } else if (module_.run > 0 || modules_ == 0) {
      report_.Fault(ReportFault::kCutOff, "the sum of the last module is missing");
    }
  }

  std::set<std::string> running_;
  std::set<std::string> classes_;
  Numbers module_;
  size_t methods_failed_ = 0, methods_broken_ = 0, methods_passed_ = 0;
  size_t modules_ = 0;
  bool in_results_ = false;
  bool could_not_compile_ = false;
  bool closed_ = false;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseMaven(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
