#include "lab/synth/model/problem_row.h"

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::synth {
namespace {

constexpr char kStage[] = "synth.problem";

Error Faulty(const std::string& field, const std::string& what) {
  return InvalidField(kStage, field, what);
}

std::string IdOf(JsonValue row, const std::string& fallback) {
  const JsonValue id = row.Find("id");
  if (id.Is(JsonType::kString)) return id.String();
  return id.Is(JsonType::kNumber) ? std::string(id.raw()) : fallback;
}

// The texts of a prompt's messages, or the statement itself.
std::string StatementOf(JsonValue row) {
  if (const std::string statement = TextAt(row, "statement"); !statement.empty()) return statement;
  const JsonValue prompt = row.Find("prompt");
  if (prompt.Is(JsonType::kString)) return prompt.String();
  std::string text;
  if (!prompt.Is(JsonType::kArray)) return text;
  for (const JsonValue message : prompt.Items()) {
    if (TextAt(message, "role") == "user") text += TextAt(message, "content") + "\n";
  }
  return text;
}

Status ReadTests(JsonValue problem, const std::string& where, SynthProblem* out) {
  const JsonValue tests = problem.Find("tests");
  if (!tests.Is(JsonType::kArray)) return Faulty(where, "must be a list of tests");
  for (const JsonValue test : tests.Items()) {
    const std::string place = where + "[" + std::to_string(out->tests.size()) + "]";
    const JsonValue input = test.Find("input");
    const JsonValue expected = test.Find("expected");
    if (input && !input.Is(JsonType::kString)) return Faulty(place + ".input", "must be a text");
    if (!expected.Is(JsonType::kString)) {
      return Faulty(place + ".expected", "must be a text: the output of a reference");
    }
    SynthTest read;
    read.id = IdOf(test, std::to_string(out->tests.size()));
    read.input = input ? input.String() : "";
    read.expected = expected.String();
    out->tests.push_back(std::move(read));
  }
  if (out->tests.empty()) return Faulty(where, "must not be empty");
  return Status();
}

Status ReadFiles(JsonValue files, const std::string& where, Solution* out) {
  if (!files || files.IsNull()) return Status();
  if (!files.Is(JsonType::kObject)) return Faulty(where, "must be an object of texts by path");
  for (const JsonValue::Member& member : files.Members()) {
    if (!member.value.Is(JsonType::kString)) {
      return Faulty(where + "." + member.key, "must be a text");
    }
    out->files[member.key] = member.value.String();
  }
  return Status();
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
  return Status();
}

Status ReadSolutions(JsonValue row, const char* field, bool right, SynthProblem* out) {
  const JsonValue list = row.Find(field);
  if (!list || list.IsNull()) return Status();
  if (!list.Is(JsonType::kArray)) return Faulty(field, "must be a list of solutions");
  size_t number = 0;
  for (const JsonValue item : list.Items()) {
    const std::string place = std::string(field) + "[" + std::to_string(number) + "]";
    Solution solution;
    solution.right = right;
    solution.name = TextAt(item, "name");
    if (solution.name.empty()) solution.name = place;
    if (const JsonValue outputs = item.Find("outputs")) {
      ASSAY_RETURN_IF_ERROR(ReadOutputs(outputs, place + ".outputs", out->tests.size(), &solution));
    } else {
      solution.language = TextAt(item, "language");
      solution.code = TextAt(item, "code");
      if (solution.language.empty()) return Faulty(place + ".language", "is missing");
      if (solution.code.empty()) return Faulty(place + ".code", "is missing");
      ASSAY_RETURN_IF_ERROR(ReadFiles(item.Find("files"), place + ".files", &solution));
    }
    out->solutions.push_back(std::move(solution));
    ++number;
  }
  return Status();
}

}  // namespace

Result<SynthProblem> ReadProblemRow(std::string_view row, const std::string& fallback_id) {
  JsonError error;
  const auto document = JsonDocument::Parse(row, &error);
  if (!document) return Error{ErrorCode::kInvalidArgument, kStage, 0, error.message};
  const JsonValue root = document->root();
  if (!root.Is(JsonType::kObject)) return Faulty("row", "must be an object");
  SynthProblem problem;
  problem.id = IdOf(root, fallback_id);
  problem.statement = StatementOf(root);
  const JsonValue inner = root.Find("problem");
  const JsonValue holder = inner.Is(JsonType::kObject) ? inner : root;
  const std::string where = inner.Is(JsonType::kObject) ? "problem." : "";
  const std::string mode = TextAt(holder, "mode");
  if (!mode.empty() && mode != "stdin_stdout") {
    return Faulty(where + "mode", "is '" + mode + "'; only problems with outputs have a checker");
  }
  if (holder.Find("interactor")) {
    return Faulty(where + "interactor", "there is none to be sought for interactive problems");
  }
  ASSAY_RETURN_IF_ERROR(ReadTests(holder, where + "tests", &problem));
  ASSAY_RETURN_IF_ERROR(ReadSolutions(root, "accepted", true, &problem));
  ASSAY_RETURN_IF_ERROR(ReadSolutions(root, "wrong", false, &problem));
  if (const double limit = NumberAt(root, "time_limit_s"); limit > 0) problem.cpu_time_s = limit;
  if (const double memory = NumberAt(root, "memory_mb"); memory > 0) {
    problem.memory_mb = static_cast<int64_t>(memory);
  }
  const JsonValue checker = holder.Find("checker");
  const JsonValue comparison = holder.Find("comparison");
  if (checker.Is(JsonType::kObject) || comparison.Is(JsonType::kObject)) {
    Judge given;
    given.name = "given";
    if (checker.Is(JsonType::kObject)) given.checker = checker.raw();
    if (comparison.Is(JsonType::kObject)) given.comparison = comparison.raw();
    problem.given = std::move(given);
  }
  return problem;
}

}  // namespace assay::synth
