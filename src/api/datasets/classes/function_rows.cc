#include "api/datasets/classes/function_rows.h"

#include <algorithm>

#include "api/datasets/parts/snippets.h"
#include "base/text.h"
#include "grading/extract/freeform.h"

namespace assay {
namespace {

struct LanguageName {
  std::string_view name;  // of a data set's or row's
  std::string_view run;
  std::string_view fence;  // empty: as `run`
};

constexpr LanguageName kNames[] = {
    {"ts", "typescript", ""},
    {"sh", "bash", ""},
    {"cs", "csharp", ""},
    {"go", "go_test", "go"},
    {"go_test", "go_test", "go"},
    {"js", "nodejs", "javascript"},
    {"javascript", "nodejs", "javascript"},
    {"pl", "perl", ""},
    {"rkt", "racket", ""},
    {"r", "R", ""},
    {"rs", "rust", ""},
    {"rb", "ruby", ""},
    {"d", "D_ut", "d"},
    {"jl", "julia", ""},
    {"py", "python", ""},
    {"kt", "kotlin_script", "kotlin"},
};

// What of the tests' languages continues the program that an answer holds. Of all others the tests
// stand alone, after all of it.
bool TestsCloseTheFunction(std::string_view language) {
  for (const std::string_view name : {"cpp", "bash", "csharp", "java", "rust", "scala", "swift"}) {
    if (language == name) return true;
  }
  return false;
}

std::string NameOfLanguage(DatasetRow& row, const DatasetConfig& config) {
  for (const std::string_view prefix : {"humaneval_", "multiple_", "shadow_humaneval_"}) {
    if (StartsWith(config.dataset, prefix)) return config.dataset.substr(prefix.size());
  }
  if (row.Has("language")) return row.Text("language");
  if (row.Has("labels")) {
    DatasetRow& labels = row.Part("labels");
    for (const std::string_view name : {"programming_language", "language"}) {
      if (labels.Has(name)) return labels.Text(name);
    }
  }
  return "python";
}

void ReadLanguage(DatasetRow& row, const DatasetConfig& config, FunctionRow* function) {
  std::string name = NameOfLanguage(row, config);
  name.resize(std::min(name.find('.'), name.size()));  // "go_test.go"
  function->language = function->fence = name;
  for (const LanguageName& known : kNames) {
    if (known.name != name) continue;
    function->language = known.run;
    function->fence = known.fence.empty() ? known.run : known.fence;
  }
}

void ReadTests(DatasetRow& row, FunctionRow* function) {
  DatasetRow* stops = &row;
  if (row.Has("tests")) {
    function->tests = row.Text("tests");
  } else if (function->language != "python" && row.Json("test").Is(JsonType::kObject)) {
    stops = &row.Part("test");
    function->tests = stops->Text("test");
  } else {
    function->tests = row.Text("test");
  }
  if (stops->Has("stop_tokens")) function->stop_tokens = stops->Texts("stop_tokens");
  if (function->language != "python") return;
  if (row.Has("entry_point")) {
    function->entry_point = row.Text("entry_point");
  } else if (row.Has("labels")) {
    function->entry_point = row.Part("labels").TextOr("entry_point", "");
  }
}

void CutMain(std::string_view language, std::string* code) {
  std::string_view main;
  if (language == "D_ut") main = "void main";
  if (language == "csharp") main = "public static void Main";
  if (!main.empty()) code->resize(std::min(code->find(main), code->size()));
}

}  // namespace

FunctionRow ReadFunctionRow(DatasetRow& row, const DatasetConfig& config, bool with_tests) {
  FunctionRow function;
  function.prompt = row.Has("prompt") ? row.Text("prompt") : row.Text("content");
  ReadLanguage(row, config, &function);
  if (with_tests) ReadTests(row, &function);
  return function;
}

std::string FunctionPrompt(const FunctionRow& function, const DatasetConfig& config, bool no_main) {
  if (!config.Flag("is_freeform")) return function.prompt;
  std::string text = "```" + function.fence + "\n" + function.prompt + "\n```\n\n";
  if (config.locale.value_or("en") == "zh") {
    text += "请按照docstring的要求补全如上代码，写出完整的代码，代码要用markdown语法包裹。";
    if (no_main) text += "代码不要包含`Main`函数";
  } else {
    text +=
        "Please complete the above code according to the requirements in the docstring. Write the "
        "complete code and wrap it in markdown syntax.";
    if (no_main) text += " The code should not contain `Main` function.";
  }
  return text;
}

FunctionProgram TakeFunction(const TrialRequest& request, const FunctionRow& function) {
  FunctionProgram program;
  ExtractedCode& extracted = program.extracted;
  if (request.config.Flag("is_freeform")) {
    if (TestsCloseTheFunction(function.language)) {
      extracted =
          ExtractFreeform(request.completion, function.language, request.Fences(function.language));
      CutWholeAtStopTokens(function.stop_tokens, &extracted.code);
    } else {
      extracted = request.Extract(function.fence);
    }
    CutMain(function.language, &extracted.code);
    program.definitions = extracted.code;
    return program;
  }
  extracted = {request.completion, ExtractedType::kHeuristic, ExtractRule::kWholeText};
  CutAtStopTokens(function.stop_tokens, &extracted.code);
  if (function.language == "python" && function.stop_tokens.empty()) {
    CutAtTopLevel(&extracted.code);
  }
  KeepToEnd(function.language, &extracted.code);
  program.definitions = function.prompt + "\n" + extracted.code;
  return program;
}

}  // namespace assay
