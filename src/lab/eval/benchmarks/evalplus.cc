// HumanEval+ and MBPP+ (EvalPlus, Liu et al. 2023): a function is called with base and additional
// inputs and has to give what the reference gives.
//
// Official: EvalPlus' own evaluation in one driver (lab/eval/official/evalplus.py): its extraction,
// limits, tolerances and special cases. Assay: the reference and the inputs are test code in a
// process of its own, which never meets the candidate's; where a problem has several right answers
// all of them are.
#include <fmt/format.h>

#include <array>
#include <cctype>

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/rows.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

struct Family {
  std::string_view dataset;  // as EvalPlus calls it
  bool solution_goes_on;     // a reference continues the prompt, or is a whole program
};
constexpr Family kHumanEval = {"humaneval", true};
constexpr Family kMbpp = {"mbpp", false};

// EvalPlus' texts at which a completion ends, with those of each data set.
constexpr std::array<std::string_view, 6> kStop = {"<|endoftext|>", "<|endofmask|>", "</s>",
                                                   "\nif __name__", "\ndef main(",   "\nprint("};
constexpr std::array<std::string_view, 5> kStopHumanEval = {"\ndef ", "\nclass ", "\nimport ",
                                                            "\nfrom ", "\nassert "};
constexpr std::array<std::string_view, 2> kStopMbpp = {"\n\"\"\"", "\nassert"};

BenchmarkInfo InfoOf(const Family& family) {
  BenchmarkInfo info;
  const bool humaneval = family.dataset == "humaneval";
  info.name = humaneval ? "humanevalplus" : "mbppplus";
  info.title = humaneval ? "HumanEval+" : "MBPP+";
  info.wanted = humaneval ? "HumanEvalPlus-v0.1.10.jsonl.gz of EvalPlus' humanevalplus_release, or "
                            "the Parquet file of the hub's evalplus/humanevalplus"
                          : "MbppPlus-v0.2.0.jsonl.gz of EvalPlus' mbppplus_release, or the "
                            "Parquet file of the hub's evalplus/mbppplus";
  info.protocols = {Protocol::kChat, Protocol::kCompletion};
  info.sampling = {.samples = 1, .temperature = 0.0, .top_p = {}, .max_tokens = 768};
  info.deviations =
      "programs run on this machine's Python with its packages; the search for the program follows "
      "EvalPlus' rules on Python's own syntax tree instead of tree-sitter's; np.allclose is a "
      "stand-in of ours unless the program loads numpy; inputs that the reference itself refuses, "
      "which early releases have, are passed over; time in which the host is too busy is given "
      "back";
  return info;
}

struct Problem {
  std::string id, prompt, entry_point, reference, base_input, plus_input;
  double atol = 0;
};

// `text` with each whole word `from` made `to`.
std::string Renamed(std::string_view text, std::string_view from, std::string_view to) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::string out;
  for (size_t at = 0;;) {
    const size_t next = text.find(from, at);
    if (next == std::string_view::npos) return out.append(text.substr(at));
    const size_t end = next + from.size();
    const bool whole =
        (next == 0 || !is_word(text[next - 1])) && (end == text.size() || !is_word(text[end]));
    out.append(text.substr(at, next - at)).append(whole ? to : from);
    at = end;
  }
}

class LoadedEvalPlus final : public PythonBenchmark<Problem> {
 public:
  LoadedEvalPlus(const Family& family, Protocol protocol) : family_(family), protocol_(protocol) {}

