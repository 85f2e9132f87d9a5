// pytest's terminal report (src/_pytest/terminal.py of pytest 3 to 9).
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

// What pytest counts apart.
enum Kind { kPass, kFail, kBroken, kSkip, kXfail, kXpass, kKinds };

struct Word {
  std::string_view line;     // begins a line of the short summary, ends a line of -v
  std::string_view closing;  // in the closing summary
  Kind kind;
};
constexpr std::array<Word, 6> kWords = {{{"PASSED", "passed", kPass},
                                         {"FAILED", "failed", kFail},
                                         {"ERROR", "error", kBroken},
                                         {"SKIPPED", "skipped", kSkip},
                                         {"XFAIL", "xfailed", kXfail},
                                         {"XPASS", "xpassed", kXpass}}};

// One part of the log that shows results: the progress of -v, or the short summary.
struct Account {
  std::array<size_t, kKinds> counts{};
  // Kinds seen of each name, one bit each; kSubFailed besides.
  std::map<std::string, unsigned, std::less<>> names;
  std::vector<std::string> order;
  bool too_many = false;

  size_t Total() const { return std::accumulate(counts.begin(), counts.end(), size_t{0}); }
  void Add(std::string_view name, Kind kind, unsigned more_bits = 0) {
    ++counts[kind];
    const auto found = names.find(name);
    if (found != names.end()) {
      found->second |= (1u << kind) | more_bits;
      return;
    }
    if (names.size() >= ReportBuilder::kMaxRecords || name.size() > ReportBuilder::kMaxNameBytes) {
      too_many = true;
      return;
    }
    order.emplace_back(name);
    names.emplace(name, (1u << kind) | more_bits);
  }
};
constexpr unsigned kSubFailed = 1u << kKinds;

struct Closing {
  std::array<size_t, kKinds> counts{};
  bool no_tests = false;
};

// "1 failed, 2 passed, 3 warnings in 0.12s (0:01:02)".
std::optional<Closing> ReadClosing(std::string_view text) {
  const size_t in = text.rfind(" in ");
  if (in == std::string_view::npos) return std::nullopt;
  std::string_view time = text.substr(in + 4);
  if (!TakeTime(&time) || (!Take(&time, "s") && !Take(&time, " seconds"))) return std::nullopt;
  if (!time.empty() && (!Take(&time, " (") || !TakeTime(&time) || time != ")")) {
    return std::nullopt;
  }
  text = text.substr(0, in);
  Closing closing;
  if (text == "no tests ran") {
    closing.no_tests = true;
    return closing;
  }
  while (true) {
    const auto number = TakeNumber(&text);
    if (!number || !Take(&text, " ")) return std::nullopt;
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view what = text.substr(0, end);
    if (what.empty() || what.find_first_not_of("abcdefghijklmnopqrstuvwxyz -_") < what.size()) {
      return std::nullopt;
    }
    for (const Word& word : kWords) {
      if (what == word.closing || (word.kind == kBroken && what == "errors")) {
        closing.counts[word.kind] = *number;
      }
    }
    text.remove_prefix(end);
    if (text.empty()) return closing;
    if (!Take(&text, ", ")) return std::nullopt;
  }
}

