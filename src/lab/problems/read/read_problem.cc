#include "lab/problems/read/read_problem.h"

#include "data/convert/convert.h"
#include "lab/problems/read/columns.h"
#include "lab/problems/read/native_row.h"
#include "lab/problems/read/references.h"

namespace assay::lab {
namespace {

constexpr char kExample[] =
    R"json({"problem": {"tests": [{"input": "1 2\n", "expected": "3\n"}]}, "solutions": [{"language": "cpp", "code": "int main() {}", "label": "correct"}]})json";

ReadRow ReadNative(JsonValue row, const std::string& fallback_id) {
  ReadRow read;
  read.id = IdOfRow(row, fallback_id);
  Result<LabelledProblem> problem = ReadNativeRow(row);
  if (problem.ok()) {
    problem->id = read.id;
    read.problem = std::move(problem).value();
  } else {
    read.field = problem.error().field;
    read.refused = problem.error().message + "; expected is, say, " + kExample;
  }
  return read;
}

}  // namespace

ReadRow ReadProblem(JsonValue row, std::string_view format, const std::string& fallback_id) {
  if (format.empty() && IsNativeRow(row)) return ReadNative(row, fallback_id);
  ReadRow read;
  read.id = IdOfRow(row, fallback_id);
  const Conversion conversion = ConvertRow(row, format);
  if (!conversion.row) {
    read.field = conversion.refusal.field;
    read.refused = conversion.refusal.message + "; expected is, say, " + conversion.refusal.example;
    return read;
  }
  const ConvertedRow& converted = *conversion.row;
  if (!converted.id.empty()) read.id = converted.id;
  if (converted.math) {
    read.math = true;
    return read;
  }
  LabelledProblem problem;
  problem.id = read.id;
  problem.language = converted.language;
  problem.entry_point = converted.entry_point;
  problem.problem = ProblemJson(converted);
  const std::string written = ConvertedJson(converted);
  JsonError error;
  if (const auto document = JsonDocument::Parse(written, &error)) {
    TakeLimits(document->root().Find("limits"), &problem);
    problem.statement = StatementOfMessages(document->root().Find("prompt"));
  }
  if (problem.statement.empty()) problem.statement = StatementOfRow(row);
  problem.solutions = PublicSolutions(row, converted);
  NameSolutions(&problem.solutions);
  // What isn't understood of these is no reason to do without the problem.
  if (!TakeHelpers(row, &problem).ok()) problem.validators.clear();
  read.problem = std::move(problem);
  return read;
}

ReadRow ReadProblemText(std::string_view row, std::string_view format,
                        const std::string& fallback_id) {
  JsonError error;
  const auto document = JsonDocument::Parse(row, &error);
  if (document) return ReadProblem(document->root(), format, fallback_id);
  ReadRow read;
  read.id = fallback_id;
  read.refused = error.message;
  return read;
}

}  // namespace assay::lab
