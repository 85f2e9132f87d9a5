// A map: PackageRun first measures what bounds the time limit, then judges all, then prints: JSON
// lines, a table, a summary. RunPackage at the end is the entry.

#include "apps/package/package_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "apps/cli/terminal.h"
#include "apps/package/package_judge.h"
#include "apps/package/package_verdict.h"
#include "data/packages/problem/package_problem.h"
#include "data/packages/time_limit.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// What a submission may take while the limit is still to be found.
constexpr double kMeasuredUpToS = 30;

struct TimeLimit {
  double limit_s = 0;
  double extra_s = 0;  // times the margin
  std::string origin;
  // Submissions that bound a measured limit and whose time isn't known, each with the reason.
  std::vector<std::string> uncounted;
};

// A row and its two verdicts.
struct Judged {
  const PackageRow* row = nullptr;
  SubmissionResult under_limit;
  SubmissionResult with_extra_time;
  Agreement agreement = Agreement::kUnknown;
};

class PackageRun {
 public:
  PackageRun(const ProblemPackage& package, const PackageRunOptions& options, ProblemPtr problem,
             Machine& machine);

  void JudgeAll();
  int Print() const;

 private:
  bool MeasuresLimit() const { return !given_s_; }
  void Measure();
  void SetLimit(double limit_s, std::string origin);
  void ShowProgress(const PackageRow& row);
  SubmissionResult Under(const PackageRow& row, double limit_s) const;
  Judged JudgedOf(const PackageRow& row) const;
  void PrintJson(const Judged& judged) const;
  void PrintSummary(const std::vector<Judged>& all, std::FILE* out) const;

  const ProblemPackage& package_;
  const PackageRunOptions& options_;
  const Interrupt interrupt_;
  const ProblemPtr problem_;
  const std::optional<double> given_s_;
  TimeLimit time_;
  std::vector<PackageRow> rows_;
  size_t done_ = 0;
  ProgressBar bar_;
  PackageJudge judge_;
};

SteadyTime DeadlineOf(const PackageRunOptions& options) {
  const SteadyTime now = std::chrono::steady_clock::now();
  return now + FromSeconds(options.total_time_s > 0 ? options.total_time_s : 1e9);
}

std::optional<double> GivenLimit(const ProblemPackage& package, const PackageRunOptions& options) {
  if (options.time_limit_s > 0) return options.time_limit_s;
  return package.limits.time_limit_s;
}

PackageRun::PackageRun(const ProblemPackage& package, const PackageRunOptions& options,
                       ProblemPtr problem, Machine& machine)
    : package_(package),
      options_(options),
      problem_(problem),
      given_s_(GivenLimit(package, options)),
      rows_(package.submissions.size()),
      bar_(stderr, package.submissions.size()),
      judge_(package, problem, DeadlineOf(options), interrupt_, machine,
             [this](const PackageRow& row) { ShowProgress(row); }) {
  const std::vector<LanguageEntry>& languages = machine.languages().entries();
  for (size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].submission = &package.submissions[i];
    rows_[i].expectation = ExpectationOf(package.submissions[i]);
    rows_[i].language = ProgramOf(languages, package.submissions[i].files).language;
    done_ += rows_[i].language.empty();
  }
}

void PackageRun::ShowProgress(const PackageRow& row) {
  done_ = std::min(done_ + 1, rows_.size());
  bar_.Update(done_, row.submission->path);
  if (IsTerminal(stderr)) return;
  std::fprintf(stderr, "[%zu/%zu] %s\n", done_, rows_.size(), row.submission->path.c_str());
}

void PackageRun::SetLimit(double limit_s, std::string origin) {
  time_.limit_s = limit_s;
  time_.extra_s = limit_s * package_.limits.time_safety_margin;
  time_.origin = std::move(origin);
}

