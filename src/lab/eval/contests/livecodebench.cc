#include "lab/eval/contests/livecodebench.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/work/fingerprint.h"
#include "lab/eval/contests/drivers.h"
#include "lab/eval/contests/lcb_problem.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/loaded_items.h"
#include "lab/eval/shared/rows.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr std::string_view kWanted =
    "test.jsonl … test6.jsonl of livecodebench/code_generation_lite; --version release_v5 takes "
    "the "
    "first five, v6 the sixth alone";
// Of the prompt, the extraction and the requests: a part of every verdict's key.
constexpr std::string_view kRules = "livecodebench-1";
constexpr int kTestSeconds = 6;
constexpr int64_t kMemoryMb = 4096;

constexpr std::string_view kSystem =
    "You are an expert Python programmer. You will be given a question (problem specification) and "
    "will generate a correct Python program that matches the specification and passes all tests.";
constexpr std::string_view kWithStarter =
    "You will use the following starter code to write the solution to the problem and enclose your "
    "code within delimiters.";
constexpr std::string_view kWithStdin =
    "Read the inputs from stdin solve the problem and write the answer to stdout (do not directly "
    "test on the sample inputs). Enclose your code within delimiters as follows. Ensure that when "
    "the python program runs, it reads the inputs, runs the algorithm and writes output to STDOUT.";

std::string Ask(const LcbProblem& problem) {
  std::string text = "### Question:\n" + problem.content + "\n\n### Format: ";
  if (problem.starter_code.empty()) {
    text.append(kWithStdin).append("\n```python\n# YOUR CODE HERE\n```\n\n");
  } else {
    text.append(kWithStarter).append("\n```python\n" + problem.starter_code + "\n```\n\n");
  }
  return text + "### Answer: (use the provided format with backticks)\n\n";
}

std::string JsonText(std::string_view text) {
  JsonWriter json;
  json.Bytes(text);
  return json.Take();
}

// A line of the data as a JSON value; one that isn't JSON is a text, which no result equals.
std::string JsonLine(std::string_view line) {
  return IsJson(line) ? std::string(line) : JsonText(line);
}

// Arguments come one on a line.
std::string Arguments(std::string_view input) {
  std::string list = "[";
  for (size_t at = 0; at <= input.size();) {
    const size_t end = std::min(input.find('\n', at), input.size());
    if (at > 0) list += ",";
    list += JsonLine(input.substr(at, end - at));
    at = end + 1;
  }
  return list + "]";
}

class LoadedLiveCodeBench : public LoadedItems {
 public:
  explicit LoadedLiveCodeBench(const BenchmarkOptions& options) : options_(options) {}

  Status Load() {
    if (!options_.version.empty()) {
      version_ = ParseLcbVersion(options_.version);
      if (version_.first == 0) {
        return InvalidField("eval.version", "version",
                            "'" + options_.version + "' is none of release_v1 … and v1 …");
      }
    }
    const auto on_row = [this](const Row& row) { return Add(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, std::string(kWanted), on_row, &read_));
    for (int file = version_.first; file <= version_.last && file > 0; ++file) {
      if (seen_.count(file) > 0) continue;
      const std::string number = file == 1 ? "" : std::to_string(file);
      return InvalidField(
          "eval.version", "version",
          options_.version + " needs test" + number + ".jsonl, which is not among the files given");
    }
    return CheckRows(options_, "none is of this version and between these dates");
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile profile) const override {
    if (profile == GradeProfile::kOfficial) return BetweenLastFences(answer.content);
    return LastBlock(answer.content, {{"python", "py", "python3"}, {}});
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const LcbProblem& problem = problems_[item];
    if (profile == GradeProfile::kOfficial) {
      HarnessTask task;
      task.code = *extracted.code;
      for (const RowTest& test : problem.tests) {
        task.inputs.push_back(JsonText(test.input));
        task.outputs.push_back(JsonText(test.expected));
      }
      task.function_name = problem.function_name;
      task.seconds = kTestSeconds;
      return LiveCodeBenchHarness(task);
    }
    JudgeBody body;
    body.language = "python";
    body.code = *extracted.code;
    body.comparison = R"({"profile":"livecodebench"})";
    const bool calls = !problem.function_name.empty();
    if (calls) body.mode = "function_call";
    body.function_name = problem.function_name;
    for (const RowTest& test : problem.tests) {
      body.tests.push_back(calls ? BodyTest{Arguments(test.input), JsonLine(test.expected)} : test);
    }
    body.limits = {kTestSeconds, kTestSeconds * 3, kMemoryMb};
    return body.Task();
  }

  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                   std::string_view body) const override {
    return profile == GradeProfile::kOfficial
               ? ReadHarness(status, body)
               : LoadedBenchmark::ReadAnswer(item, profile, task, status, body);
  }

 private:
  bool IsWanted(const LcbProblem& problem) const {
    if (!options_.begin_date.empty() && problem.date < options_.begin_date) return false;
    return options_.end_date.empty() || problem.date <= options_.end_date;
  }

  Status Add(const Row& row) {
    if (version_.first > 0) {
      const int file = LcbFileNumber(row.file());
      if (file < version_.first || file > version_.last) return Status();
      seen_.insert(file);
    }
    ASSAY_ASSIGN_OR_RETURN(LcbProblem problem, ReadLcbProblem(row));
    if (!IsWanted(problem)) return Status();
    EvalItem item;
    item.id = problem.id;
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    item.cluster = item.id;
    item.language = "python";
    item.difficulty = problem.difficulty;
    item.date = problem.date;
    item.topic = LcbErratum(problem.id).empty() ? "sound" : "erratum";
    item.prompt.messages = {{"system", std::string(kSystem)}, {"user", Ask(problem)}};
    PartWriter sha;
    sha.Add(kRules).Add(problem.content).Add(problem.starter_code).Add(problem.function_name);
    for (const RowTest& test : problem.tests) sha.Add(test.input).Add(test.expected);
    item.problem_sha = sha.Fingerprint();
    items_.push_back(std::move(item));
    problems_.push_back(std::move(problem));
    return Status();
  }

  const BenchmarkOptions options_;
  LcbVersion version_;
  std::set<int> seen_;                // files of the version
  std::vector<LcbProblem> problems_;  // by item
};

Result<std::unique_ptr<LoadedBenchmark>> Load(const BenchmarkOptions& options) {
  auto loaded = std::make_unique<LoadedLiveCodeBench>(options);
  ASSAY_RETURN_IF_ERROR(loaded->Load());
  return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
}

}  // namespace

Benchmark LiveCodeBench() {
  Benchmark benchmark;
  benchmark.info.name = "livecodebench";
  benchmark.info.title = "LiveCodeBench (code generation)";
  benchmark.info.wanted = std::string(kWanted);
  benchmark.info.protocols = {Protocol::kChat};
  benchmark.info.sampling.samples = 10;
  benchmark.info.sampling.temperature = 0.2;
  benchmark.info.sampling.top_p = 0.95;
  benchmark.info.sampling.max_tokens = 2000;
  benchmark.info.takes_dates = true;
  benchmark.info.takes_version = true;
  benchmark.info.deviations =
      "the stop text ### of its local runner isn't used: it cuts answers with headings; "
      "programs run on this server's Python with its packages (the reference has numpy) and at "
      "most 8 GiB of memory; "
      "time in which the host is too busy is given back";
  benchmark.load = Load;
  return benchmark;
}

}  // namespace assay::eval
