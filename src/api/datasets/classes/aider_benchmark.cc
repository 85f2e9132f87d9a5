// AiderBenchmarkDataset: a file with a function to fill in, tested by a file beside it.
#include "api/datasets/classes/table.h"
#include "api/datasets/parts/snippets.h"
#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  std::string text = "\n" + row.Text("content") +
                     "\n\nPlease generate the code in the following format:\n```python\n" +
                     row.Part("labels").Text("reference") + "\n```\n";
  if (config.Flag("autoeval_wrap_prompt")) {
    text = "Please answer in English with Markdown format. Below is the problem:\n" + text +
           "\nYour response here:\n";
  }
  return UsualPrompt(row, std::move(text));
}

Trial MakeTrial(const TrialRequest& request) {
  DatasetRow& test = request.row.Part("test");
  Trial trial;
  trial.Extracted(request.Extract("python"));
  trial.files = request.Assets(test);
  std::string program = test.Text("code");
  ReplaceAll(kInsertHere, trial.extracted_code, &program);
  trial.Whole("python", std::move(program));
  trial.Times(request.config, 10, 60);
  std::string tests;
  for (const auto& [name, contents] : trial.files) {
    if (!tests.empty()) tests += "\n\n";
    tests += contents->view();
  }
  trial.test_code = std::move(tests);
  return trial;
}

}  // namespace

DatasetClass AiderClass() {
  return {.name = "AiderBenchmarkDataset",
          .datasets = {"aider_benchmark_v1"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
