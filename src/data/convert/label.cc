#include "data/convert/label.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "base/text.h"
#include "data/convert/formats.h"
#include "data/convert/python/usual_imports.h"
#include "data/convert/row_parts.h"

namespace assay {
namespace {

// A ground truth may stand in a label that stands in a text.
constexpr int kDeepest = 3;

constexpr std::string_view kTests[] = {"tests", "test_cases", "test_list", "unit_tests"};
// What holds a label in turn.
constexpr std::string_view kInner[] = {"input_output",    "gold",    "answer", "ground_truth",
                                       "expected_answer", "solution"};

// Whether a list's first item tells of tests and not of numbers.
bool IsTests(JsonValue list) {
  if (!list.Is(JsonType::kArray)) return false;
  const std::vector<JsonValue> items = list.Items();
  if (items.empty()) return false;
  if (items[0].Is(JsonType::kObject)) return static_cast<bool>(items[0].Find("input"));
  return items[0].Is(JsonType::kString) && StartsWith(TrimAsciiSpace(items[0].String()), "assert");
}

bool IsJson(const std::string& text) {
  JsonError ignored;
  return JsonDocument::Parse(text, &ignored).has_value();
}

// Whether it has a member that says what it is.
bool IsLabel(JsonValue object) {
  const auto has = [object](std::string_view name) { return HasAny(object, {name}); };
  return HasAny(object, {"problem", "inputs", "outputs", "assert_case", "functional"}) ||
         std::any_of(std::begin(kTests), std::end(kTests), has) ||
         std::any_of(std::begin(kInner), std::end(kInner), has);
}

class LabelReader {
 public:
  LabelReader(DatasetRow& row, ConvertedRow* out) : row_(row), out_(out) {}

  void Read(JsonValue label, const std::string& where, int depth) {
    if (!label || label.IsNull()) {
      return row_.FaultAt(where, "is null: it must hold a gold answer, or the tests of a program");
    }
    switch (label.type()) {
      case JsonType::kString: return ReadText(label, where, depth);
      case JsonType::kArray: return ReadList(label, where, depth);
      case JsonType::kObject: return ReadObject(label, where, depth);
      default: break;
    }
    std::string gold(label.raw());
    // What NumPy and pandas have for "nothing" is no answer.
    if (label.Is(JsonType::kNumber) && !std::isfinite(std::strtod(gold.c_str(), nullptr))) {
      return row_.FaultAt(where, "is " + gold + ": it must hold a gold answer, or tests");
    }
    Answer(std::move(gold), where);
  }

 private:
  void Answer(std::string gold, const std::string& where) {
    if (TrimAsciiSpace(gold).empty()) {
      return row_.FaultAt(where, "is empty: it must hold a gold answer");
    }
    out_->math = true;
    out_->gold = std::move(gold);
  }

  void ReadText(JsonValue text, const std::string& where, int depth) {
    // An interval and a set of numbers look like lists, too: those are answers.
    const JsonValue inner = depth < kDeepest ? row_.Unpacked(text) : text;
    // A dict of Python's that says nothing of tests is what a program returns.
    if (inner.Is(JsonType::kObject) && !IsLabel(inner) && !IsJson(text.String())) {
      return Answer(text.String(), where);
    }
    if (inner.Is(JsonType::kObject) || IsTests(inner)) return Read(inner, where, depth + 1);
    Answer(text.String(), where);
  }

  void ReadList(JsonValue list, const std::string& where, int depth) {
    if (IsTests(list)) return Tests(list, where);
    const std::vector<JsonValue> items = list.Items();
    const bool single = items.size() == 1 && depth < kDeepest;
    if (single && items[0].Is(JsonType::kString)) return ReadText(items[0], where, depth + 1);
    if (single && items[0].Is(JsonType::kNumber)) return Answer(ValueText(items[0]), where);
    row_.FaultAt(where,
                 "is a list of neither tests ({\"input\": …, \"output\": …} or \"assert …\") nor "
                 "one gold answer");
  }

