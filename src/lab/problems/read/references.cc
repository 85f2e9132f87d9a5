#include "lab/problems/read/references.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::lab {
namespace {

// CodeContests numbers them; Python 2 is nobody's here any more.
constexpr std::array<std::string_view, 5> kNumberedLanguages = {"", "", "cpp", "python", "java"};
constexpr std::string_view kUsualLanguage = "python";

struct Column {
  std::string_view name;
  Label label;
  bool own = false;  // where it holds one program
};
// One text, or a list of them, or an object of two lists.
constexpr std::array kColumns = {Column{"canonical_solution", Label::kCorrect, true},
                                 Column{"reference_solution", Label::kCorrect, true},
                                 Column{"reference", Label::kCorrect, true},
                                 Column{"solution", Label::kCorrect, true},
                                 Column{"code", Label::kCorrect, true},
                                 Column{"solutions", Label::kCorrect},
                                 Column{"buggy_solution", Label::kWrong},
                                 Column{"incorrect_solutions", Label::kWrong}};

std::string LanguageOf(JsonValue value, std::string_view otherwise) {
  if (value.Is(JsonType::kNumber)) {
    const double number = value.Double();
    const bool known = number >= 0 && number < kNumberedLanguages.size();
    return known ? std::string(kNumberedLanguages[static_cast<size_t>(number)]) : std::string();
  }
  return value.Is(JsonType::kString) ? value.String() : std::string(otherwise);
}

class Reader {
 public:
  Reader(const ConvertedRow& converted, std::string language)
      : converted_(converted), language_(std::move(language)) {}

  void Read(JsonValue value, const Column& column) {
    const size_t before = solutions_.size();
    Read(value, column.label);
    if (column.own && solutions_.size() == before + 1) solutions_.back().own = true;
  }
  std::vector<Solution> Take() { return std::move(solutions_); }

 private:
  void Read(JsonValue value, Label label) {
    if (value.Is(JsonType::kString)) {
      ReadText(value.String(), language_, label);
    } else if (value.Is(JsonType::kArray)) {
      for (const JsonValue item : value.Items()) {
        if (item.Is(JsonType::kString)) Add(item.String(), language_, label);
      }
    } else if (value.Is(JsonType::kObject)) {
      ReadTwoLists(value.Find("language"), value.Find("solution"), label);
    }
  }
  // APPS and TACO keep a list as its JSON.
  void ReadText(const std::string& text, const std::string& language, Label label) {
    JsonError error;
    const auto document = StartsWith(TrimAsciiSpace(text), "[") ? JsonDocument::Parse(text, &error)
                                                                : std::optional<JsonDocument>();
    if (document && document->root().Is(JsonType::kArray)) {
      Read(document->root(), label);
    } else {
      Add(text, language, label);
    }
  }
  void ReadTwoLists(JsonValue languages, JsonValue texts, Label label) {
    if (!languages.Is(JsonType::kArray) || !texts.Is(JsonType::kArray)) return;
    const std::vector<JsonValue> names = languages.Items();
    const std::vector<JsonValue> codes = texts.Items();
    for (size_t i = 0; i < std::min(names.size(), codes.size()); ++i) {
      if (codes[i].Is(JsonType::kString)) Add(codes[i].String(), LanguageOf(names[i], ""), label);
    }
  }
  void Add(std::string code, std::string language, Label label) {
    if (TrimAsciiSpace(code).empty() || language.empty()) return;
    // HumanEval's go on where the prompt ends.
    const bool whole = converted_.starter_code.empty() || converted_.entry_point.empty() ||
                       code.find("def " + converted_.entry_point) != code.npos;
    if (converted_.format == "humaneval" && !whole) code = converted_.starter_code + code;
    solutions_.push_back({"", std::move(language), std::move(code), label});
  }

  const ConvertedRow& converted_;
  const std::string language_;
  std::vector<Solution> solutions_;
};

}  // namespace

std::vector<Solution> PublicSolutions(JsonValue row, const ConvertedRow& converted) {
  const std::string usual =
      converted.language.empty() ? std::string(kUsualLanguage) : converted.language;
  Reader reader(converted, LanguageOf(row.Find("language"), usual));
  for (const Column& column : kColumns) reader.Read(row.Find(column.name), column);
  return reader.Take();
}

}  // namespace assay::lab
