// HumanEvalDataset, MultiPLEDataset, EvoEvalDataset and BigCodeBench: a function to write, or to go
// on with.
#include "api/datasets/classes/function_rows.h"
#include "api/datasets/classes/table.h"
#include "api/datasets/classes/unit_tests.h"
#include "api/datasets/parts/metrics_function.h"
#include "api/datasets/parts/snippets.h"
#include "data/convert/python/usual_imports.h"
#include "grading/extract/freeform.h"
#include "grading/extract/freeform_cuts.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr double kSeconds = 20;
constexpr double kBigCodeBenchSeconds = 60;

// All of the row but the prompt: what SandboxFusion gives for labels of MultiPL-E's shape.
std::string RowAsLabels(const DatasetRow& row) {
  JsonWriter json;
  json.BeginObject();
  CopyMembers(row.value(), &json, {"prompt"});
  return json.EndObject().Take();
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  const bool newer = row.Has("prompt");
  std::string text = FunctionPrompt(ReadFunctionRow(row, config, false), config, newer);
  if (!newer) return UsualPrompt(row, std::move(text));
  return {.id_json = {}, .text = std::move(text), .labels_json = RowAsLabels(row)};
}

void JudgePython(const TrialRequest& request, const FunctionRow& function, std::string definitions,
                 bool imports, Trial* trial) {
  if (function.entry_point.empty()) request.row.Fault("the row has no entry_point");
  const bool numpy = NamesNumpy(definitions) || NamesNumpy(function.tests);
  trial->Asserts(imports ? HumanEvalImports(numpy) : "", std::move(definitions), function.tests,
                 function.entry_point);
}

Trial MakeTrial(const TrialRequest& request) {
  const FunctionRow function = ReadFunctionRow(request.row, request.config, true);
  FunctionProgram program = TakeFunction(request, function);
  Trial trial;
  trial.Times(request.config, kSeconds, kSeconds);
  trial.Extracted(program.extracted);
  if (function.language == "python") {
    JudgePython(request, function, std::move(program.definitions), true, &trial);
    return trial;
  }
  std::string text =
      std::string(Preamble(function.language)) + program.definitions + "\n" + function.tests;
  if (function.language == "java") {
    ReplaceAll("class Problem", "class Main", &text);
    trial.imports_tuples = true;
  }
  if (function.language == "go_test") text = MergeGoFile(text);
  trial.Whole(function.language, std::move(text));
  return trial;
}

Trial MakeEvoEvalTrial(const TrialRequest& request) {
  const FunctionRow function = ReadFunctionRow(request.row, request.config, true);
  Trial trial;
  trial.Times(request.config, kSeconds, kSeconds);
  std::string definitions;
  if (request.config.Flag("is_freeform")) {
    trial.Extracted(request.Extract("python"));
    definitions = trial.extracted_code;
  } else {
    trial.Extracted({request.completion, ExtractedType::kHeuristic, ExtractRule::kWholeText});
    definitions = ExtractFreeform(function.prompt + "\n" + request.completion, "python",
                                  request.Fences("python"))
                      .code;
  }
  JudgePython(request, function, std::move(definitions), false, &trial);
  return trial;
}

Trial MakeBigCodeBenchTrial(const TrialRequest& request) {
  FunctionRow function = ReadFunctionRow(request.row, request.config, true);
  function.language = function.fence = "python";
  FunctionProgram program = TakeFunction(request, function);
  Trial trial;
  trial.Times(request.config, kSeconds, kBigCodeBenchSeconds);
  trial.Extracted(program.extracted);
  trial.Whole("pytest", program.definitions + "\n" + function.tests);
  trial.objection = NothingPassedInPytest;
  return trial;
}

}  // namespace

DatasetClass HumanEvalClass() {
  return {.name = "HumanEvalDataset",
          .aliases = {"HumanEvalDeprecatedDataset"},
          .datasets = {"humaneval_*", "shadow_humaneval_python"},
          .prompt = Prompt,
          .trial = MakeTrial,
          .id_fields = {"task_id", "name", "id"}};
}

DatasetClass MultiPleClass() {
  return {.name = "MultiPLEDataset",
          .datasets = {"multiple_*"},
          .prompt = Prompt,
          .trial = MakeTrial,
          .id_fields = {"task_id", "name", "id"}};
}

DatasetClass EvoEvalClass() {
  return {.name = "EvoEvalDataset",
          .datasets = {"evoeval", "EvoEval"},
          .prompt = Prompt,
          .trial = MakeEvoEvalTrial,
          .id_fields = {"task_id", "id"},
          .metrics_function =
              PassAtKByCategory("re.search(r'EvoEval_(.*)_EvoEval', result.id).group(1)")};
}

DatasetClass BigCodeBenchClass() {
  return {.name = "BigCodeBenchDataset",
          .datasets = {"bigcodebench"},
          .prompt = Prompt,
          .trial = MakeBigCodeBenchTrial,
          .id_fields = {"task_id", "id"}};
}

}  // namespace assay
