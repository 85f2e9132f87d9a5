#include "lab/problems/read/native_row.h"

#include <array>

#include "lab/problems/read/columns.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::lab {
namespace {

// Members of a problem that may stand in the row itself.
constexpr std::array kProblemMembers = {
    "mode",       "tests",         "comparison",  "checker",
    "interactor", "function_name", "assert_code", "assert_setup_code"};

Error Faulty(const std::string& field, const std::string& what) {
  return InvalidField(kReadStage, field, what);
}

bool There(JsonValue value) {
  return value && !value.IsNull();
}

std::string BareProblem(JsonValue row) {
  JsonWriter json;
  json.BeginObject();
  for (const char* name : kProblemMembers) {
    if (const JsonValue value = row.Find(name); There(value)) json.Key(name).Raw(value.raw());
  }
  return json.EndObject().Take();
}

// Other limits than a row's "limits", which go first.
std::string OtherLimits(JsonValue row) {
  const double seconds = NumberAt(row, "time_limit_s");
  const double memory_mb = NumberAt(row, "memory_mb");
  JsonWriter json;
  json.BeginObject();
  if (memory_mb > 0) json.Key("memory_mb").Int(static_cast<int64_t>(memory_mb));
  const std::string limits = json.EndObject().Take();
  if (seconds > 0) return ChangedLimits(limits, {seconds, 1});
  return memory_mb > 0 ? limits : std::string();
}

Status ReadOutputs(JsonValue outputs, const std::string& where, size_t tests, Solution* out) {
  if (!outputs.Is(JsonType::kArray) || outputs.Count() != tests) {
    return Faulty(where, "must be a list with a text or null for each of the " +
                             std::to_string(tests) + " tests");
  }
  for (const JsonValue output : outputs.Items()) {
    if (output.Is(JsonType::kString)) {
      out->outputs.emplace_back(output.String());
    } else if (output.IsNull()) {
      out->outputs.emplace_back();
    } else {
      return Faulty(where + "[" + std::to_string(out->outputs.size()) + "]",
                    "must be a text or null");
    }
  }
  return {};
}

// What the solutions of a row share.
struct Shared {
  std::string language;  // of those that name none
  size_t tests = 0;
};

Result<Solution> ReadSolution(JsonValue item, const std::string& where, const Shared& shared) {
  Solution solution;
  if (!item.Is(JsonType::kObject)) return Faulty(where, "must be an object");
  solution.name = TextAt(item, "name");
  const JsonValue own = item.Find("own");
  if (There(own) && !own.Is(JsonType::kBool)) {
    return Faulty(where + ".own", "must be true or false");
  }
  solution.own = own.Is(JsonType::kBool) && own.Bool();
  const JsonValue outputs = item.Find("outputs");
  if (There(outputs)) {
    ASSAY_RETURN_IF_ERROR(ReadOutputs(outputs, where + ".outputs", shared.tests, &solution));
  }
  const JsonValue code = item.Find("code");
  if (There(code) && !code.Is(JsonType::kString)) return Faulty(where + ".code", "must be a text");
  if (!There(code) && There(outputs)) return solution;
  if (!There(code)) return Faulty(where + ".code", "is missing: a text, or \"outputs\"");
  // An empty text is a program, too: a model that wrote none is a sample of it.
  solution.code = TextAt(item, "code");
  solution.language = TextAt(item, "language");
  if (solution.language.empty()) solution.language = shared.language;
  if (solution.language.empty()) {
    return Faulty(where + ".language", "is missing, and the row has none");
  }
  ASSAY_ASSIGN_OR_RETURN(solution.files, FilesOf(item.Find("files"), where + ".files"));
  const JsonValue flags = item.Find("compile_flags");
  if (There(flags) && !flags.Is(JsonType::kArray)) {
    return Faulty(where + ".compile_flags", "must be a list of texts");
  }
  if (There(flags)) solution.compile_flags = std::string(flags.raw());
  return solution;
}

// `label`: of the whole list; nothing: each has its own.
Status ReadSolutions(JsonValue row, const char* field, std::optional<Label> label,
                     const Shared& shared, std::vector<Solution>* solutions) {
  const JsonValue list = row.Find(field);
  if (!There(list)) return {};
  if (!list.Is(JsonType::kArray)) return Faulty(field, "must be a list of solutions");
  size_t number = 0;
  for (const JsonValue item : list.Items()) {
    const std::string where = std::string(field) + "[" + std::to_string(number++) + "]";
    const std::string said = TextAt(item, "label");
    if (!label && said != "correct" && said != "wrong") {
      return Faulty(where + ".label", "must be 'correct' or 'wrong'");
    }
    ASSAY_ASSIGN_OR_RETURN(Solution solution, ReadSolution(item, where, shared));
    solution.label = label.value_or(said == "correct" ? Label::kCorrect : Label::kWrong);
    if (label && solution.name.empty()) solution.name = where;
    solutions->push_back(std::move(solution));
  }
  return {};
}

}  // namespace

bool IsNativeRow(JsonValue row) {
  if (!row.Is(JsonType::kObject)) return false;
  if (row.Find("problem").Is(JsonType::kObject)) return true;
  // A set that calls its tests so calls what must come out "output".
  const JsonValue tests = row.Find("tests");
  if (!tests.Is(JsonType::kArray)) return false;
  if (row.Find("accepted").Is(JsonType::kArray) || row.Find("wrong").Is(JsonType::kArray)) {
    return true;
  }
  const std::vector<JsonValue> items = tests.Items();
  return !items.empty() && items[0].Is(JsonType::kObject) && !items[0].Find("output");
}

Result<LabelledProblem> ReadNativeRow(JsonValue row) {
  LabelledProblem problem;
  const JsonValue inner = row.Find("problem");
  problem.problem = inner.Is(JsonType::kObject) ? std::string(inner.raw()) : BareProblem(row);
  problem.language = TextAt(row, "language");
  problem.entry_point = TextAt(row, "entry_point");
  problem.statement = TextAt(row, "statement");
  if (problem.statement.empty()) problem.statement = StatementOfMessages(row.Find("prompt"));
  if (problem.statement.empty()) problem.statement = StatementOfRow(row);
  const std::string other = OtherLimits(row);
  JsonError error;
  if (There(row.Find("limits"))) {
    if (!row.Find("limits").Is(JsonType::kObject)) return Faulty("limits", "must be an object");
    TakeLimits(row.Find("limits"), &problem);
  } else if (const auto limits = JsonDocument::Parse(other, &error)) {
    TakeLimits(limits->root(), &problem);
  }
  const JsonValue flags = row.Find("compile_flags");
  if (There(flags) && !flags.Is(JsonType::kArray)) {
    return Faulty("compile_flags", "must be a list of texts");
  }
  if (There(flags)) problem.compile_flags = std::string(flags.raw());
  const Shared shared{problem.language, PartsOf(problem.problem).tests.size()};
  ASSAY_RETURN_IF_ERROR(ReadSolutions(row, "solutions", std::nullopt, shared, &problem.solutions));
  ASSAY_RETURN_IF_ERROR(
      ReadSolutions(row, "accepted", Label::kCorrect, shared, &problem.solutions));
  ASSAY_RETURN_IF_ERROR(ReadSolutions(row, "wrong", Label::kWrong, shared, &problem.solutions));
  ASSAY_RETURN_IF_ERROR(TakeHelpers(row, &problem));
  NameSolutions(&problem.solutions);
  return problem;
}

}  // namespace assay::lab
