// HumanEval (Chen et al. 2021): a function from its signature and docstring, judged by the row's
// own `check`.
//
// Official: prompt, completion and test in one text, run in one process under a timer of 3 s on the
// wall clock. Their protocol is completion. For answers of a chat, which their harness doesn't
// know, the answer's first block takes the place of prompt and completion.
#include <array>

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/row_set.h"
#include "text/canonical_json.h"

namespace assay::eval {
namespace {

constexpr double kOfficialSeconds = 3;
// Section 3.1 of the paper.
constexpr std::array<std::string_view, 5> kStop = {"\nclass", "\ndef", "\n#", "\nif", "\nprint"};

BenchmarkInfo Info() {
  BenchmarkInfo info;
  info.name = "humaneval";
  info.title = "HumanEval";
  info.wanted =
      "HumanEval.jsonl.gz of github.com/openai/human-eval, or the Parquet file of the hub's "
      "openai/openai_humaneval";
  info.protocols = {Protocol::kChat, Protocol::kCompletion};
  info.sampling = {.samples = 1, .temperature = 0.0, .top_p = {}, .max_tokens = 1024};
  info.deviations =
      "programs run on this machine's Python with its packages; time in which the host is too busy "
      "is given back";
  return info;
}

struct Row {
  std::string prompt;
  std::string solution;
  std::string test;
  std::string entry_point;
};

// Some tests call helpers that only the prompt defines; an answer of a chat needn't repeat them.
std::string HelpersOf(const Row& row) {
  size_t definitions = StartsWith(row.prompt, "def ") ? 1 : 0;
  for (size_t at = row.prompt.find("\ndef "); at != std::string::npos;
       at = row.prompt.find("\ndef ", at + 1)) {
    ++definitions;
  }
  return definitions > 1 ? row.prompt + "    pass\n\n" : "";
}

class LoadedHumanEval final : public PythonBenchmark<Row> {
 public:
  LoadedHumanEval(std::vector<DataFile> files, Protocol protocol)
      : PythonBenchmark(std::move(files)), protocol_(protocol) {}

  Status Load(JsonValue json) {
    Row row{ColumnText(json, {"prompt"}), ColumnText(json, {"canonical_solution"}),
            ColumnText(json, {"test"}), ColumnText(json, {"entry_point"})};
    EvalItem item;
    item.id = ColumnText(json, {"task_id", "problem_id"});
    if (item.id.empty() || row.prompt.empty() || row.test.empty() || row.entry_point.empty()) {
      return LacksColumns("HumanEval", "task_id, prompt, test, entry_point");
    }
    item.language = kPython;
    item.problem_sha = Sha256Hex(CanonicalJson(json));
    item.prompt = PromptOf(row);
    Add(std::move(item), std::move(row));
    return {};
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile profile) const override {
    if (protocol_ == Protocol::kCompletion) {
      return {std::string(CutAtStop(answer.content, StopTexts())), "completion"};
    }
    return profile == GradeProfile::kOfficial ? FirstBlock(answer.content, PythonFenceNames())
                                              : LastBlock(answer.content, PythonFenceNames());
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Row& problem = row(item);
    const bool goes_on = extracted.rule == "completion";
    const std::string program = goes_on ? problem.prompt + *extracted.code : *extracted.code;
    if (profile == GradeProfile::kOfficial) {
      return InProcessProgram(
          program + "\n" + problem.test + "\n" + "check(" + problem.entry_point + ")",
          kOfficialSeconds);
    }
    JudgeBody body{.language = kPython, .code = goes_on ? program : HelpersOf(problem) + program};
    body.mode = "assert";
    body.limits = kUsualLimits;
    body.assert_code = problem.test;
    body.function_name = problem.entry_point;
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      if (!row(i).solution.empty()) {
        known.push_back(KnownProgram(i, row(i).prompt + row(i).solution, SampleState::kPassed));
      }
      known.push_back(KnownProgram(i, row(i).prompt + "\n    raise NotImplementedError\n",
                                   SampleState::kFailed));
    }
    return known;
  }

 private:
  static std::vector<std::string> StopTexts() { return {kStop.begin(), kStop.end()}; }

  Prompt PromptOf(const Row& row) const {
    Prompt prompt;
    prompt.protocol = protocol_;
    if (protocol_ == Protocol::kCompletion) {
      prompt.text = row.prompt;
      prompt.stop = StopTexts();
      return prompt;
    }
    prompt.messages = AskForScript(row.prompt);
    return prompt;
  }

  const Protocol protocol_;
};

Result<std::unique_ptr<LoadedBenchmark>> Load(const BenchmarkOptions& options) {
  ASSAY_ASSIGN_OR_RETURN(RowSet set, ReadRowSet(options, Info(), {"humaneval"}));
  auto loaded = std::make_unique<LoadedHumanEval>(std::move(set.files),
                                                  options.protocol.value_or(Protocol::kChat));
  ASSAY_RETURN_IF_ERROR(
      ForEachParsedRow(set.rows, [&](JsonValue row) { return loaded->Load(row); }));
  return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
}

}  // namespace

Benchmark HumanEval() {
  return {Info(), Load};
}

}  // namespace assay::eval