  void ReadObject(JsonValue label, const std::string& where, int depth) {
    ReadMembers(label, where, depth);
    // Of a label inside this one its own count.
    if (out_->language.empty() || out_->mode == ProblemMode::kAssert) {
      const std::string language = FirstText(label, {"language"});
      if (!language.empty()) out_->language = language;
    }
    TakeLimits(label, where);
  }

  void ReadMembers(JsonValue label, const std::string& where, int depth) {
    if (const std::string name = FirstText(label, {"fn_name"}); !name.empty()) {
      function_name_ = name;
    }
    if (const JsonValue problem = label.Find("problem"); problem.Is(JsonType::kObject)) {
      out_->own_problem = std::string(problem.raw());
      return;
    }
    for (const std::string_view name : kTests) {
      if (!HasAny(label, {name})) continue;
      why_.clear();
      return Tests(row_.Unpacked(label.Find(name), &why_), where + "." + std::string(name));
    }
    if ((label.Find("inputs") && label.Find("outputs")) ||
        HasAny(label, {"assert_case", "functional"})) {
      return Tests(label, where);
    }
    for (const std::string_view name : kInner) {
      if (!HasAny(label, {name}) || depth >= kDeepest) continue;
      return Read(label.Find(name), where + "." + std::string(name), depth + 1);
    }
    row_.FaultAt(where,
                 "has none of the members that are understood: problem, tests, inputs and outputs, "
                 "gold, answer, ground_truth");
  }

  void Tests(JsonValue tests, const std::string& where) {
    if (!tests.Is(JsonType::kArray) && !tests.Is(JsonType::kObject)) {
      return row_.FaultAt(
          where, "must be a list of tests, its JSON, or base64 of a zlib-packed pickle: " + why_);
    }
    ReadAnyTests(row_, tests, where, function_name_, out_);
    if (out_->mode == ProblemMode::kAssert) {
      out_->assert_setup_code = HumanEvalImports(NamesNumpy(out_->assert_code));
    }
  }

  void TakeLimits(JsonValue label, const std::string& where) {
    TakeNumber(label, where, "time_limit_s", &out_->time_limit_s);
    double memory_mb = 0;
    TakeNumber(label, where, "memory_mb", &memory_mb);
    if (const JsonValue limits = label.Find("limits"); limits.Is(JsonType::kObject)) {
      const std::string inside = where + ".limits";
      TakeNumber(limits, inside, "cpu_time_s", &out_->time_limit_s);
      TakeNumber(limits, inside, "wall_time_s", &out_->wall_time_s);
      TakeNumber(limits, inside, "memory_mb", &memory_mb);
    }
    // One number for both, as trainers mean it.
    if (out_->wall_time_s == 0) out_->wall_time_s = out_->time_limit_s;
    if (out_->memory_mb == 0) out_->memory_mb = static_cast<int64_t>(std::ceil(memory_mb));
  }

  // A number that isn't taken yet.
  void TakeNumber(JsonValue object, const std::string& where, std::string_view name,
                  double* number) {
    constexpr double kMost = 1 << 20;
    if (*number != 0 || !HasAny(object, {name})) return;
    const double given = std::strtod(FirstText(object, {name}).c_str(), nullptr);
    if (given > 0 && given <= kMost) {
      *number = given;
    } else {
      row_.FaultAt(where + "." + std::string(name), "must be a number above 0, at most 1048576");
    }
  }

  DatasetRow& row_;
  ConvertedRow* const out_;
  std::string function_name_;  // of tests that don't name one: the innermost label's that does
  std::string why_;            // the last text isn't packed
};

}  // namespace

void ReadLabel(DatasetRow& row, JsonValue label, const std::string& where, ConvertedRow* out) {
  LabelReader(row, out).Read(label, where, 0);
}

RowFormat LabelRows() {
  return {
      .name = "label",
      .title = "labels of trainers: what a sample is judged by, in whichever shape it has",
      .columns = "label alone",
      .example = R"({"label":{"inputs":["1 2\n"],"outputs":["3\n"]}})",
      .recognise = [](JsonValue row) { return row.Find("label") && row.Count() == 1; },
      .read = [](DatasetRow& row,
                 ConvertedRow* out) { ReadLabel(row, row.value().Find("label"), "label", out); }};
}

}  // namespace assay
