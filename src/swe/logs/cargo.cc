// `cargo test`: one block of Rust's test harness for each test program (library/test of Rust).
#include <array>
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

std::optional<TestOutcome> OutcomeOf(std::string_view status) {
  DropDuration(&status);
  if (const size_t time = status.rfind(" <"); time != std::string_view::npos) {
    status = status.substr(0, time);
  }
  if (status == "ok") return TestOutcome::kPassed;
  if (status == "FAILED") return TestOutcome::kFailed;
  if (status == "ignored" || StartsWith(status, "ignored, ")) return TestOutcome::kSkipped;
  return std::nullopt;
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) ReadLine(line);
    if (part_ != Part::kOutside) {
      report_.Fault(ReportFault::kCutOff, "a test program has no closing result");
    } else if (could_not_compile_) {
      report_.Fault(ReportFault::kStopped, "cargo could not compile");
    } else if (blocks_ == 0) {
      report_.Fault(ReportFault::kNothing, "no sign of cargo test");
    } else if (report_.size() == 0) {
      report_.Fault(ReportFault::kNothing, "cargo ran no test");
    }
    return std::move(report_).Finish();
  }

 private:
  enum class Part { kOutside, kResults, kOutputs };

  void ReadLine(std::string_view line) {
    std::string_view rest = line;
    if (Take(&rest, "running ") && ReadRunning(rest)) return;
    rest = line;
    if (Take(&rest, "test result: ")) return ReadResult(rest);
    if (part_ == Part::kOutside) {
      if (StartsWith(line, "error: could not compile ")) could_not_compile_ = true;
      ReadProgram(line);
    } else if (part_ == Part::kResults) {
      if (line == "failures:" || line == "successes:") {
        part_ = Part::kOutputs;
      } else {
        ReadTest(line);
      }
    }
  }

  // "     Running unittests src/lib.rs (target/debug/deps/m-81c9f5d764ef8bf2)".
  void ReadProgram(std::string_view line) {
    line = TrimAsciiSpace(line);
    if (Take(&line, "Doc-tests ")) {
      program_.clear();
    } else if (Take(&line, "Running ")) {
      Take(&line, "unittests ");
      program_ = std::string(line.substr(0, line.find(" (")));
    }
  }

  // "5 tests".
  bool ReadRunning(std::string_view rest) {
    const auto number = TakeNumber(&rest);
    if (!number || (rest != " tests" && rest != " test")) return false;
    if (part_ != Part::kOutside) {
      report_.Fault(ReportFault::kContradiction, "a test program begins inside of another");
    }
    part_ = Part::kResults;
    expected_ = *number;
    counts_ = {};
    open_.clear();
    return true;
  }

  // "test tests::it - should panic ... ok".
  void ReadTest(std::string_view line) {
    if (!open_.empty()) {
      // Behind what the test printed under --nocapture.
      if (const auto outcome = OutcomeOf(line)) return Add(*outcome);
    }
    if (!Take(&line, "test ")) return;
    const size_t dots = line.find(" ... ");
    if (dots == std::string_view::npos) return;
    std::string_view name = line.substr(0, dots);
    TakeEnd(&name, " - should panic");
    if (!open_.empty()) {
      report_.Fault(ReportFault::kContradiction, open_ + " has no result");
    }
    open_ = std::string(name);
    if (const auto outcome = OutcomeOf(line.substr(dots + 5))) Add(*outcome);
  }

  void Add(TestOutcome outcome) {
    ++counts_[static_cast<size_t>(outcome)];
    report_.Add(open_, outcome, program_.empty() ? "" : program_ + "::" + open_);
    open_.clear();
  }

  size_t Counted(TestOutcome outcome) const { return counts_[static_cast<size_t>(outcome)]; }

  // "FAILED. 2 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s".
  void ReadResult(std::string_view rest) {
    if (part_ == Part::kOutside) {
      return report_.Fault(ReportFault::kContradiction, "a closing result without a test program");
    }
    part_ = Part::kOutside;
    ++blocks_;
    const bool ok = Take(&rest, "ok. ");
    std::array<size_t, 4> numbers{};
    constexpr std::array<std::string_view, 4> kWhat = {" passed; ", " failed; ", " ignored; ",
                                                       " measured; "};
    bool read = ok || Take(&rest, "FAILED. ");
    for (size_t i = 0; i < numbers.size() && read; ++i) {
      const auto number = TakeNumber(&rest);
      read = number && Take(&rest, kWhat[i]);
      if (read) numbers[i] = *number;
    }
    if (!read) return report_.Fault(ReportFault::kCutOff, "a closing result breaks off");
    const auto& [passed, failed, ignored, measured] = numbers;
    report_.Expect(passed, Counted(TestOutcome::kPassed), "passed");
    report_.Expect(failed, Counted(TestOutcome::kFailed), "failed");
    report_.Expect(ignored, Counted(TestOutcome::kSkipped), "ignored");
    report_.Expect(expected_, passed + failed + ignored + measured, "tests");
    if (ok != (failed == 0)) {
      report_.Fault(ReportFault::kContradiction, "the closing word disagrees with its numbers");
    }
  }

  Part part_ = Part::kOutside;
  std::string program_;
  std::string open_;  // the test whose outcome is yet to come
  size_t expected_ = 0;
  std::array<size_t, 6> counts_{};
  size_t blocks_ = 0;
  bool could_not_compile_ = false;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseCargo(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
