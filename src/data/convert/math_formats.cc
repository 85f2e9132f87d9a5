// Rows of mathematics: an answer, or a solution that ends with one. The gold is the bare answer
// where the row says which it is.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "data/convert/formats.h"
#include "data/convert/row_parts.h"
#include "math/find/extract.h"

namespace assay {
namespace {

const std::initializer_list<std::string_view> kQuestions = {"problem",  "question", "Problem",
                                                            "Question", "prompt",   "input"};
constexpr std::string_view kAnswers[] = {"answer", "expected_answer", "final_answer", "gold",
                                         "target", "Answer",          "ground_truth"};
// NuminaMath's words for rows whose answer nobody can compare.
constexpr std::string_view kNoAnswers[] = {"proof", "notfound", "not found", "none", "null"};

void TakeQuestion(JsonValue row, ConvertedRow* out) {
  out->math = true;
  TakeId(row, {"problem_id", "unique_id", "id", "uuid", "problem_idx", "ID"}, out);
  TakePrompt(row, kQuestions, out);
}

bool EndsAsGsm8k(JsonValue answer) {
  return answer.Is(JsonType::kString) && answer.String().find("####") != std::string::npos;
}

void ReadGsm8k(DatasetRow& row, ConvertedRow* out) {
  TakeQuestion(row.value(), out);
  const std::string answer = row.Text("answer");
  if (row.fault()) return;
  const size_t mark = answer.rfind("####");
  if (mark == answer.npos) return row.FaultAt("answer", "has no '####' before its answer");
  out->gold = TrimAsciiSpace(std::string_view(answer).substr(mark + 4));
}

void ReadAnswer(DatasetRow& row, ConvertedRow* out) {
  TakeQuestion(row.value(), out);
  for (const std::string_view column : kAnswers) {
    const JsonValue value = row.value().Find(column);
    if (!value || value.IsNull()) continue;
    const std::string field(column);
    if (value.Is(JsonType::kObject) || value.Is(JsonType::kBool)) {
      return row.FaultAt(field, "must be a text, a number, or a list of one");
    }
    JsonValue answer = value;
    if (value.Is(JsonType::kArray)) {
      const std::vector<JsonValue> items = value.Items();
      if (items.size() != 1) {
        return row.FaultAt(field, "must have one answer: several can't be compared");
      }
      answer = items[0];
    }
    out->gold = ValueText(answer);
    const std::string word = AsciiLower(TrimAsciiSpace(out->gold));
    if (std::find(std::begin(kNoAnswers), std::end(kNoAnswers), word) != std::end(kNoAnswers)) {
      return row.FaultAt(field, "is '" + word + "': there is nothing to compare with");
    }
    return;
  }
  row.FaultAt(std::string(kAnswers[0]), "is missing");
}

void ReadSolution(DatasetRow& row, ConvertedRow* out) {
  TakeQuestion(row.value(), out);
  const std::string solution = row.Text("solution");
  if (row.fault()) return;
  math::ExtractOptions boxes;
  boxes.ladder = {math::ExtractOptions::Step::kBoxes};
  boxes.think = math::ExtractOptions::Think::kOff;
  const math::Extraction found = math::ExtractAnswer(solution, boxes);
  if (!found.found) return row.FaultAt("solution", "has no \\boxed{} with its answer");
  out->gold = found.text;
}

bool HasAnswer(JsonValue row) {
  return std::any_of(std::begin(kAnswers), std::end(kAnswers),
                     [&](std::string_view name) { return HasAny(row, {name}); });
}

}  // namespace

RowFormat Gsm8kRows() {
  return {.name = "gsm8k",
          .title = "GSM8K",
          .columns = "answer, with '####' before what is compared",
          .example = R"({"question":"What are 5 and 7 apples?","answer":"5 + 7 = 12\n#### 12"})",
          .recognise = [](JsonValue row) { return EndsAsGsm8k(row.Find("answer")); },
          .read = ReadGsm8k};
}

RowFormat MathAnswerRows() {
  return {.name = "math_answer",
          .title = "DeepScaleR, NuminaMath-1.5, MATH-500, AIME and others with a column of answers",
          .columns = "a question, and answer, expected_answer, final_answer, gold or target",
          .example = R"({"problem":"Compute $1/2+1/3$.","answer":"\\frac{5}{6}"})",
          .recognise = [](JsonValue row) { return HasAny(row, kQuestions) && HasAnswer(row); },
          .read = ReadAnswer};
}

RowFormat MathSolutionRows() {
  return {.name = "math",
          .title = "MATH, NuminaMath-CoT",
          .columns = "problem, and solution with its answer in \\boxed{}",
          .example = R"({"problem":"Compute $2+2$.","solution":"It is $\\boxed{4}$."})",
          .recognise =
              [](JsonValue row) { return HasAny(row, kQuestions) && HasAny(row, {"solution"}); },
          .read = ReadSolution};
}

}  // namespace assay
