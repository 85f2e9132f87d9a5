// Rows of sets that trainers read: tests or an answer in one column, in whichever shape its maker
// had them.

#include <string>

#include "base/check.h"
#include "data/convert/formats.h"
#include "data/convert/row_parts.h"
#include "text/excerpt.h"

namespace assay {
namespace {

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// ---- SYNTHETIC-1 and -2, verifiable-coding-problems, INTELLECT-2's and -3's

constexpr std::string_view kCodeTasks[] = {"verifiable_code", "prime_rl_code"};
constexpr std::string_view kMathTask = "verifiable_math";

// What a row verifies in other ways can't be judged by tests or answers.
bool IsKnownTask(std::string_view type) {
  return type.empty() || type == kMathTask || type == kCodeTasks[0] || type == kCodeTasks[1];
}

void ReadSynthetic(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"problem_id", "in_source_id"}, out);
  TakePrompt(row.value(), {"prompt"}, out);
  const std::string task = FirstText(row.value(), {"task_type"});
  if (!IsKnownTask(task)) {
    return row.FaultAt("task_type", "is '" + Excerpt(task) +
                                        "': known are 'verifiable_code', 'prime_rl_code' and "
                                        "'verifiable_math'");
  }
  const JsonValue packed = row.Packed("verification_info");
  if (!packed.Is(JsonType::kObject)) {
    return row.FaultAt("verification_info", "must be an object, its JSON or its repr");
  }
  DatasetRow info(packed, "verification_info");
  if (info.Has("test_cases") && task != kMathTask) {
    out->language = FirstText(packed, {"language"});
    if (out->language.empty()) out->language = kRowLanguage;
    ReadAnyTests(row, info.Packed("test_cases"), "verification_info.test_cases", "", out);
  } else if (info.Has("ground_truth") && (task.empty() || task == kMathTask)) {
    out->math = true;
    out->gold = FirstText(packed, {"ground_truth"});
  } else {
    row.FaultAt("verification_info", "has neither 'test_cases' nor 'ground_truth'");
  }
}

// ---- DeepCoder

void ReadDeepCoder(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"problem_id", "id"}, out);
  TakePrompt(row.value(), {"problem"}, out);
  out->starter_code = FirstText(row.value(), {"starter_code"});
  out->language = kRowLanguage;
  const JsonValue tests = row.Packed("tests");
  const JsonValue metadata = row.Packed("metadata");
  if (tests.Is(JsonType::kArray) && !IsListOf(tests, JsonType::kString)) {
    return ReadCases(row, tests, "tests", FirstText(metadata, {"func_name"}), out);
  }
  ReadAnyTests(row, tests, "tests", "", out);
}

// ---- verl, and what is written for it: Eurus-2 (PRIME), DAPO, Skywork

// A list of one answer, or its JSON, is that answer.
void ReadGold(DatasetRow& row, DatasetRow& holder, const std::string& where, ConvertedRow* out) {
  out->math = true;
  const JsonValue value = holder.value().Find("ground_truth");
  if (value.Is(JsonType::kObject)) {
    return row.FaultAt(where, "is an object: an answer is a text or a number");
  }
  const JsonValue list = value.Is(JsonType::kArray) ? value : holder.Packed("ground_truth");
  if (!IsListOf(list, JsonType::kString)) {
    out->gold = ValueText(value);
    return;
  }
  if (list.Count() > 1) {
    return row.FaultAt(where, "has several answers, and only one can be compared");
  }
  out->gold = list.Items()[0].String();
}

void ReadVerl(DatasetRow& row, ConvertedRow* out) {
  const JsonValue value = row.value();
  TakePrompt(value, {"prompt"}, out);
  const JsonValue extra = row.Packed("extra_info");
  TakeId(extra, {"problem_id", "id", "index"}, out);
  if (out->id.empty()) TakeId(value, {"problem_id", "id"}, out);
  const bool inside = row.Has("reward_model");
  const std::string where = inside ? "reward_model.ground_truth" : "ground_truth";
  DatasetRow model(inside ? value.Find("reward_model") : value, inside ? "reward_model" : "");
  if (!model.Has("ground_truth")) return row.FaultAt(where, "is missing");
  const std::string source = FirstText(value, {"data_source"});
  const std::string ability = FirstText(value, {"ability"});
  const bool math = Contains(ability, "math") || Contains(ability, "MATH");
  const JsonValue tests = math ? JsonValue() : model.Packed("ground_truth");
  if (!math && LooksLikeTests(tests)) {
    out->language = kRowLanguage;
    return ReadAnyTests(row, tests, where, "", out);
  }
  for (const char* code : {"codecontests", "apps", "codeforces", "taco"}) {
    if (source == code || ability == "code") {
      return row.FaultAt(where,
                         "is none of the shapes of tests: an object of inputs and outputs, "
                         "a list of cases or of asserts, or the JSON of one");
    }
  }
  ReadGold(row, model, where, out);
}

// ---- open-instruct

// The name of the verifier, which may be a list of one.
std::string VerifierOf(JsonValue dataset) {
  if (IsListOf(dataset, JsonType::kString)) return dataset.Items()[0].String();
  return dataset.StringOrEmpty();
}

