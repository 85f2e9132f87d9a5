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
#include "lab/eval/shared/rows.h"

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
      "programs run on this machine's Python with its packages and at most 4.5 GiB of memory; "
      "time in which the host is too busy is given back; the reference has no chat protocol: an "
      "answer's first block takes the place of prompt and completion";
  return info;
}

struct Problem {
  std::string prompt;
  std::string solution;
  std::string test;
  std::string entry_point;
};

// Some tests call helpers that only the prompt defines; an answer of a chat needn't repeat them.
std::string HelpersOf(const std::string& prompt) {
  size_t definitions = StartsWith(prompt, "def ") ? 1 : 0;
  for (size_t at = prompt.find("\ndef "); at != std::string::npos;
       at = prompt.find("\ndef ", at + 1)) {
    ++definitions;
  }
  return definitions > 1 ? prompt + "    pass\n\n" : "";
}

class LoadedHumanEval final : public PythonBenchmark<Problem> {
 public:
  explicit LoadedHumanEval(Protocol protocol) : protocol_(protocol) {}

  Status Load(const BenchmarkOptions& options) {
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options, Info().wanted, on_row, &read_, {"humaneval"}));
    return CheckRows(options, "there are no rows");
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
    const Problem& one = problem(item);
    const bool goes_on = extracted.rule == "completion";
    const std::string program = goes_on ? one.prompt + *extracted.code : *extracted.code;
    if (profile == GradeProfile::kOfficial) {
      return InProcessProgram(program + "\n" + one.test + "\n" + "check(" + one.entry_point + ")",
                              kOfficialSeconds);
    }
    JudgeBody body{.language = kPython,
                   .code = goes_on ? program : HelpersOf(one.prompt) + program};
    body.mode = "assert";
    body.limits = kUsualLimits;
    body.assert_code = one.test;
    body.function_name = one.entry_point;
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      if (!problem(i).solution.empty()) {
        known.push_back(
            KnownProgram(i, problem(i).prompt + problem(i).solution, SampleState::kPassed));
      }
      known.push_back(KnownProgram(i, problem(i).prompt + "\n    raise NotImplementedError\n",
                                   SampleState::kFailed));
    }
    return known;
  }

 private:
  static std::vector<std::string> StopTexts() { return {kStop.begin(), kStop.end()}; }

  Status Read(const Row& row) {
    Problem problem;
    EvalItem item;
    ASSAY_ASSIGN_OR_RETURN(item.id, row.Filled({"task_id", "problem_id"}));
    ASSAY_ASSIGN_OR_RETURN(problem.prompt, row.Filled({"prompt"}));
    ASSAY_ASSIGN_OR_RETURN(problem.test, row.Filled({"test"}));
    ASSAY_ASSIGN_OR_RETURN(problem.entry_point, row.Filled({"entry_point"}));
    problem.solution = row.Text({"canonical_solution"});
    item.language = kPython;
    item.problem_sha = row.Sha();
    item.prompt = PromptOf(problem.prompt);
    return Add(row, std::move(item), std::move(problem));
  }

  Prompt PromptOf(const std::string& text) const {
    Prompt prompt;
    prompt.protocol = protocol_;
    if (protocol_ == Protocol::kCompletion) {
      prompt.text = text;
      prompt.stop = StopTexts();
      return prompt;
    }
    prompt.messages = AskForScript(text);
    return prompt;
  }

  const Protocol protocol_;
};

Result<std::unique_ptr<LoadedBenchmark>> Load(const BenchmarkOptions& options) {
  auto loaded = std::make_unique<LoadedHumanEval>(options.protocol.value_or(Protocol::kChat));
  ASSAY_RETURN_IF_ERROR(loaded->Load(options));
  return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
}

}  // namespace

Benchmark HumanEval() {
  return {Info(), Load};
}

}  // namespace assay::eval