// Runs what bounds the limit, and sets the limit from those that end by themselves.
void PackageRun::Measure() {
  std::vector<PackageRow*> bounding;
  for (PackageRow& row : rows_) {
    if (!BoundsTimeLimit(package_.format, row.expectation)) continue;
    if (!row.language.empty()) {
      bounding.push_back(&row);
    } else {
      time_.uncounted.push_back(row.submission->path + ": no language of the table");
    }
  }
  judge_.Judge(bounding, kMeasuredUpToS);
  const PackageRow* slowest = nullptr;
  for (PackageRow* row : bounding) {
    const bool ended = Under(*row, kMeasuredUpToS).verdict != Verdict::kTimeLimit;
    if (!row->judged || !ended) {
      time_.uncounted.push_back(
          fmt::format("{}: not over after {} s", row->submission->path, kMeasuredUpToS));
    } else if (slowest == nullptr || row->slowest_s > slowest->slowest_s) {
      slowest = row;
    }
  }
  const double seconds = slowest == nullptr ? 0 : slowest->slowest_s;
  SetLimit(TimeLimitFrom(package_.format, package_.limits, seconds),
           slowest == nullptr
               ? "nothing to measure it by"
               : fmt::format("{} with {:.2f} s, times {}, {}", slowest->submission->path, seconds,
                             package_.limits.time_multiplier,
                             package_.format == PackageFormat::kLegacy ? "to the nearest second"
                                                                       : "rounded up"));
}

void PackageRun::JudgeAll() {
  if (MeasuresLimit()) {
    Measure();
  } else {
    SetLimit(*given_s_, "given");
  }
  std::vector<PackageRow*> rest;
  for (PackageRow& row : rows_) {
    if (row.language.empty()) continue;
    // What was stopped while measuring may have more time under the limit found.
    const bool stopped = row.judged && row.hard_limit_s < time_.extra_s &&
                         Under(row, row.hard_limit_s).verdict == Verdict::kTimeLimit;
    done_ -= stopped;
    if (row.hard_limit_s == 0 || stopped) rest.push_back(&row);
  }
  judge_.Judge(rest, time_.extra_s);
  bar_.Clear();
}

SubmissionResult PackageRun::Under(const PackageRow& row, double limit_s) const {
  return UnderLimits(package_, problem_, row.run, LimitsOf(package_, limit_s));
}

Judged PackageRun::JudgedOf(const PackageRow& row) const {
  Judged judged{&row, {}, {}};
  if (!row.judged) return judged;
  judged.under_limit = Under(row, time_.limit_s);
  judged.with_extra_time = Under(row, time_.extra_s);
  judged.agreement = AgreementOf(row.expectation, judged.under_limit, judged.with_extra_time);
  return judged;
}

void PackageRun::PrintJson(const Judged& judged) const {
  const PackageRow& row = *judged.row;
  JsonWriter json;
  json.BeginObject().Key("submission").Bytes(row.submission->path);
  json.Key("language").String(row.language).Key("expected").Bytes(row.expectation.text);
  json.Key("verdict");
  if (!row.judged) {
    json.Null();
  } else {
    const SubmissionResult& result = judged.under_limit;
    json.String(ToString(result.verdict)).Key("cause").String(ToString(result.cause));
    json.Key("reason").String(ToString(result.reason)).Key("message").Bytes(result.message);
    json.Key("score");
    result.score ? json.Double(*result.score) : json.Null();
    json.Key("verdict_with_extra_time").String(ToString(judged.with_extra_time.verdict));
    json.Key("score_with_extra_time");
    const auto& extra_score = judged.with_extra_time.score;
    extra_score ? json.Double(*extra_score) : json.Null();
    const auto accepted =
        std::count_if(result.tests.begin(), result.tests.end(),
                      [](const TestResult& test) { return test.verdict == Verdict::kAccepted; });
    json.Key("tests_accepted").Int(accepted).Key("slowest_cpu_s").Double(row.slowest_s);
  }
  json.Key("as_expected");
  if (judged.agreement == Agreement::kUnknown) {
    json.Null();
  } else {
    json.Bool(judged.agreement != Agreement::kNone);
  }
  json.Key("needs_extra_time").Bool(judged.agreement == Agreement::kWithExtraTime);
  json.EndObject();
  std::fprintf(stdout, "%s\n", json.text().c_str());
}

Colour ColourOf(Agreement agreement) {
  switch (agreement) {
    case Agreement::kUnderLimit: return Colour::kGreen;
    case Agreement::kNone: return Colour::kRed;
    case Agreement::kWithExtraTime:
    case Agreement::kUnknown: return Colour::kYellow;
  }
  return Colour::kNone;
}

