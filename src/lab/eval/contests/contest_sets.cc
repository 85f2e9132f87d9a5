#include "lab/eval/contests/contest_sets.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "contests_embedded.h"
#include "data/convert/shapes.h"
#include "lab/eval/contests/contest_row.h"
#include "lab/eval/contests/drivers.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/loaded_items.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr int64_t kMemoryMb = 1024;
constexpr double kOfficialContestS = 10;
constexpr int kAppsSeconds = 4;

struct ContestSet {
  std::string_view name;
  std::string_view title;
  std::string_view wanted;
  std::string_view rules;  // a part of every verdict's key
  std::string_view language;
  std::function<Result<ContestProblem>(const Row& row)> read;
  std::string_view deviations;
  int samples = 1;
  bool checkers = false;  // every row has its own
};

std::string Checker(std::string_view source, std::string_view kind, std::string_view language) {
  JsonWriter json;
  json.BeginObject().Key("source").Bytes(source).Key("language").String(language);
  if (!kind.empty()) json.Key("kind").String(kind);
  return json.EndObject().Take();
}

// A value of APPS as stdin or stdout has it.
std::string Lines(const std::string& value) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(value, &error);
  return document ? LinesText(document->root()) : value;
}

class LoadedContests : public LoadedItems {
 public:
  LoadedContests(const ContestSet& set, const BenchmarkOptions& options)
      : set_(set), options_(options), language_(set.language) {}

  Status Load() {
    if (!options_.languages.empty()) language_ = options_.languages[0];
    const bool known = language_ == "python" || language_ == "cpp";
    if (options_.languages.size() > 1 || !known || (IsApps() && language_ != "python")) {
      return InvalidField(
          "eval.languages", "languages",
          std::string(set_.title) + " takes one language: python" + (IsApps() ? "" : " or cpp"));
    }
    const auto on_row = [this](const Row& row) { return Add(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, std::string(set_.wanted), on_row, &read_));
    return CheckRows(options_, "none is between these dates");
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile /*profile*/) const override {
    return LastBlock(answer.content, Names());
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const ContestProblem& problem = problems_[item];
    const bool official = profile == GradeProfile::kOfficial;
    if (IsApps() && official) return AppsTask(problem, *extracted.code);
    JudgeBody body;
    body.language = language_;
    body.code = *extracted.code;
    body.tests = problem.tests;
    if (IsApps()) AddAppsTests(problem, &body);
    body.run_all = IsApps();
    if (!problem.checker.empty()) {
      body.checker = Checker(problem.checker, "", "cpp");
    } else if (official) {
      body.checker = Checker(Embedded_code_contests_checker_py(), "icpc", "python");
    }
    const double own = IsApps() ? kAppsSeconds : problem.time_limit_s;
    const double seconds = official || own <= 0 ? kOfficialContestS : own;
    const int64_t memory = official || problem.memory_mb <= 0 ? kMemoryMb : problem.memory_mb;
    body.limits = {seconds, seconds * 3, memory};
    return body.Task();
  }

