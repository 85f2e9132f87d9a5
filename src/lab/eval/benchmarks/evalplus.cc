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
#include "lab/eval/shared/row_set.h"
#include "text/canonical_json.h"
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
      "EvalPlus' rules on Python's own syntax tree instead of tree-sitter's; time in which the "
      "host is too busy is given back";
  return info;
}

struct Row {
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

class LoadedEvalPlus final : public PythonBenchmark<Row> {
 public:
  LoadedEvalPlus(std::vector<DataFile> files, const Family& family, Protocol protocol)
      : PythonBenchmark(std::move(files)), family_(family), protocol_(protocol) {}

  Status Load(JsonValue json) {
    Row row;
    row.id = ColumnText(json, {"task_id", "problem_id"});
    row.prompt = ColumnText(json, {"prompt"});
    row.entry_point = ColumnText(json, {"entry_point"});
    // The first releases keep the corrected reference, and the asserts on what it takes, in columns
    // of their own; later ones have both in the solution.
    const std::string corrected = ColumnText(json, {"reference"});
    const std::string solution = corrected.empty()
                                     ? ColumnText(json, {"canonical_solution"})
                                     : ColumnText(json, {"contract"}) + "\n" + corrected;
    const JsonValue base = json.Find("base_input"), plus = json.Find("plus_input");
    if (row.id.empty() || row.prompt.empty() || row.entry_point.empty() || solution.empty() ||
        !base.Is(JsonType::kArray)) {
      return LacksColumns(InfoOf(family_).title,
                          "task_id, prompt, entry_point, canonical_solution, base_input, "
                          "plus_input, atol (the hub's Parquet files have no inputs: take the "
                          "JSONL file of the release)");
    }
    row.reference = row.prompt + "\n" + solution;
    row.base_input = base.raw();
    row.plus_input = plus.Is(JsonType::kArray) ? plus.raw() : "null";
    const JsonValue atol = json.Find("atol");
    row.atol = atol.Is(JsonType::kNumber) ? atol.Double() : 0;
    EvalItem item;
    item.id = row.id;
    item.language = kPython;
    item.problem_sha = Sha256Hex(CanonicalJson(json));
    item.prompt = PromptOf(row);
    Add(std::move(item), std::move(row));
    return {};
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    std::string text = answer.content;
    if (protocol_ == Protocol::kCompletion) {
      text = std::string(TrimAsciiSpace(row(item).prompt)) + "\n" +
             std::string(CutAtStop(text, StopTexts()));
      if (profile == GradeProfile::kAssay) return {std::move(text), "completion"};
    }
    if (profile == GradeProfile::kAssay) return LastBlock(text, PythonFenceNames());
    return {.code = std::move(text), .rule = "longest part that parses", .by_driver = true};
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Row& problem = row(item);
    if (profile == GradeProfile::kOfficial) {
      EvalPlusTask task;
      task.dataset = family_.dataset;
      task.id = problem.id;
      task.entry_point = problem.entry_point;
      task.reference = problem.reference;
      task.base_input = problem.base_input;
      task.plus_input = problem.plus_input;
      task.atol = problem.atol;
      task.program = *extracted.code;
      task.extract = extracted.by_driver;
      return EvalPlusEvaluation(task);
    }
    JudgeBody body{.language = kPython, .code = *extracted.code};
    body.mode = "assert";
    body.function_name = problem.entry_point;
    body.assert_code = TestCode(problem);
    body.limits = {.cpu_time_s = 30, .wall_time_s = 60, .memory_mb = 4096};
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      known.push_back(KnownProgram(i, row(i).reference, SampleState::kPassed));
      known.push_back(KnownProgram(
          i, "def " + row(i).entry_point + "(*arguments):\n    raise NotImplementedError\n",
          SampleState::kFailed, ErratumOf(row(i))));
    }
    return known;
  }

 private:
  static std::string ErratumOf(const Row& row) {
    return row.id == "Mbpp/164" ? "EvalPlus takes any answer for right" : "";
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

  Prompt PromptOf(const Row& row) const {
    Prompt prompt;
    prompt.protocol = protocol_;
    if (protocol_ == Protocol::kCompletion) {
      prompt.text = std::string(TrimAsciiSpace(row.prompt)) + "\n";
      prompt.stop = StopTexts();
      return prompt;
    }
    prompt.messages = AskForScript(row.prompt);
    return prompt;
  }

  // The reference bears another name, since the candidate has its own.
  std::string TestCode(const Row& row) const {
    JsonWriter base, plus, id, dataset;
    base.String(row.base_input);
    plus.String(row.plus_input);
    id.Bytes(row.id);
    dataset.Bytes(family_.dataset);
    return Renamed(row.reference, row.entry_point, "assay_reference") +
           fmt::format(
               "\n\nASSAY_BASE = {}\nASSAY_PLUS = {}\nASSAY_ID = {}\nASSAY_DATASET = {}\n"
               "ASSAY_ENTRY = \"{}\"\nASSAY_TOLERANCE = {}\n",
               base.text(), plus.text(), id.text(), dataset.text(), row.entry_point, row.atol) +
           std::string(EvalPlusTestCode());
  }

  const Family family_;
  const Protocol protocol_;
};

Benchmark Make(const Family& family, std::string_view stem) {
  return {
      InfoOf(family),
      [family, stem](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
        ASSAY_ASSIGN_OR_RETURN(RowSet set, ReadRowSet(options, InfoOf(family), {stem}));
        auto loaded = std::make_unique<LoadedEvalPlus>(std::move(set.files), family,
                                                       options.protocol.value_or(Protocol::kChat));
        ASSAY_RETURN_IF_ERROR(
            ForEachParsedRow(set.rows, [&](JsonValue row) { return loaded->Load(row); }));
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
