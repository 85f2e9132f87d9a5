// CommonOJDataset: whole programs that read standard input, as online judges have them.
#include "api/compat/evaluate_cases.h"
#include "api/datasets/classes/table.h"
#include "grading/extract/freeform_cuts.h"
#include "model/names.h"

namespace assay {
namespace {

struct Sentence {
  std::string_view locale;
  std::string_view language;  // empty: of all others
  std::string_view text;
};

// A model's answers depend on these words.
constexpr Sentence kSentences[] = {
    {"en", "cpp",
     "Please implement complete executable code including a main function in C++. Your program "
     "should read input from standard input and write output to standard output."},
    {"en", "python",
     "Please implement a complete Python script. Your program should read input from standard "
     "input and write output to standard output."},
    {"en", "java",
     "Please implement a complete Java program with a public class named Main. Your class should "
     "include a public static void main(String[] args) method. Your program should read input from "
     "System.in and write output to System.out."},
    {"en", "",
     "Please implement complete executable code with an entry point in {language}. Your program "
     "should read input from standard input and write output to standard output."},
    {"zh", "cpp",
     "请使用 C++ 实现一个完整的可执行程序，包含 main "
     "函数。你的程序应该从标准输入读取数据，并将结果输出到标准输出。"},
    {"zh", "python",
     "请编写一个完整的 Python 脚本。你的程序应该从标准输入读取数据，并将结果输出到标准输出。"},
    {"zh", "java",
     "请实现一个完整的 Java 程序，包含一个名为 Main 的公共类。你的类中应包含 public static void "
     "main(String[] args) 方法。你的程序应该从 System.in 读取输入，并将结果输出到 System.out。"},
    {"zh", "",
     "请使用 {language} "
     "实现一个完整的可执行程序，包含程序入口。你的程序应该从标准输入读取数据，并将结果输出到标准输"
     "出。"},
};

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  const std::string language = config.language.value_or("None");
  const std::string_view locale = config.locale.value_or("en") == "zh" ? "zh" : "en";
  for (const Sentence& sentence : kSentences) {
    if (sentence.locale != locale) continue;
    if (!sentence.language.empty() && sentence.language != language) continue;
    std::string words(sentence.text);
    ReplaceAll("{language}", language, &words);
    return UsualPrompt(row, row.Text("content") + "\n\n" + words);
  }
  return {};
}

Trial MakeTrial(const TrialRequest& request) {
  const DatasetConfig& config = request.config;
  Trial trial;
  if (!config.language) {
    request.row.Fault("config.language field must exist for CommonOJDataset, got None");
    return trial;
  }
  const JsonValue tests = request.row.Json("test");
  const std::string text = "{\"test\":" + (tests ? std::string(tests.raw()) : "null") + "}";
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  trial.problem = std::make_shared<Problem>();
  trial.problem->comparison.profile = Profile::kCompat;
  trial.calls = std::make_shared<std::vector<CallCase>>();
  const CaseSource cases{document->root(), EvaluateForm::kList, *config.language};
  if (auto fault = ReadCases(cases, trial.problem.get(), trial.calls.get())) {
    request.row.Fault(*std::move(fault));
  }
  if (const std::string name = config.ExtraText("profile"); !name.empty()) {
    const auto profile = ParseProfile(name);
    if (!profile) request.row.Fault("config.extra.profile must be " + kProfileNames.Choices());
    trial.problem->comparison.profile = profile.value_or(Profile::kCompat);
  }
  trial.Extracted(request.Extract(*config.language));
  trial.language = *config.language;
  trial.code = trial.extracted_code;
  const bool compiled =
      *config.language == "cpp" || *config.language == "go" || *config.language == "java";
  trial.Times(config, 10, compiled ? 10 : 20);
  trial.run_all = config.Flag("run_all_cases");
  trial.return_full_case = config.Flag("return_full_case");
  return trial;
}

}  // namespace

DatasetClass CommonOjClass() {
  return {.name = "CommonOJDataset",
          .datasets = {"code_contests"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