  // A row's checker is C++; under `official` the harness, or its checker, is Python.
  std::vector<std::string> LanguagesOf(size_t item, GradeProfile profile) const override {
    std::vector<std::string> languages = {language_};
    if (!problems_[item].checker.empty()) {
      languages.emplace_back("cpp");
    } else if (profile == GradeProfile::kOfficial) {
      languages.emplace_back("python");
    }
    return languages;
  }

  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                   std::string_view body) const override {
    if (IsApps() && profile == GradeProfile::kOfficial) return ReadHarness(status, body);
    return LoadedBenchmark::ReadAnswer(item, profile, task, status, body);
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> samples;
    if (language_ != "python") return samples;
    const auto add = [&](size_t item, const std::vector<std::string>& programs, const char* kind,
                         SampleState expected) {
      if (programs.empty()) return;
      AnswerText answer;
      answer.content = "```python\n" + programs[0] + "\n```";
      samples.push_back({item, kind, std::move(answer), expected});
    };
    for (size_t i = 0; i < items_.size(); ++i) {
      add(i, problems_[i].right, "gold", SampleState::kPassed);
      add(i, problems_[i].wrong, "known wrong", SampleState::kFailed);
    }
    return samples;
  }

 private:
  bool IsApps() const { return set_.name == "apps"; }

  Fences Names() const {
    if (language_ == "cpp") return {{"cpp", "c++", "cc", "cxx"}, {}};
    return {{"python", "py", "python3"}, {}};
  }

  static GradeTask AppsTask(const ContestProblem& problem, const std::string& code) {
    HarnessTask task;
    task.code = code;
    for (const BodyTest& test : problem.raw_tests) {
      task.inputs.push_back(test.input);
      task.outputs.push_back(test.expected);
    }
    task.function_name = problem.function_name;
    task.seconds = kAppsSeconds;
    return AppsHarness(task);
  }

  static void AddAppsTests(const ContestProblem& problem, JudgeBody* body) {
    const bool calls = !problem.function_name.empty();
    if (calls) body->mode = "function_call";
    body->function_name = problem.function_name;
    for (const BodyTest& test : problem.raw_tests) {
      body->tests.push_back(calls ? BodyTest{test.input, UnwrapSingle(test.expected)}
                                  : BodyTest{Lines(test.input), Lines(test.expected)});
    }
  }

  std::string Ask(const ContestProblem& problem) const {
    if (IsApps()) {
      return "QUESTION:\n" + problem.statement + "\n" + problem.starter_code +
             (problem.function_name.empty() ? "\nUse Standard Input format"
                                            : "\nUse Call-Based format") +
             "\nANSWER:\n";
    }
    return problem.statement + "\n\nSolve this problem in " +
           (language_ == "cpp" ? "C++" : "Python 3") +
           ". The program reads from standard input and writes to standard output. Give the whole "
           "program in one code block.";
  }

  Status Add(const Row& row) {
    ASSAY_ASSIGN_OR_RETURN(ContestProblem problem, set_.read(row));
    if (!options_.begin_date.empty() && problem.date < options_.begin_date) return Status();
    if (!options_.end_date.empty() && problem.date > options_.end_date) return Status();
    if (const std::string why = WhyUnjudgeable(problem, set_.checkers); !why.empty()) {
      LeaveOut("problems " + why, "their rows have none");
      return Status();
    }
    EvalItem item;
    item.id = problem.id;
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    item.cluster = item.id;
    item.language = language_;
    item.difficulty = problem.difficulty;
    item.date = problem.date;
    item.topic = problem.topic;
    item.prompt.messages = {{"user", Ask(problem)}};
    PartWriter sha;
    sha.Add(set_.rules).Add(language_).Add(problem.statement).Add(problem.checker);
    sha.Add(problem.function_name).Add(static_cast<int64_t>(problem.time_limit_s * 1000));
    sha.Add(problem.memory_mb);
    for (const BodyTest& test : problem.tests) sha.Add(test.input).Add(test.expected);
    for (const BodyTest& test : problem.raw_tests) sha.Add(test.input).Add(test.expected);
    item.problem_sha = sha.Fingerprint();
    items_.push_back(std::move(item));
    problems_.push_back(std::move(problem));
    return Status();
  }

  const ContestSet& set_;  // of a table that stays
  const BenchmarkOptions options_;
  std::string language_;
  std::vector<ContestProblem> problems_;  // by item
};

Benchmark MakeBenchmark(const ContestSet& set) {
  Benchmark benchmark;
  benchmark.info.name = std::string(set.name);
  benchmark.info.title = std::string(set.title);
  benchmark.info.wanted = std::string(set.wanted);
  benchmark.info.protocols = {Protocol::kChat};
  benchmark.info.sampling.samples = set.samples;
  benchmark.info.sampling.temperature = 0.2;
  benchmark.info.sampling.top_p = 0.95;
  benchmark.info.takes_dates = true;
  benchmark.info.takes_languages = true;
  benchmark.info.deviations = std::string(set.deviations);
  benchmark.load =
      [&set](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
    auto loaded = std::make_unique<LoadedContests>(set, options);
    ASSAY_RETURN_IF_ERROR(loaded->Load());
    return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
  };
  return benchmark;
}

}  // namespace

Benchmark CodeContests() {
  static const ContestSet set = {
      "code_contests",
      "CodeContests",
      "test-00000-of-00001-*.parquet of deepmind/code_contests (165 problems)",
      "code_contests-1",
      "python",
      ReadCodeContestsRow,
      "the prompt is ours: the paper's were for models of its own; programs run on this server's "
      "Python and g++ with 1 GiB of memory",
      10};
  return MakeBenchmark(set);
}

Benchmark AetherCode() {
  static const ContestSet set = {"aethercode",
                                 "AetherCode",
                                 "v1_2024 or v1_2025 *.parquet of m-a-p/AetherCode",
                                 "aethercode-1",
                                 "cpp",
                                 ReadAetherCodeRow,
                                 "official takes ScaleBox's 10 s for every problem, with the row's "
                                 "own checker and 1 GiB of memory, for the prompt "
                                 "is ours and ScaleBox's list of checkers isn't part of the data",
                                 1,
                                 true};
  return MakeBenchmark(set);
}

Benchmark Apps() {
  static const ContestSet set = {
      "apps",
      "APPS",
      "test.jsonl of codeparrot/apps (5,000 problems)",
      "apps-1",
      "python",
      ReadAppsRow,
      "the program is taken out of a fenced block and has 8 GiB of memory; numpy is there only if "
      "this server's Python has "
      "it; time in which the host is too busy is given back; assay takes a call's expected value "
      "out "
      "of the list of one that the data has around it",
      1};
  return MakeBenchmark(set);
}

}  // namespace assay::eval
