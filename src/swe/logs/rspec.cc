// RSpec's documentation formatter (rspec-core 3).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/logs/title_path.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

struct Line {
  size_t indent = 0;
  std::string text;
};

struct Closing {
  size_t examples = 0, failures = 0, pending = 0;
  bool errors_outside = false;
};

// "6 examples, 2 failures, 2 pending", ", 1 error occurred outside of examples".
std::optional<Closing> ReadClosing(std::string_view line) {
  Closing closing;
  const auto take = [&](std::string_view one, std::string_view many, size_t* into) {
    const auto number = TakeNumber(&line);
    if (!number || (!Take(&line, many) && !Take(&line, one))) return false;
    *into = *number;
    return true;
  };
  if (!take(" example, ", " examples, ", &closing.examples) ||
      !take(" failure", " failures", &closing.failures)) {
    return std::nullopt;
  }
  while (Take(&line, ", ")) {
    size_t other = 0;
    std::string_view rest = line;
    if (const auto number = TakeNumber(&rest); number && Take(&rest, " pending")) {
      closing.pending = *number;
      line = rest;
    } else if (take(" error occurred outside of examples", " errors occurred outside of examples",
                    &other)) {
      closing.errors_outside = true;
    } else {
      return std::nullopt;
    }
  }
  if (!line.empty()) return std::nullopt;
  return closing;
}

// "fails (FAILED - 1)", "pends (PENDING: why)": without what is in brackets.
TestOutcome TakeOutcome(std::string_view* text, bool* marked) {
  *marked = true;
  if (text->back() == ')') {
    const size_t failed = text->rfind(" (FAILED - ");
    if (failed != std::string_view::npos) {
      *text = text->substr(0, failed);
      return TestOutcome::kFailed;
    }
    const size_t pending = text->find(" (PENDING: ");
    if (pending != std::string_view::npos) {
      *text = text->substr(0, pending);
      return TestOutcome::kSkipped;
    }
  }
  *marked = false;
  return TestOutcome::kPassed;
}

class Reader {
 public:
  TestReport Read(std::string_view log) {
    LogLines lines(log);
    for (std::string_view line; lines.Next(&line);) ReadLine(line);
    for (size_t i = 0; i < tree_.size(); ++i) {
      // A group has something farther in below it; an example hasn't, and stands in a group.
      const bool group = i + 1 < tree_.size() && tree_[i + 1].indent > tree_[i].indent;
      AddLine(tree_[i], group);
    }
    Judge();
    return std::move(report_).Finish();
  }

 private:
  void ReadLine(std::string_view line) {
    if (const auto closing = ReadClosing(line)) {
      if (closing_) report_.Fault(ReportFault::kContradiction, "the log shows two closings");
      closing_ = closing;
      in_tree_ = false;
      return;
    }
    if (line == "Failures:" || StartsWith(line, "Pending: (") || StartsWith(line, "Finished in ")) {
      in_tree_ = false;
    }
    const size_t indent = CountIndent(line);
    const bool after_empty = std::exchange(after_empty_, indent == line.size());
    if (!in_tree_ || indent == line.size()) return;
    // An outermost group stands behind an empty line; other text at the margin is a test's.
    if (indent == 0 && !after_empty) return;
    if (tree_.size() >= ReportBuilder::kMaxRecords) {
      return report_.Fault(ReportFault::kTooLarge, "too many test results");
    }
    tree_.push_back({indent, std::string(line.substr(indent))});
  }

  void AddLine(const Line& line, bool group) {
    std::string_view text = line.text;
    bool marked = false;
    const TestOutcome outcome = TakeOutcome(&text, &marked);
    if (line.indent >= 2 && (marked || !group)) {
      report_.Add(path_.Join(line.indent, text, " "), outcome);
    } else if (group) {
      path_.Enter(line.indent, text);
    }
  }

  void Judge() {
    if (!closing_) {
      const bool begun = report_.size() > 0;
      return report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                           begun ? "RSpec began and has no closing" : "no sign of RSpec");
    }
    if (closing_->errors_outside) {
      report_.Fault(ReportFault::kStopped, "errors occurred outside of the examples");
    }
    if (closing_->examples == 0) report_.Fault(ReportFault::kNothing, "RSpec ran no example");
    report_.Expect(closing_->failures, report_.Count(TestOutcome::kFailed), "failures");
    report_.Expect(closing_->pending, report_.Count(TestOutcome::kSkipped), "pending");
    report_.Expect(closing_->examples, report_.size(), "examples");
  }

  bool in_tree_ = true;
  bool after_empty_ = true;
  std::vector<Line> tree_;
  TitlePath path_;
  std::optional<Closing> closing_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseRspec(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
