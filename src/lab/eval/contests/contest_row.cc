#include "lab/eval/contests/contest_row.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "data/convert/shapes.h"
#include "text/json_member.h"

namespace assay::eval {
namespace {

constexpr std::string_view kDifficulties[] = {"unknown", "easy",    "medium",  "hard",
                                              "harder",  "hardest", "external"};

// Appends the tests of a column; without one there are none.
Status AddTests(const Row& row, std::string_view column, std::vector<RowTest>* out) {
  const JsonValue tests = row.Find({column});
  if (!tests || tests.IsNull()) return Status();
  const auto fault = ReadTextTests(tests, std::string(column), Outputs::kMayLack, out);
  return fault ? Status(row.Fault("has tests that are not understood: " + fault->field + " " +
                                  fault->what))
               : Status();
}

// CodeContests' solutions in Python 3 (language 3).
void AddSolutions(JsonValue solutions, std::vector<std::string>* out) {
  const JsonValue languages = solutions.Find("language");
  const JsonValue texts = solutions.Find("solution");
  if (!languages.Is(JsonType::kArray) || !texts.Is(JsonType::kArray)) return;
  const std::vector<JsonValue> in = languages.Items();
  const std::vector<JsonValue> codes = texts.Items();
  for (size_t i = 0; i < in.size() && i < codes.size(); ++i) {
    const std::string language = ValueText(in[i]);
    if (language == "3" || language == "PYTHON3") out->push_back(ValueText(codes[i]));
  }
}

double Number(JsonValue value) {
  if (value.Is(JsonType::kNumber)) return value.Double();
  return value.Is(JsonType::kString) ? std::strtod(value.String().c_str(), nullptr) : 0;
}

}  // namespace

Result<ContestProblem> ReadCodeContestsRow(const Row& row) {
  ContestProblem problem;
  ASSAY_ASSIGN_OR_RETURN(problem.id, row.Needed({"name", "problem_id"}));
  ASSAY_ASSIGN_OR_RETURN(problem.statement, row.Needed({"description", "statement"}));
  bool any = false;
  for (const std::string_view column :
       {"public_tests", "private_tests", "generated_tests", "tests"}) {
    any = any || row.Find({column});
    ASSAY_RETURN_IF_ERROR(AddTests(row, column, &problem.tests));
  }
  if (!any) return row.Fault("has none of the columns of tests, 'public_tests' …");
  const std::string difficulty = row.Text({"difficulty"});
  const int known = std::atoi(difficulty.c_str());
  // Contests' own letters are no difficulty that compares.
  if (known > 0 && known < static_cast<int>(std::size(kDifficulties))) {
    problem.difficulty = kDifficulties[known];
  }
  const JsonValue limit = row.Find({"time_limit"});
  if (limit.Is(JsonType::kObject)) {
    problem.time_limit_s = NumberAt(limit, "seconds") + NumberAt(limit, "nanos") / 1e9;
  }
  problem.memory_mb = static_cast<int64_t>(Number(row.Find({"memory_limit_bytes"})) / (1 << 20));
  AddSolutions(row.Find({"solutions"}), &problem.right);
  AddSolutions(row.Find({"incorrect_solutions"}), &problem.wrong);
  const std::string solution = row.Text({"solution"});
  if (!solution.empty() && row.Text({"language"}) == "python3") problem.right.push_back(solution);
  return problem;
}

Result<ContestProblem> ReadAetherCodeRow(const Row& row) {
  ContestProblem problem;
  ASSAY_ASSIGN_OR_RETURN(problem.id, row.Needed({"id"}));
  ASSAY_ASSIGN_OR_RETURN(problem.statement, row.Needed({"description"}));
  problem.checker = row.Text({"checker", "checker_cpp"});
  ASSAY_RETURN_IF_ERROR(AddTests(row, "test_cases", &problem.tests));
  problem.difficulty = row.Text({"difficulty"});
  problem.date = row.Text({"date"}).substr(0, 10);
  std::replace(problem.date.begin(), problem.date.end(), '/', '-');
  problem.topic = row.Text({"contest_category", "year"});
  problem.time_limit_s = Number(row.Find({"time_limit"})) / 1000;
  const double memory = Number(row.Find({"memory_limit"}));
  // Mebibytes; a number too large for that is bytes.
  problem.memory_mb = static_cast<int64_t>(memory > (1 << 20) ? memory / (1 << 20) : memory);
  return problem;
}

Result<ContestProblem> ReadAppsRow(const Row& row) {
  ContestProblem problem;
  ASSAY_ASSIGN_OR_RETURN(problem.id, row.Needed({"problem_id", "id"}));
  ASSAY_ASSIGN_OR_RETURN(problem.statement, row.Needed({"question"}));
  ASSAY_ASSIGN_OR_RETURN(const std::string text, row.Needed({"input_output"}));
  problem.starter_code = row.Text({"starter_code"});
  problem.difficulty = row.Text({"difficulty"});
  problem.right = row.List({"solutions"});
  if (text.empty()) return problem;
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
  if (!document) return row.Fault("has no JSON in 'input_output': " + error.message);
  const JsonValue inputs = document->root().Find("inputs");
  const JsonValue outputs = document->root().Find("outputs");
  if (!inputs.Is(JsonType::kArray) || !outputs.Is(JsonType::kArray)) {
    return row.Fault("has no lists 'inputs' and 'outputs' in 'input_output'");
  }
  // The harness gets the values as the row has them; Assay's own judging makes texts of them
  // (LinesText) or takes them out of a list of one (UnwrapSingle), as contest_sets.cc says.
  const std::vector<JsonValue> in = inputs.Items();
  const std::vector<JsonValue> expected = outputs.Items();
  for (size_t i = 0; i < in.size() && i < expected.size(); ++i) {
    problem.raw_tests.push_back({std::string(in[i].raw()), std::string(expected[i].raw())});
  }
  problem.function_name = TextAt(document->root(), "fn_name");
  return problem;
}

std::string WhyUnjudgeable(const ContestProblem& problem, bool needs_checker) {
  if (problem.tests.empty() && problem.raw_tests.empty()) return "without tests";
  return needs_checker && problem.checker.empty() ? "without a checker" : "";
}

}  // namespace assay::eval