bool IsMathVerifier(std::string_view name) {
  return Contains(name, "math") || name == "gsm8k" || Contains(name, "aime");
}

void ReadOpenInstruct(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"id", "problem_id"}, out);
  TakePrompt(row.value(), {"messages", "prompt"}, out);
  const bool bare = !row.Has("ground_truth");
  const char* const column = bare ? "tests" : "ground_truth";
  const std::string verifier = bare ? "code" : VerifierOf(row.value().Find("dataset"));
  const JsonValue truth = row.value().Find(column);
  // In lists of one each, in newer data.
  const bool listed = IsListOf(truth, JsonType::kString) && truth.Count() == 1 &&
                      row.value().Find("dataset").Is(JsonType::kArray);
  if (IsMathVerifier(verifier)) {
    out->math = true;
    out->gold = listed ? truth.Items()[0].String() : FirstText(row.value(), {column});
    return;
  }
  if (!Contains(verifier, "code")) {
    return row.FaultAt("dataset", "is '" + Excerpt(verifier) +
                                      "': known are 'code', 'code_stdio', 'math' and 'gsm8k'");
  }
  out->language = kRowLanguage;
  if (!listed) return ReadAnyTests(row, row.Packed(column), column, "", out);
  const std::string inner = R"({"tests":)" + std::string(truth.Items()[0].raw()) + "}";
  JsonError error;
  const auto document = JsonDocument::Parse(inner, &error);
  ASSAY_CHECK(document.has_value());
  DatasetRow unwrapped(document->root(), "");
  ReadAnyTests(row, unwrapped.Packed("tests"), column, "", out);
}

// ---- SandboxFusion's CommonOJ

void ReadCommonOj(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"id", "problem_id"}, out);
  TakePrompt(row.value(), {"content"}, out);
  ReadCases(row, row.Packed("test"), "test", "", out);
}

bool IsCommonOj(JsonValue row) {
  const JsonValue test = row.Find("test");
  if (!HasAny(row, {"content"})) return false;
  return IsListOf(test, JsonType::kObject) ||
         (test.Is(JsonType::kString) && test.String().rfind("[{", 0) == 0);
}

}  // namespace

RowFormat SyntheticRows() {
  return {
      .name = "synthetic",
      .title = "SYNTHETIC-1 and -2, verifiable-coding-problems",
      .columns = "verification_info",
      .example = R"({"problem_id":"vcp_1","task_type":"verifiable_code","prompt":"Add two numbers.",
 "verification_info":"{'language': 'python', 'test_cases': [{'type': 'function_call', 'fn_name': 'add', 'input': [1, 2], 'output': [3]}]}"})",
      .recognise = [](JsonValue row) { return HasAny(row, {"verification_info"}); },
      .read = ReadSynthetic};
}

RowFormat DeepCoderRows() {
  return {
      .name = "deepcoder",
      .title = "DeepCoder",
      .columns = "problem, and tests",
      .example = R"({"problem":"Add two numbers.","starter_code":"",
 "tests":"[{\"type\": \"stdin_stdout\", \"input\": \"1 2\\n\", \"output\": \"3\\n\"}]"})",
      .recognise = [](JsonValue row) { return HasAny(row, {"problem"}) && HasAny(row, {"tests"}); },
      .read = ReadDeepCoder};
}

RowFormat VerlRows() {
  return {.name = "verl",
          .title = "verl; Eurus-2 (PRIME), DAPO and others written for it",
          .columns = "reward_model, or ground_truth and data_source",
          .example = R"({"data_source":"taco","ability":"code",
 "prompt":[{"role":"user","content":"Add two numbers."}],
 "reward_model":{"style":"rule","ground_truth":"{\"inputs\": [\"1 2\\n\"], \"outputs\": [\"3\\n\"]}"},
 "extra_info":{"index":0}})",
          .recognise =
              [](JsonValue row) {
                return row.Find("reward_model").Is(JsonType::kObject) ||
                       (HasAny(row, {"ground_truth"}) && !HasAny(row, {"dataset", "messages"}));
              },
          .read = ReadVerl};
}

RowFormat OpenInstructRows() {
  return {.name = "open_instruct",
          .title = "open-instruct's RLVR sets, and bodies of its /test_program",
          .columns = "ground_truth and dataset, or tests alone",
          .example = R"({"messages":[{"role":"user","content":"Write add(a, b)."}],
 "dataset":"code","ground_truth":"[\"assert add(1, 2) == 3\", \"assert add(0, 0) == 0\"]"})",
          .recognise =
              [](JsonValue row) {
                return HasAny(row, {"ground_truth"}) ||
                       (HasAny(row, {"tests"}) && !HasAny(row, {"problem", "question", "prompt"}));
              },
          .read = ReadOpenInstruct};
}

RowFormat CommonOjRows() {
  return {.name = "common_oj",
          .title = "SandboxFusion's CommonOJDataset",
          .columns = "content, and test: a list of cases",
          .example = R"({"id":1,"content":"Add two numbers.",
 "test":[{"input":{"stdin":"1 2\n"},"output":{"stdout":"3\n"}}]})",
          .recognise = IsCommonOj,
          .read = ReadCommonOj};
}

}  // namespace assay
