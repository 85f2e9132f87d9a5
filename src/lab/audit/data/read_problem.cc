#include "lab/audit/data/read_problem.h"

#include <map>

#include "data/convert/convert.h"
#include "lab/audit/data/references.h"
#include "text/json_member.h"

namespace assay::audit {
namespace {

constexpr char kSolutionExample[] =
    R"json([{"language": "cpp", "code": "int main() {}", "label": "correct"}])json";

// Of a list of messages their contents; a text is itself.
std::string StatementOf(JsonValue value) {
  if (value.Is(JsonType::kString)) return value.String();
  std::string text;
  if (!value.Is(JsonType::kArray)) return text;
  for (const JsonValue message : value.Items()) {
    if (!text.empty()) text += "\n";
    text += TextAt(message, "content");
  }
  return text;
}

std::string StatementOfJson(const std::string& messages) {
  JsonError error;
  const auto document = JsonDocument::Parse(messages, &error);
  return document ? StatementOf(document->root()) : std::string();
}

std::string IdOf(JsonValue row, const std::string& number) {
  for (const char* name : {"id", "problem_id", "task_id", "name"}) {
    const JsonValue id = row.Find(name);
    if (id.Is(JsonType::kString) && !id.String().empty()) return id.String();
    if (id.Is(JsonType::kNumber)) return std::string(id.raw());
  }
  return "row " + number;
}

// Programs by the same name, or by none, are numbered.
void NameSolutions(std::vector<Solution>* solutions) {
  std::map<std::string, int> seen;
  for (Solution& solution : *solutions) {
    if (solution.name.empty()) {
      solution.name = solution.label == Label::kCorrect ? "correct" : "wrong";
    }
    const int number = ++seen[solution.name];
    if (number > 1) solution.name += " " + std::to_string(number);
  }
}

// Empty, or what is wrong with the row's list.
std::string ReadSolutions(JsonValue list, const std::string& language,
                          std::vector<Solution>* solutions) {
  if (!list || list.IsNull()) return "";
  if (!list.Is(JsonType::kArray)) return "solutions: must be a list";
  for (const JsonValue item : list.Items()) {
    const std::string where = "solutions[" + std::to_string(solutions->size()) + "]";
    Solution& solution = solutions->emplace_back();
    const std::string label = TextAt(item, "label");
    if (label != "correct" && label != "wrong") {
      return where + ".label: must be 'correct' or 'wrong'";
    }
    solution.label = label == "correct" ? Label::kCorrect : Label::kWrong;
    solution.name = TextAt(item, "name");
    if (!item.Find("code").Is(JsonType::kString)) return where + ".code: must be a text";
    solution.code = TextAt(item, "code");
    solution.language = TextAt(item, "language");
    if (solution.language.empty()) solution.language = language;
    if (solution.language.empty()) return where + ".language: is missing, and the row has none";
  }
  return "";
}

void TakeLimits(JsonValue limits, AuditProblem* problem) {
  if (!limits.Is(JsonType::kObject)) return;
  problem->limits = std::string(limits.raw());
  problem->cpu_time_s = NumberAt(limits, "cpu_time_s");
}

ReadRow ReadNative(JsonValue row, const std::string& number) {
  ReadRow read;
  read.id = IdOf(row, number);
  AuditProblem problem;
  problem.id = read.id;
  problem.problem = std::string(row.Find("problem").raw());
  problem.language = TextAt(row, "language");
  problem.entry_point = TextAt(row, "entry_point");
  problem.statement =
      StatementOf(row.Find("statement") ? row.Find("statement") : row.Find("prompt"));
  TakeLimits(row.Find("limits"), &problem);
  const JsonValue flags = row.Find("compile_flags");
  if (flags.Is(JsonType::kArray)) problem.compile_flags = std::string(flags.raw());
  read.refused = ReadSolutions(row.Find("solutions"), problem.language, &problem.solutions);
  if (!read.refused.empty()) {
    read.refused += "; expected is, say, " + std::string(kSolutionExample);
    return read;
  }
  NameSolutions(&problem.solutions);
  read.problem = std::move(problem);
  return read;
}

}  // namespace

ReadRow ReadProblem(JsonValue row, std::string_view format, const std::string& number) {
  if (format.empty() && row.Find("problem").Is(JsonType::kObject)) return ReadNative(row, number);
  ReadRow read;
  read.id = IdOf(row, number);
  const Conversion conversion = ConvertRow(row, format);
  if (!conversion.row) {
    read.refused = conversion.refusal.message + "; expected is, say, " + conversion.refusal.example;
    return read;
  }
  const ConvertedRow& converted = *conversion.row;
  if (!converted.id.empty()) read.id = converted.id;
  if (converted.math) {
    read.math = true;
    return read;
  }
  AuditProblem problem;
  problem.id = read.id;
  problem.language = converted.language;
  problem.entry_point = converted.entry_point;
  problem.statement = StatementOfJson(converted.prompt);
  problem.problem = ProblemJson(converted);
  const std::string written = ConvertedJson(converted);
  JsonError error;
  if (const auto document = JsonDocument::Parse(written, &error)) {
    TakeLimits(document->root().Find("limits"), &problem);
  }
  problem.solutions = PublicSolutions(row, converted);
  NameSolutions(&problem.solutions);
  read.problem = std::move(problem);
  return read;
}

}  // namespace assay::audit
