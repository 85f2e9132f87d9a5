// MHPPDataset: harder Python functions, with asserts.
#include <algorithm>

#include "api/datasets/classes/table.h"
#include "api/datasets/parts/metrics_function.h"
#include "base/text.h"

namespace assay {
namespace {

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  std::string text = row.Text("content");
  if (config.Flag("pretrain_mode")) {
    const Fences python = {{"python"}, {{"python"}, UnfencedCode::kPythonDefinition}};
    text = ExtractCode(text, python, ExtractProfile::kSandboxFusion).code;
  }
  // The first test becomes an example at the end of the description.
  const std::string tests = row.Text("test");
  text.resize(std::min(text.rfind("\"\"\""), text.size()));
  text += "\n    e.g. " + tests.substr(0, tests.find('\n')) + " \"\"\"";
  return UsualPrompt(row, std::move(text));
}

Trial MakeTrial(const TrialRequest& request) {
  Trial trial;
  trial.Extracted(request.Extract("python"));
  if (TrimAsciiSpace(trial.extracted_code).empty()) {
    // The answer may go on where the prompt ends.
    const std::string whole = request.row.Text("content") + "\n" + request.completion;
    trial.Extracted(
        ExtractCode(whole, request.languages.FencesFor("python"), ExtractProfile::kSandboxFusion));
  }
  trial.Times(request.config, 10, 20);
  trial.Asserts("", trial.extracted_code, request.row.Text("test"), "");
  const JsonValue labels = request.row.Part("labels").value();
  if (labels) trial.test_info_json = std::string(labels.raw());
  return trial;
}

}  // namespace

DatasetClass MhppClass() {
  return {.name = "MHPPDataset",
          .datasets = {"mhpp"},
          .prompt = Prompt,
          .trial = MakeTrial,
          .metrics_function = PassAtKByCategory("result.tests[0].test_info['difficulty_type']")};
}

}  // namespace assay
