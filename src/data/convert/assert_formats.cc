// Rows whose tests are Python: lists of asserts, HumanEval's `check`, files for pytest. All are one
// test each, right or wrong as a whole.

#include <string>

#include "data/convert/formats.h"
#include "data/convert/python/pytest_calls.h"
#include "data/convert/row_parts.h"
#include "text/json_member.h"

namespace assay {
namespace {

bool IsText(JsonValue value) {
  return value.Is(JsonType::kString);
}

bool HasTestFunctions(JsonValue test) {
  return IsText(test) && test.String().find("def test") != std::string::npos;
}

// ---- KodCode

void ReadKodCode(DatasetRow& row, ConvertedRow* out) {
  const JsonValue value = row.value();
  TakeId(value, {"question_id", "id"}, out);
  TakePrompt(value, {"question"}, out);
  out->mode = ProblemMode::kAssert;
  out->language = kRowLanguage;
  const std::string text = row.Text("test");
  if (row.fault()) return;
  PytestProgram program = PytestAsAsserts(text);
  if (!program.fault.empty()) return row.FaultAt("test", program.fault);
  out->assert_code = std::move(program.code);
  // One function is the entry point; several are looked for by their names.
  if (program.names.size() == 1) out->entry_point = program.names[0];
}

// ---- AceCode

void ReadAceCode(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"id"}, out);
  TakePrompt(row.value(), {"question"}, out);
  const char* const column = row.Has("test_cases") ? "test_cases" : "tests";
  ReadAssertProgram(row, row.Packed(column), column, out);
}

// ---- HumanEval and MBPP

void ReadHumanEval(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"task_id", "problem_id"}, out);
  TakePrompt(row.value(), {"prompt"}, out);
  out->mode = ProblemMode::kAssert;
  out->language = kRowLanguage;
  out->starter_code = row.Text("prompt");
  out->assert_code = row.Text("test");
  out->function_name = row.Text("entry_point");
  out->entry_point = out->function_name;
}

void ReadMbpp(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"task_id", "problem_id"}, out);
  TakePrompt(row.value(), {"text", "prompt"}, out);
  out->mode = ProblemMode::kAssert;
  out->language = kRowLanguage;
  out->assert_code = FirstText(row.value(), {"test_setup_code"});
  if (!out->assert_code.empty()) out->assert_code += "\n";
  if (row.Has("test_imports")) {
    Fault(row, ReadAsserts(row.Packed("test_imports"), "test_imports", &out->assert_code));
  }
  Fault(row, ReadAsserts(row.Packed("test_list"), "test_list", &out->assert_code));
}

}  // namespace

RowFormat KodCodeRows() {
  return {.name = "kodcode",
          .title = "KodCode",
          .columns = "question, and test: a file for pytest",
          .example =
              R"({"style":"instruct","question_id":"a","question":"Write add(a, b).",
 "solution":"def add(a, b):\n    return a + b",
 "test":"from solution import add\n\ndef test_small():\n    assert add(1, 2) == 3\n"})",
          .recognise = [](JsonValue row) { return HasTestFunctions(row.Find("test")); },
          .read = ReadKodCode};
}

RowFormat AceCodeRows() {
  return {.name = "acecode",
          .title = "AceCode",
          .columns = "question, and test_cases or tests: a list of asserts",
          .example = R"({"id":"oss_1","source":"oss","question":"Write add(a, b).",
 "test_cases":["assert add(1, 2) == 3","assert add(0, 0) == 0"]})",
          .recognise =
              [](JsonValue row) {
                return IsListOf(row.Find("test_cases"), JsonType::kString) ||
                       (HasAny(row, {"question"}) && HasAny(row, {"tests"}));
              },
          .read = ReadAceCode};
}

RowFormat HumanEvalRows() {
  return {.name = "humaneval",
          .title = "HumanEval and what has its columns",
          .columns = "prompt, test and entry_point",
          .example = R"({"task_id":"HumanEval/0","prompt":"def add(a, b):\n","entry_point":"add",
 "test":"def check(candidate):\n    assert candidate(1, 2) == 3\n"})",
          .recognise =
              [](JsonValue row) {
                return IsText(row.Find("test")) && IsText(row.Find("entry_point")) &&
                       IsText(row.Find("prompt"));
              },
          .read = ReadHumanEval};
}

RowFormat MbppRows() {
  return {.name = "mbpp",
          .title = "MBPP",
          .columns = "test_list",
          .example = R"({"task_id":2,"text":"Write add(a, b).","test_setup_code":"",
 "test_list":["assert add(1, 2) == 3","assert add(0, 0) == 0"]})",
          .recognise = [](JsonValue row) { return HasAny(row, {"test_list"}); },
          .read = ReadMbpp};
}

}  // namespace assay
