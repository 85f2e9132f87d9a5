#include "apps/package_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <vector>

#include "api/json_writer.h"
#include "apps/single_run.h"
#include "apps/terminal.h"
#include "packages/expectation.h"

namespace assay {
namespace {

// Cap of accepted submissions while the limit is still to be found from them.
constexpr double kSlowestAcceptedS = 30;
constexpr double kLeastTimeLimitS = 1;

// A submission and what became of it; the outputs of its tests are not kept.
struct Row {
  const PackageSubmission* submission = nullptr;
  Expectation expectation;
  std::string language;  // empty: none of the table
  SubmissionResult result;
  double slowest_s = 0;
  int accepted = 0;
};

// The file a program starts with: the only one, or main.*, or the first whose language is known.
std::string MainFile(const std::map<std::string, BlobPtr>& files) {
  std::string best;
  for (const auto& [path, contents] : files) {
    if (LanguageOfFile(path).empty()) continue;
    const bool main = path.rfind("main.", 0) == 0 || path.rfind("Main.", 0) == 0;
    if (best.empty() || main) best = path;
  }
  return best;
}

std::map<std::string, BlobPtr> Without(std::map<std::string, BlobPtr> files,
                                       const std::string& path) {
  files.erase(path);
  return files;
}

Result<ProblemPtr> ProblemOf(const ProblemPackage& package) {
  auto problem = std::make_shared<Problem>();
  problem->comparison.mode = CompareMode::kIcpc;
  problem->tests = package.tests;
  if (package.validator.empty()) {
    ASSAY_ASSIGN_OR_RETURN(problem->comparison.icpc, ParseValidatorFlags(package.validator_flags));
    return ProblemPtr(std::move(problem));
  }
  const std::string main = MainFile(package.validator);
  if (main.empty()) {
    return Error{ErrorCode::kInvalidArgument, "package", 0,
                 "the output validator's language is none of the table's"};
  }
  Checker checker;
  checker.kind = CheckerKind::kIcpc;
  checker.language = std::string(LanguageOfFile(main));
  checker.source = std::string(package.validator.at(main)->view());
  checker.files = Without(package.validator, main);
  checker.arguments = package.validator_flags;
  checker.always = true;
  checker.interactive = package.interactive;
  checker.passes = package.passes;
  problem->checker = std::move(checker);
  return ProblemPtr(std::move(problem));
}

Submission SubmissionOf(const ProblemPackage& package, const ProblemPtr& problem, const Row& row,
                        double limit_s) {
  const std::string main = MainFile(row.submission->files);
  Submission submission;
  submission.id = row.submission->path;
  submission.language = row.language;
  submission.code = std::string(row.submission->files.at(main)->view());
  submission.files = Without(row.submission->files, main);
  submission.problem = problem;
  // What contest systems of the last years compile with; older sources compile with it, too.
  if (row.language == "cpp") submission.compile_flags = {"-O2", "-std=gnu++20"};
  submission.limits.cpu_time = FromSeconds(limit_s);
  // Waiting is not judged as such; a program that sleeps ends all the same.
  submission.limits.wall_time = FromSeconds(2 * limit_s + 1);
  submission.limits.memory_bytes = package.limits.memory_mb << 20;
  submission.limits.output_bytes = package.limits.output_mb << 20;
  submission.compile_limits.cpu_time = FromSeconds(60);
  submission.compile_limits.wall_time = FromSeconds(120);
  submission.compile_limits.memory_bytes = 2LL << 30;
  submission.stop = package.scoring ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
  return submission;
}

void Judge(const ProblemPackage& package, const ProblemPtr& problem, double limit_s,
           const std::vector<Row*>& rows, Machine& machine) {
  std::vector<std::future<void>> ends;
  for (Row* row : rows) {
    auto end = std::make_shared<std::promise<void>>();
    ends.push_back(end->get_future());
    auto ticket = machine.engine().Submit(
        SubmissionOf(package, problem, *row, limit_s), [row, end](SubmissionResult result) {
          for (const TestResult& test : result.tests) {
            row->accepted += test.verdict == Verdict::kAccepted;
            const std::chrono::duration<double> cpu = test.run.cpu_time;
            row->slowest_s = std::max(row->slowest_s, cpu.count());
          }
          result.tests.clear();
          result.tests.shrink_to_fit();
          row->result = std::move(result);
          end->set_value();
        });
    if (!ticket.ok()) {
      row->result.message = ticket.error().message;
      end->set_value();
    }
  }
  for (auto& end : ends) end.wait();
}

std::string TimeSentence(const ProblemPackage& package, double limit_s, bool measured) {
  return fmt::format(
      "time limit {} s ({}), times the safety margin {}: {} s of CPU time", limit_s,
      measured
          ? fmt::format("the slowest accepted submission times {}", package.limits.time_multiplier)
          : "given",
      package.limits.time_safety_margin, limit_s * package.limits.time_safety_margin);
}

void PrintJson(const Row& row) {
  JsonWriter json;
  json.BeginObject().Key("submission").Bytes(row.submission->path);
  json.Key("language").String(row.language).Key("expected").Bytes(row.expectation.text);
  if (row.language.empty()) {
    json.Key("verdict").Null();
  } else {
    json.Key("verdict").String(ToString(row.result.verdict));
    json.Key("cause").String(ToString(row.result.cause));
    json.Key("reason").String(row.result.reason).Key("message").Bytes(row.result.message);
    json.Key("score");
    row.result.score ? json.Double(*row.result.score) : json.Null();
    json.Key("tests_accepted").Int(row.accepted).Key("slowest_cpu_s").Double(row.slowest_s);
  }
  const auto agrees = row.language.empty() ? std::nullopt : Agrees(row.expectation, row.result);
  json.Key("as_expected");
  agrees ? json.Bool(*agrees) : json.Null();
  json.EndObject();
  std::fprintf(stdout, "%s\n", json.text().c_str());
}

void AddTableRow(const Row& row, TextTable* table) {
  const auto agrees = row.language.empty() ? std::nullopt : Agrees(row.expectation, row.result);
  const Colour colour = !agrees ? Colour::kYellow : *agrees ? Colour::kGreen : Colour::kRed;
  std::vector<TextTable::Cell> cells = {{row.submission->path}, {row.expectation.text}};
  if (row.language.empty()) {
    cells.insert(cells.end(), {{"-", colour}, {""}, {"no language of the table", Colour::kDim}});
  } else {
    cells.push_back({std::string(ToString(row.result.verdict)), colour});
    cells.push_back({fmt::format("{:.2f} s", row.slowest_s)});
    cells.push_back({row.result.message, Colour::kDim});
  }
  table->AddRow(std::move(cells));
}

}  // namespace

int RunPackage(const ProblemPackage& package, const PackageRunOptions& options, Machine& machine) {
  const auto problem = ProblemOf(package);
  if (!problem.ok()) {
    std::fprintf(stderr, "assay run: %s\n", problem.error().message.c_str());
    return 3;
  }
  std::vector<Row> rows(package.submissions.size());
  std::vector<Row*> accepted, others;
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].submission = &package.submissions[i];
    rows[i].expectation = ExpectationOf(package.submissions[i]);
    rows[i].language = LanguageOfFile(MainFile(package.submissions[i].files));
    if (rows[i].language.empty()) continue;
    const bool only_accepted = rows[i].expectation.verdicts == std::set{Verdict::kAccepted};
    (only_accepted ? accepted : others).push_back(&rows[i]);
  }

  double limit_s =
      options.time_limit_s > 0 ? options.time_limit_s : package.limits.time_limit_s.value_or(0);
  const bool measured = limit_s <= 0;
  const double margin = package.limits.time_safety_margin;
  Judge(package, *problem, measured ? kSlowestAcceptedS : limit_s * margin, accepted, machine);
  if (measured) {
    double slowest = 0;
    for (const Row* row : accepted) slowest = std::max(slowest, row->slowest_s);
    limit_s = std::max(kLeastTimeLimitS, std::ceil(slowest * package.limits.time_multiplier));
  }
  Judge(package, *problem, limit_s * margin, others, machine);

  TextTable table(
      {{"submission"}, {"expected"}, {"got"}, {"slowest", TextTable::Align::kRight}, {"why"}});
  int right = 0, wrong = 0, open = 0;
  for (const Row& row : rows) {
    options.json ? PrintJson(row) : AddTableRow(row, &table);
    if (row.language.empty()) continue;
    const auto agrees = Agrees(row.expectation, row.result);
    ++(!agrees ? open : *agrees ? right : wrong);
  }
  std::FILE* const summary = options.json ? stderr : stdout;
  if (!options.json) std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  std::fprintf(summary, "%s: %s\n%d as expected, %d not, %d without a word to compare\n",
               package.name.c_str(), TimeSentence(package, limit_s, measured).c_str(), right, wrong,
               open);
  return wrong > 0 ? 1 : open > 0 ? 3 : 0;
}

}  // namespace assay