void AddTableRow(const Judged& judged, TextTable* table) {
  const PackageRow& row = *judged.row;
  const Colour colour = ColourOf(judged.agreement);
  std::vector<TextTable::Cell> cells = {{row.submission->path}, {row.expectation.text}};
  if (!row.judged) {
    cells.insert(
        cells.end(),
        {{"-", colour},
         {""},
         {row.language.empty() ? "no language of the table" : "not judged in time", Colour::kDim}});
  } else {
    std::string verdicts(ToString(judged.under_limit.verdict));
    if (judged.with_extra_time.verdict != judged.under_limit.verdict) {
      verdicts += fmt::format(", {} with extra time", ToString(judged.with_extra_time.verdict));
    }
    cells.push_back({std::move(verdicts), colour});
    cells.push_back({fmt::format("{:.2f} s", row.slowest_s)});
    cells.push_back({judged.under_limit.message, Colour::kDim});
  }
  table->AddRow(std::move(cells));
}

// Of those that have to break the time limit and pass all tests with extra time; null: there is
// none.
const PackageRow* FastestOfTheSlow(const std::vector<Judged>& all) {
  const PackageRow* fastest = nullptr;
  for (const Judged& judged : all) {
    if (judged.row->expectation.verdicts != std::set{Verdict::kTimeLimit}) continue;
    if (judged.with_extra_time.verdict != Verdict::kAccepted) continue;
    if (fastest == nullptr || judged.row->slowest_s < fastest->slowest_s) fastest = judged.row;
  }
  return fastest;
}

void PackageRun::PrintSummary(const std::vector<Judged>& all, std::FILE* out) const {
  int right = 0, extra = 0, wrong = 0, open = 0;
  for (const Judged& judged : all) {
    if (judged.row->language.empty()) continue;
    right += judged.agreement == Agreement::kUnderLimit;
    extra += judged.agreement == Agreement::kWithExtraTime;
    wrong += judged.agreement == Agreement::kNone;
    open += judged.agreement == Agreement::kUnknown;
  }
  for (const std::string& uncounted : time_.uncounted) {
    std::fprintf(out, "the limit may have to be longer: %s\n", uncounted.c_str());
  }
  if (const PackageRow* row = FastestOfTheSlow(all)) {
    std::fprintf(out, "%s has to be too slow and took %.2f s, less than with extra time\n",
                 row->submission->path.c_str(), row->slowest_s);
  }
  std::fprintf(out,
               "%s: time limit %g s (%s), with extra time %g s\n"
               "%d as expected, %d with extra time, %d not, %d without a word to compare\n",
               package_.name.c_str(), time_.limit_s, time_.origin.c_str(), time_.extra_s, right,
               extra, wrong, open);
}

int PackageRun::Print() const {
  std::vector<Judged> all;
  TextTable table(
      {{"submission"}, {"expected"}, {"got"}, {"slowest", TextTable::Align::kRight}, {"why"}});
  for (const PackageRow& row : rows_) {
    all.push_back(JudgedOf(row));
    options_.json ? PrintJson(all.back()) : AddTableRow(all.back(), &table);
  }
  if (!options_.json) std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  PrintSummary(all, options_.json ? stderr : stdout);
  const auto any = [&](Agreement agreement) {
    return std::any_of(all.begin(), all.end(), [&](const Judged& judged) {
      return !judged.row->language.empty() && judged.agreement == agreement;
    });
  };
  if (interrupt_.Raised()) return kExitInterrupted;
  return any(Agreement::kNone) ? 1 : any(Agreement::kUnknown) ? 3 : 0;
}

}  // namespace

int RunPackage(const ProblemPackage& package, const PackageRunOptions& options, Machine& machine) {
  auto problem = ProblemOf(package, machine.languages().entries());
  if (!problem.ok()) {
    std::fprintf(stderr, "assay run: %s\n", problem.error().message.c_str());
    return 3;
  }
  PackageRun run(package, options, std::move(problem).value(), machine);
  run.JudgeAll();
  return run.Print();
}

}  // namespace assay
