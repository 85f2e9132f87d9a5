// mocha's spec reporter (lib/reporters/spec.js and base.js of mocha 5 to 11).
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/logs/title_path.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) ReadLine(line);
    if (!passing_) {
      const bool begun = report_.size() > 0;
      report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                    begun ? "mocha began and has no closing summary" : "no sign of mocha");
    } else {
      report_.Expect(*passing_, report_.Count(TestOutcome::kPassed), "passing");
      report_.Expect(pending_.value_or(0), report_.Count(TestOutcome::kSkipped), "pending");
      report_.Expect(failing_.value_or(0), report_.Count(TestOutcome::kFailed), "failing");
      if (report_.size() == 0) report_.Fault(ReportFault::kNothing, "mocha ran no test");
    }
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    const size_t indent = CountIndent(line);
    std::string_view text = line.substr(indent);
    if (ReadClosing(indent, text) || indent < 2 || text.empty() || passing_) return;
    if (Take(&text, "✔ ") || Take(&text, "✓ ") || Take(&text, "√ ")) {
      DropDuration(&text);
      return Add(indent, text, TestOutcome::kPassed);
    }
    if (Take(&text, "- ")) return Add(indent, text, TestOutcome::kSkipped);
    std::string_view rest = text;
    // Failures are numbered from 1 on.
    if (const auto number = TakeNumber(&rest); number && Take(&rest, ") ")) {
      if (*number != report_.Count(TestOutcome::kFailed) + 1) {
        report_.Fault(ReportFault::kContradiction, "failures are out of their order");
      }
      return Add(indent, rest, TestOutcome::kFailed);
    }
    path_.Enter(indent, text);
  }

  void Add(size_t indent, std::string_view title, TestOutcome outcome) {
    report_.Add(path_.Join(indent, title, " "), outcome, title);
  }

  // "  3 passing (72ms)", then "  1 pending", "  2 failing".
  bool ReadClosing(size_t indent, std::string_view text) {
    if (indent != 2) return false;
    const auto number = TakeNumber(&text);
    if (!number) return false;
    std::string_view what = text;
    if (Take(&what, " passing (") && TakeEnd(&what, ")")) {
      if (passing_) {
        report_.Fault(ReportFault::kContradiction, "the log shows two closing summaries");
      }
      passing_ = number;
      return true;
    }
    if (!passing_) return false;
    // What failed tests say comes behind, and may say so too: the first of each counts.
    if (text == " pending" && !pending_ && !failing_) {
      pending_ = number;
      return true;
    }
    if (text == " failing" && !failing_) {
      failing_ = number;
      return true;
    }
    return false;
  }

  TitlePath path_;
  std::optional<size_t> passing_;
  std::optional<size_t> pending_;
  std::optional<size_t> failing_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseMocha(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