// "name - message" of a failed test. A parameter may hold " - " itself, so that behind a bracket
// the name goes on to a closing one; where this is undecidable the name isn't found in any list,
// and a failed test is no better than a missing one.
std::string_view NameBeforeMessage(std::string_view text) {
  const size_t dash = text.find(" - ");
  if (dash == std::string_view::npos) return text;
  const size_t bracket = text.find('[');
  if (bracket > dash) return text.substr(0, dash);
  const size_t end = text.find("] - ");
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

// "[two] (i=2) name", "(i=1) name", what stands behind SUBFAILED.
std::string_view NameAfterSubtest(std::string_view text) {
  const size_t node = text.find("::");
  if (node == std::string_view::npos) return {};
  const size_t space = text.rfind(' ', node);
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

// A line of the short summary.
void ReadSummaryLine(std::string_view line, Account* account) {
  if (Take(&line, "SUBFAIL")) {
    Take(&line, "ED");
    const std::string_view name = NameBeforeMessage(NameAfterSubtest(line));
    if (!name.empty()) account->Add(name, kFail, kSubFailed);
    return;
  }
  for (const Word& word : kWords) {
    std::string_view rest = line;
    const bool old_skip = word.kind == kSkip && Take(&rest, "SKIP [");
    if (old_skip || (word.kind == kSkip && Take(&rest, "SKIPPED ["))) {
      // Folded by place, without names.
      if (const auto number = TakeNumber(&rest); number && Take(&rest, "] ")) {
        account->counts[kSkip] += *number;
      }
      return;
    }
    if (!Take(&rest, word.line) || !Take(&rest, " ") || rest.empty()) continue;
    account->Add(word.kind == kPass ? rest : NameBeforeMessage(rest), word.kind);
    return;
  }
}

// "SKIPPED (no way)", "PASSED".
const Word* WordOf(std::string_view text) {
  for (const Word& word : kWords) {
    std::string_view rest = text;
    if (Take(&rest, word.line) &&
        (rest.empty() || (StartsWith(rest, " (") && rest.back() == ')'))) {
      return &word;
    }
  }
  return nullptr;
}

// "[gw1] [ 87%] PASSED name ", xdist's.
bool ReadWorkerLine(std::string_view line, Account* account) {
  if (!Take(&line, "[gw") || !TakeNumber(&line) || !Take(&line, "] [")) return false;
  while (Take(&line, " ")) {
  }
  if (!TakeNumber(&line) || !Take(&line, "%] ")) return false;
  line = TrimAsciiSpace(line);
  if (Take(&line, "SUBFAILED")) {
    const std::string_view name = NameAfterSubtest(line);
    if (!name.empty()) account->Add(name, kFail, kSubFailed);
    return true;
  }
  for (const Word& word : kWords) {
    std::string_view rest = line;
    if (Take(&rest, word.line) && Take(&rest, " ")) {
      account->Add(TrimAsciiSpace(rest), word.kind);
      return true;
    }
  }
  return true;
}

// "name PASSED    [ 12%]".
void ReadProgressLine(std::string_view line, Account* account) {
  if (ReadWorkerLine(line, account)) return;
  const size_t node = line.find("::");
  if (node == std::string_view::npos || node == 0) return;
  if (line.back() == ']') {
    const size_t percent = line.rfind(" [");
    if (percent == std::string_view::npos || !TakeEnd(&line, "%]")) return;
    line = line.substr(0, percent);
  }
  while (TakeEnd(&line, " ")) {
  }
  if (const size_t sub = line.find(" SUBFAILED"); sub != std::string_view::npos && sub > node) {
    return account->Add(line.substr(0, sub), kFail, kSubFailed);
  }
  // The outcome is the last word, but for a reason in brackets, which may hold spaces: every space
  // is tried, from the left where a name without parameters ends.
  const size_t from =
      std::max(line.rfind(']') == std::string_view::npos ? 0 : line.find("] ") + 1, node);
  for (size_t space = line.find(' ', from); space != std::string_view::npos;
       space = line.find(' ', space + 1)) {
    if (const Word* word = WordOf(line.substr(space + 1))) {
      return account->Add(line.substr(0, space), word->kind);
    }
  }
}

TestOutcome OutcomeOf(unsigned bits) {
  const auto has = [&](Kind kind) { return (bits & (1u << kind)) != 0; };
  if (has(kBroken)) return TestOutcome::kError;
  if (has(kFail)) return TestOutcome::kFailed;
  if (has(kXpass)) return TestOutcome::kUnexpectedPass;
  if (has(kXfail)) return TestOutcome::kExpectedFailure;
  if (has(kSkip)) return TestOutcome::kSkipped;
  return TestOutcome::kPassed;
}

// A test has one outcome, but for an error of its tear-down beside it and for failed subtests.
bool Contradicts(unsigned bits) {
  unsigned outcomes = bits & ~(kSubFailed | (1u << kBroken));
  if ((bits & kSubFailed) != 0) outcomes &= ~((1u << kFail) | (1u << kPass));
  return (outcomes & (outcomes - 1)) != 0;
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
  enum class Part { kProgress, kSections, kSummary, kClosed };

  void ReadLine(std::string_view line) {
    if (line.empty()) return;
    if (const auto title = BannerTitle(line, '=')) {
      if (ReadBanner(*title)) return;
    } else if (BannerTitle(line, '!') && part_ != Part::kSections) {
      stopped_ = std::string(*BannerTitle(line, '!'));
    } else if (!started_ && ReadClosing(line)) {
      return Close(*ReadClosing(line));
    }
    switch (part_) {
      case Part::kProgress: ReadProgressLine(line, &progress_); break;
      case Part::kSections: break;
      case Part::kSummary: ReadSummaryLine(line, &summary_); break;
      case Part::kClosed: ReadSummaryLine(line, &after_); break;
    }
  }

  bool ReadBanner(std::string_view title) {
    if (title == "test session starts") {
      if (started_) {
        report_.Fault(ReportFault::kContradiction, "the log shows two sessions of pytest");
      }
      started_ = true;
      part_ = Part::kProgress;  // what came before is another program's
      progress_ = {};
      return true;
    }
    if (title == "short test summary info") {
      if (summarised_) {
        report_.Fault(ReportFault::kContradiction, "the log shows two short summaries");
      }
      summarised_ = true;
      part_ = Part::kSummary;
      return true;
    }
    if (const auto closing = ReadClosing(title)) {
      Close(*closing);
      return true;
    }
    if (part_ == Part::kProgress) {
      part_ = Part::kSections;
      return true;
    }
    return false;
  }

  void Close(const Closing& closing) {
    if (closing_) report_.Fault(ReportFault::kContradiction, "the log shows two closing summaries");
    closing_ = closing;
    part_ = Part::kClosed;
  }

  void Judge() {
    if (!closing_) {
      const bool begun = started_ || !progress_.order.empty() || summarised_;
      report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                    begun ? "pytest began and has no closing summary" : "no sign of pytest");
    } else if (closing_->no_tests) {
      report_.Fault(ReportFault::kNothing, "pytest ran no test");
    }
    if (stopped_) report_.Fault(ReportFault::kStopped, "pytest stopped early: " + *stopped_);
    if (!after_.order.empty()) {
      report_.Fault(ReportFault::kContradiction, "results stand behind the closing summary");
    }
    if (progress_.too_many || summary_.too_many) {
      report_.Fault(ReportFault::kTooLarge, "too many test results, or a name too long");
    }
    if (closing_) Compare();
    Merge();
  }

  bool Agrees(const Account& account) const {
    return closing_ && account.counts == closing_->counts;
  }

  // One part must show all tests, each kind as often as the closing says. The other may leave kinds
  // out (the short summary shows failures only, unless asked) or lines (a test's output under -s
  // swallows some of -v), but names come from the first: what only the other has isn't counted, and
  // may have been printed by anybody.
  void Compare() {
    if (Agrees(summary_) || Agrees(progress_)) return;
    const Account& fuller = summary_.Total() >= progress_.Total() ? summary_ : progress_;
    for (const Word& word : kWords) {
      report_.Expect(closing_->counts[word.kind], fuller.counts[word.kind], word.closing);
    }
  }

  void Merge() {
    const bool by_summary = Agrees(summary_) || summary_.Total() > progress_.Total();
    const Account& chosen = by_summary ? summary_ : progress_;
    const Account& other = by_summary ? progress_ : summary_;
    for (const std::string& name : chosen.order) {
      const auto more = other.names.find(name);
      AddRecord(name, chosen.names.at(name) | (more == other.names.end() ? 0u : more->second));
    }
    if (!by_summary || !closing_ || progress_.counts[kSkip] != closing_->counts[kSkip]) return;
    // The short summary folds skipped tests by place; -v names them.
    for (const std::string& name : progress_.order) {
      if (progress_.names.at(name) == 1u << kSkip && summary_.names.count(name) == 0) {
        AddRecord(name, 1u << kSkip);
      }
    }
  }

  void AddRecord(const std::string& name, unsigned bits) {
    if (Contradicts(bits)) {
      report_.Fault(ReportFault::kContradiction, name + " has two outcomes");
    }
    report_.Add(name, OutcomeOf(bits));
  }

  Part part_ = Part::kProgress;
  bool started_ = false;
  bool summarised_ = false;
  std::optional<std::string> stopped_;
  std::optional<Closing> closing_;
  Account progress_;
  Account summary_;
  Account after_;
  ReportBuilder report_;
};

}  // namespace

TestReport ParsePytest(std::string_view log) {
  return Reader().Read(log);
}

}  // namespace assay::swe
