// CRUXEval (Gu et al. 2024): which output a function gives for an input, or an input that gives an
// output. Each side is a benchmark of its own; --version cot asks for a chain of thought.
//
// Official: function and assertion in one text, run in one process under a timer of 3 s. Answers
// that name the call (output) or don't (input) are never run and leave the count: that raises
// pass@1, and is their rule. Assay: the expression is evaluated where nobody can see what is
// expected; an output can't name f, an input has to be a call of it.
#include "data/prompts/cruxeval.h"

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/crux_answer.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {
namespace {

constexpr double kOfficialSeconds = 3;

BenchmarkInfo InfoOf(CruxSide side) {
  BenchmarkInfo info;
  const bool input = side == CruxSide::kInput;
  info.name = input ? "cruxeval-input" : "cruxeval-output";
  info.title = input ? "CRUXEval-I" : "CRUXEval-O";
  info.wanted =
      "cruxeval.jsonl of github.com/facebookresearch/cruxeval, or the file of the hub's "
      "cruxeval-org/cruxeval";
  info.protocols = {Protocol::kCompletion, Protocol::kChat};
  info.sampling = {.samples = 10, .temperature = 0.2, .top_p = 0.95, .max_tokens = 2048};
  info.takes_version = true;
  info.deviations =
      "an answer that is never run is left out of the count even where no sample of its problem "
      "passes; theirs counts it there, which changes no score";
  return info;
}

struct Problem {
  std::string code, input, output;
};

class LoadedCruxEval final : public PythonBenchmark<Problem> {
 public:
  LoadedCruxEval(CruxSide side, Protocol protocol, bool thought)
      : side_(side), protocol_(protocol), thought_(thought) {}

  Status Load(const BenchmarkOptions& options) {
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options, InfoOf(side_).wanted, on_row, &read_, {"cruxeval"}));
    return CheckRows(options, "there are no rows");
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    if (profile == GradeProfile::kOfficial) {
      return Admitted(item, CruxOfficialAnswer(answer.content, side_), "[ANSWER]");
    }
    return {.code = CruxAssayAnswer(answer.content, side_), .rule = "[ANSWER]"};
  }

  Extracted TakeProgram(size_t item, const AnswerText& answer,
                        GradeProfile profile) const override {
    if (profile == GradeProfile::kOfficial) return Admitted(item, answer.content, "given answer");
    return {.code = CruxAssayAnswer(answer.content, side_), .rule = "given answer"};
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Problem& one = problem(item);
    const std::string& answer = *extracted.code;
    if (profile == GradeProfile::kOfficial) {
      return InProcessProgram(one.code + "\nassert " + one.output + " == " + answer,
                              kOfficialSeconds);
    }
    JudgeBody body{.language = kPython, .code = ""};
    if (side_ == CruxSide::kInput) body.code = one.code + "\n\n";
    body.code += "def assay_answer():\n    return (" + answer + "\n    )\n";
    body.mode = "assert";
    body.limits = kUsualLimits;
    body.function_name = "assay_answer";
    body.assert_code =
        "def check(candidate):\n    assert candidate() == (" + one.output + "\n    )\n";
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      const bool input = side_ == CruxSide::kInput;
      known.push_back(KnownProgram(i, input ? "f(" + problem(i).input + ")" : problem(i).output,
                                   SampleState::kPassed));
      known.push_back(KnownProgram(i, input ? "f(*[None] * 99)" : "[\"no such output\"]",
                                   SampleState::kFailed));
    }
    return known;
  }

 private:
  Status Read(const Row& row) {
    Problem problem;
    EvalItem item;
    ASSAY_ASSIGN_OR_RETURN(item.id, row.Filled({"id", "problem_id"}));
    ASSAY_ASSIGN_OR_RETURN(problem.code, row.Filled({"code"}));
    ASSAY_ASSIGN_OR_RETURN(problem.input, row.Needed({"input"}));
    ASSAY_ASSIGN_OR_RETURN(problem.output, row.Filled({"output"}));
    item.language = kPython;
    item.problem_sha = row.Sha();
    item.prompt.protocol = protocol_;
    std::string text = side_ == CruxSide::kInput
                           ? CruxEvalInputPrompt(problem.code, problem.output, thought_)
                           : CruxEvalOutputPrompt(problem.code, problem.input, thought_, false);
    if (protocol_ == Protocol::kCompletion) {
      item.prompt.text = std::move(text);
      item.prompt.stop = {"[/ANSWER]"};
    } else {
      item.prompt.messages = {{"user", std::move(text)}};
    }
    return Add(row, std::move(item), std::move(problem));
  }

  // Theirs passes over an output that names the call, and an input that doesn't.
  Extracted Admitted(size_t item, std::string answer, std::string rule) const {
    const bool named = side_ == CruxSide::kInput
                           ? answer.find("f(") != std::string::npos
                           : answer.find("f(" + problem(item).input + ")") == std::string::npos;
    if (named) return {.code = std::move(answer), .rule = std::move(rule)};
    return {.code = {}, .rule = "never run", .otherwise = SampleState::kMasked};
  }

  const CruxSide side_;
  const Protocol protocol_;
  const bool thought_;
};

Benchmark Make(CruxSide side) {
  return {
      InfoOf(side),
      [side](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
        if (!options.version.empty() && options.version != "cot" && options.version != "direct") {
          return InvalidField("eval.version", "--version", "must be direct or cot");
        }
        auto loaded = std::make_unique<LoadedCruxEval>(
            side, options.protocol.value_or(Protocol::kCompletion), options.version == "cot");
        ASSAY_RETURN_IF_ERROR(loaded->Load(options));
        return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
      }};
}

}  // namespace

Benchmark CruxEvalInput() {
  return Make(CruxSide::kInput);
}

Benchmark CruxEvalOutput() {
  return Make(CruxSide::kOutput);
}

}  // namespace assay::eval
