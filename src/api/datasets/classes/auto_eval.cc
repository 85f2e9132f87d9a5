// AutoEvalDataset (FullStackBench): a program in any language among the row's tests.
#include "api/datasets/classes/table.h"
#include "api/datasets/classes/unit_tests.h"
#include "api/datasets/parts/snippets.h"
#include "base/text.h"
#include "grading/extract/freeform_cuts.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kJestReport = "jest-report.json";

// "$question" or "${question}", as Python's string.Template has it; "$$" is a dollar.
std::string FillIn(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string_view>>& values) {
  std::string filled;
  for (size_t at = 0; at < pattern.size();) {
    if (pattern[at] != '$') {
      filled += pattern[at++];
      continue;
    }
    if (pattern.substr(at, 2) == "$$") {
      filled += '$';
      at += 2;
      continue;
    }
    bool known = false;
    for (const auto& [name, value] : values) {
      for (const std::string& spelled : {"${" + std::string(name) + "}", "$" + std::string(name)}) {
        if (known || pattern.substr(at, spelled.size()) != spelled) continue;
        filled += value;
        at += spelled.size();
        known = true;
      }
    }
    if (!known) filled += pattern[at++];
  }
  return filled;
}

// The request's text of that name, else the row's, else "".
std::string Setting(DatasetRow& labels, const DatasetConfig& config, std::string_view name) {
  if (const JsonValue given = config.extra.Find(name); given && !given.IsNull()) {
    return config.ExtraText(name);
  }
  return TextAt(labels.value(), name);
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  DatasetRow& labels = row.Part("labels");
  const std::string question = row.Text("content");
  const std::string context = Setting(labels, config, "context");
  const std::string fewshot = config.is_fewshot ? Setting(labels, config, "fewshot") : "";
  if (config.is_fewshot && fewshot.empty()) row.Fault("Missing fewshot for id " + row.Raw("id"));
  const std::string pattern = Setting(labels, config, "prompt_template");
  if (!pattern.empty()) {
    return UsualPrompt(row, FillIn(pattern, {{"question", question},
                                             {"fewshot", fewshot},
                                             {"context", context},
                                             {"locale", config.locale.value_or("None")}}));
  }
  if (context.empty() && fewshot.empty()) return UsualPrompt(row, question);
  const bool chinese = config.locale.value_or("en") == "zh";
  std::string text;
  if (!context.empty()) text += context + "\n\n";
  if (!context.empty() && !fewshot.empty()) text += "----------------\n\n";
  if (!fewshot.empty()) text += fewshot + "\n\n";
  text += (chinese ? "问题：" : "Question:") + question + "\n\n" +
          (chinese ? "答案：" : "Answer:") + "\n";
  return UsualPrompt(row, std::move(text));
}

// A Python literal of a text: JSON's is one.
std::string Literal(const std::string& text) {
  return JsonWriter().Bytes(text).Take();
}

void DropEntryPoint(std::string_view language, std::string* code) {
  if (language == "python") CutAt("if __name__ == \"__main__\":", code);
  if (language == "cpp") CutAt("int main()", code);
  if (language == "go") EraseAll("package main", code);
  CutAt("# Example usage", code);
}

void Insert(const TrialRequest& request, std::string_view language, std::string_view tests,
            Trial* trial) {
  trial->Extracted(request.Extract(language));
  DropEntryPoint(language, &trial->extracted_code);
  if (language == "html" && tests.find(kInsertHere) == tests.npos) {
    trial->files["index.html"] = Blob::FromString(trial->extracted_code);
    return trial->Whole(trial->language, std::string(tests));
  }
  std::string code = trial->extracted_code;
  if (request.config.Flag("repr_code")) code = Literal(code);
  std::string program = AmongTests(std::move(code), tests);
  if (trial->language == "go" || trial->language == "go_test") program = MergeGoFile(program);
  trial->Whole(trial->language, std::move(program));
}

// The cases of a jest report, as `extra` shows them.
std::string JestCases(const RunResult& run) {
  const auto found = run.files.find(std::string(kJestReport));
  if (found == run.files.end()) return "{}";
  JsonError error;
  const std::string text(found->second->view());
  const auto report = JsonDocument::Parse(text, &error);
  if (!report) return "{}";
  JsonWriter json;
  json.BeginObject().Key("jest_cases").BeginArray();
  const auto list = [](JsonValue value) {
    return value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
  };
  const auto raw = [](JsonValue object, std::string_view name) {
    const JsonValue value = object.Find(name);
    return value ? std::string(value.raw()) : "null";
  };
  for (const JsonValue& suite : list(report->root().Find("testResults"))) {
    // The reporter's own spelling, and that of jest's --json.
    const bool own = static_cast<bool>(suite.Find("testResults"));
    for (const JsonValue& test : list(suite.Find(own ? "testResults" : "assertionResults"))) {
      std::string titles;
      for (const JsonValue& title : list(test.Find("ancestorTitles"))) {
        if (!titles.empty()) titles += " > ";
        if (title.Is(JsonType::kString)) titles += title.String();
      }
      json.BeginObject().Key("passed").Bool(raw(test, "status") == "\"passed\"");
      json.Key("full_name").Raw(raw(test, "fullName"));
      json.Key("file").Raw(raw(suite, own ? "testFilePath" : "name"));
      json.Key("suite").Bytes(titles).Key("test").Raw(raw(test, "title"));
      json.Key("failure_messages").Raw(raw(test, "failureMessages")).EndObject();
    }
  }
  return json.EndArray().EndObject().Take();
}

Trial MakeTrial(const TrialRequest& request) {
  DatasetRow& test = request.row.Part("test");
  DatasetRow& labels = request.row.Part("labels");
  const std::string language = labels.Text("programming_language");
  const std::string tests = test.Text("code");
  Trial trial;
  trial.files = request.Assets(test);
  trial.Times(request.config, 40, 20);
  trial.extra_json = "{}";
  if (language == "java") {
    JudgeJavaWithJunit(request, tests, &trial);
    return trial;
  }
  trial.language = labels.TextOr("execution_language", language);
  Insert(request, language, tests, &trial);
  trial.to_the_end = trial.language == "python" && ComeToTheirEnd(tests);
  if (trial.language == "jest") {
    trial.fetch_files.emplace_back(kJestReport);
    trial.extra_of_run = JestCases;
  }
  return trial;
}

}  // namespace

DatasetClass AutoEvalClass() {
  return {.name = "AutoEvalDataset",
          .aliases = {"AutoEvalV4Dataset", "AutoEvalV5Dataset", "AutoEvalV6Dataset"},
          .datasets = {"can_it_edit"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