  Status Load(const BenchmarkOptions& options, std::string_view stem) {
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options, InfoOf(family_).wanted, on_row, &read_, {stem}));
    return CheckRows(options, "there are no rows");
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    std::string text = answer.content;
    if (protocol_ == Protocol::kCompletion) {
      text = std::string(TrimAsciiSpace(problem(item).prompt)) + "\n" +
             std::string(CutAtStop(text, StopTexts()));
      if (profile == GradeProfile::kAssay) return {std::move(text), "completion"};
    }
    if (profile == GradeProfile::kAssay) return LastBlock(text, PythonFenceNames());
    return {.code = std::move(text), .rule = "longest part that parses", .by_driver = true};
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Problem& one = problem(item);
    if (profile == GradeProfile::kOfficial) {
      EvalPlusTask task;
      task.dataset = family_.dataset;
      task.id = one.id;
      task.entry_point = one.entry_point;
      task.reference = one.reference;
      task.base_input = one.base_input;
      task.plus_input = one.plus_input;
      task.atol = one.atol;
      task.program = *extracted.code;
      task.extract = extracted.by_driver;
      return EvalPlusEvaluation(task);
    }
    JudgeBody body{.language = kPython, .code = *extracted.code};
    body.mode = "assert";
    body.function_name = one.entry_point;
    body.assert_code = TestCode(one);
    body.limits = {.cpu_time_s = 30, .wall_time_s = 60, .memory_mb = 4096};
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      known.push_back(KnownProgram(i, problem(i).reference, SampleState::kPassed));
      known.push_back(KnownProgram(
          i, "def " + problem(i).entry_point + "(*arguments):\n    raise NotImplementedError\n",
          SampleState::kFailed, ErratumOf(problem(i))));
    }
    return known;
  }

 private:
  Status Read(const Row& row) {
    Problem problem;
    ASSAY_ASSIGN_OR_RETURN(problem.id, row.Filled({"task_id", "problem_id"}));
    ASSAY_ASSIGN_OR_RETURN(problem.prompt, row.Filled({"prompt"}));
    ASSAY_ASSIGN_OR_RETURN(problem.entry_point, row.Filled({"entry_point"}));
    // The first releases keep the corrected reference, and the asserts on what it takes, in columns
    // of their own; later ones have both in the solution.
    std::string solution = row.Text({"reference"});
    if (solution.empty()) {
      ASSAY_ASSIGN_OR_RETURN(solution, row.Filled({"canonical_solution"}));
    } else {
      solution = row.Text({"contract"}) + "\n" + solution;
    }
    const JsonValue base = row.Find({"base_input"}), plus = row.Find({"plus_input"});
    if (!base.Is(JsonType::kArray)) {
      return row.Fault(
          "has no list in 'base_input' (the hub's Parquet files have no inputs: take the JSONL "
          "file of the release)");
    }
    problem.reference = problem.prompt + "\n" + solution;
    problem.base_input = base.raw();
    problem.plus_input = plus.Is(JsonType::kArray) ? plus.raw() : "null";
    const JsonValue atol = row.Find({"atol"});
    problem.atol = atol.Is(JsonType::kNumber) ? atol.Double() : 0;
    EvalItem item;
    item.id = problem.id;
    item.language = kPython;
    item.problem_sha = row.Sha();
    item.prompt = PromptOf(problem.prompt);
    return Add(row, std::move(item), std::move(problem));
  }

  static std::string ErratumOf(const Problem& problem) {
    return problem.id == "Mbpp/164" ? "EvalPlus takes any answer for right" : "";
  }

  std::vector<std::string> StopTexts() const {
    std::vector<std::string> stop(kStop.begin(), kStop.end());
    if (family_.dataset == "humaneval") {
      stop.insert(stop.end(), kStopHumanEval.begin(), kStopHumanEval.end());
    } else {
      stop.insert(stop.end(), kStopMbpp.begin(), kStopMbpp.end());
    }
    return stop;
  }

  Prompt PromptOf(const std::string& text) const {
    Prompt prompt;
    prompt.protocol = protocol_;
    if (protocol_ == Protocol::kCompletion) {
      prompt.text = std::string(TrimAsciiSpace(text)) + "\n";
      prompt.stop = StopTexts();
      return prompt;
    }
    prompt.messages = AskForScript(text);
    return prompt;
  }

  // The reference bears another name, since the candidate has its own.
  std::string TestCode(const Problem& one) const {
    JsonWriter base, plus, id, dataset;
    base.String(one.base_input);
    plus.String(one.plus_input);
    id.Bytes(one.id);
    dataset.Bytes(family_.dataset);
    return Renamed(one.reference, one.entry_point, "assay_reference") +
           fmt::format(
               "\n\nASSAY_BASE = {}\nASSAY_PLUS = {}\nASSAY_ID = {}\nASSAY_DATASET = {}\n"
               "ASSAY_ENTRY = \"{}\"\nASSAY_TOLERANCE = {}\n",
               base.text(), plus.text(), id.text(), dataset.text(), one.entry_point, one.atol) +
           std::string(EvalPlusTestCode());
  }

  const Family family_;
  const Protocol protocol_;
};

Benchmark Make(const Family& family, std::string_view stem) {
  return {
      InfoOf(family),
      [family, stem](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
        auto loaded =
            std::make_unique<LoadedEvalPlus>(family, options.protocol.value_or(Protocol::kChat));
        ASSAY_RETURN_IF_ERROR(loaded->Load(options, stem));
        return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
      }};
}

}  // namespace

Benchmark HumanEvalPlus() {
  return Make(kHumanEval, "humanevalplus");
}

Benchmark MbppPlus() {
  return Make(kMbpp, "mbppplus");
}

}  // namespace assay::eval
