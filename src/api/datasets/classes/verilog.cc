// VerilogDataset (VerilogEval): the body of a module, behind the row's own head.
#include "api/datasets/classes/table.h"
#include "grading/extract/freeform.h"

namespace assay {
namespace {

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  DatasetRow& labels = row.Part("labels");
  const std::string asked = labels.Text("system_prompt") + "\n" + labels.Text("question_prompt") +
                            "\n" + row.Text("description") + "\n```verilog\n" +
                            row.Text("code_preface") + "```";
  if (!config.is_fewshot) return {.id_json = {}, .text = asked};
  return {.id_json = {},
          .text = labels.Text("fewshot") + "\n\n----------------\n\nQuestion:\n" + asked +
                  "\n\nAnswer:"};
}

Trial MakeTrial(const TrialRequest& request) {
  LaterFreeform rule;
  rule.of_language = false;
  Trial trial;
  trial.Extracted(
      ExtractLaterFreeform(request.completion, "verilog", request.Fences("verilog"), rule));
  const std::string module = request.row.Text("code_preface") + "\n" + trial.extracted_code;
  const std::string tests = request.row.Text("test");
  trial.Whole("verilog", tests + "\n" + module);
  trial.full_code = module;
  trial.test_code = tests;
  trial.Times(request.config, 60, 30);
  return trial;
}

}  // namespace

DatasetClass VerilogClass() {
  return {.name = "VerilogDataset",
          .datasets = {"verilogeval_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
