// MBXPDataset: MBPP and HumanEval in many languages, a function among the row's tests.
#include "api/datasets/classes/table.h"
#include "api/datasets/parts/snippets.h"
#include "base/text.h"
#include "grading/extract/freeform.h"

namespace assay {
namespace {

constexpr double kSeconds = 30;

std::string Fewshot(DatasetRow& row, const DatasetConfig& config) {
  DatasetRow& labels = row.Part("labels");
  const std::string task = labels.Text("task_id");
  const JsonValue given = config.extra.Find("autoeval_custom_fewshot");
  for (const std::string& name : {task.substr(0, task.find('/')), std::string("default")}) {
    const JsonValue text = given.Is(JsonType::kObject) ? given.Find(name) : JsonValue();
    if (text.Is(JsonType::kString)) return text.String();
  }
  const JsonValue own = labels.value().Find("fewshot");
  if (own.Is(JsonType::kString)) return own.String();
  row.Fault("Missing fewshot of " + task);
  return {};
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  const bool english = config.dataset.find("_en") != std::string::npos;
  const std::string question = row.Text("content");
  const std::string context = row.Part("labels").TextOr("docs", "");
  const std::string fewshot = config.is_fewshot ? Fewshot(row, config) : "";
  const std::string asked = (english ? "Question:" : "问题：") + question + "\n\n" +
                            (english ? "Answer:" : "答案：") + "\n";
  const std::string wrapped =
      (english ? "Please answer in English with Markdown format. ####Instruction:"
               : "请用中文回答，并用Markdown格式。####Instruction:") +
      ("\n" + question + "\nResponse:\n");
  std::string text;
  if (!fewshot.empty()) {
    if (!context.empty()) text = context + "\n\n----------------\n\n";
    text += fewshot + "\n\n" + asked;
  } else if (config.Flag("autoeval_wrap_prompt")) {
    text = (context.empty() ? "" : context + "\n\n") + wrapped;
  } else {
    text = context.empty() ? question : context + "\n\n" + asked;
  }
  return UsualPrompt(row, std::move(text));
}

// exit(0), with white space around the number: how a program would leave before its tests.
bool Leaves(std::string_view code) {
  for (size_t at = code.find("exit("); at != code.npos; at = code.find("exit(", at + 1)) {
    std::string_view rest = TrimAsciiSpace(code.substr(at + 5));
    if (!StartsWith(rest, "0")) continue;
    if (StartsWith(TrimAsciiSpace(rest.substr(1)), ")")) return true;
  }
  return false;
}

bool InnerFunctionOnly(const DatasetConfig& config, std::string_view language) {
  return language == "csharp" || (language == "java" && StartsWith(config.dataset, "humanevalds"));
}

Trial MakeTrial(const TrialRequest& request) {
  DatasetRow& test = request.row.Part("test");
  DatasetRow& labels = request.row.Part("labels");
  const std::string language = labels.Text("programming_language");
  const std::string mode = request.config.ExtraText("autoeval_extract_code_mode");
  if (!mode.empty() && mode != "first" && mode != "all") {
    request.row.Fault("Invalid autoeval_extract_code_mode: " + mode);
  }
  LaterFreeform rule;
  rule.of_language = rule.first_only = mode != "all";
  rule.inner_function_only = InnerFunctionOnly(request.config, language);
  Trial trial;
  trial.Extracted(
      ExtractLaterFreeform(request.completion, language, request.Fences(language), rule));
  trial.files = request.Assets(test);
  const std::string tests = test.Text("code");
  trial.Whole(labels.Text("execution_language"), AmongTests(trial.extracted_code, tests));
  trial.compile_s = trial.run_s = kSeconds;
  trial.test_code = tests;
  trial.imports_tuples = language == "java" && tests.find("org.javatuples") != tests.npos;
  trial.to_the_end = trial.language == "python" && ComeToTheirEnd(tests);
  const bool leaves =
      (trial.language == "python" || trial.language == "cpp") && Leaves(trial.extracted_code);
  // rackunit ends well when a test fails.
  const bool racket = language == "racket";
  trial.objection = [leaves, racket](const RunResult& run) -> std::optional<std::string> {
    if (leaves) return "the program calls exit(0)";
    if (racket && run.stderr_bytes.find("FAILURE") != std::string::npos) return "a test failed";
    return std::nullopt;
  };
  return trial;
}

}  // namespace

DatasetClass MbxpClass() {
  return {.name = "MBXPDataset",
          .datasets = {"mbxp_*", "humanevalds_*", "oodtest_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
