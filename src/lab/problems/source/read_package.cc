#include "lab/problems/source/read_package.h"

#include <filesystem>
#include <set>

#include "data/packages/expectation.h"
#include "data/packages/load_package.h"
#include "data/packages/problem/package_problem.h"
#include "langs/language.h"
#include "model/names.h"
#include "text/json_writer.h"

namespace assay::lab {
namespace {

constexpr char kStage[] = "problem.package";
// Of a package without a limit: what a slow language takes.
constexpr double kUnknownLimitS = 10;

std::map<std::string, std::string> TextsOf(const std::map<std::string, BlobPtr>& files) {
  std::map<std::string, std::string> texts;
  for (const auto& [path, bytes] : files) texts[path] = std::string(bytes->view());
  return texts;
}

void WriteIcpc(const IcpcRules& rules, JsonWriter* json) {
  json->BeginObject().Key("mode").String("icpc");
  if (rules.case_sensitive) json->Key("case_sensitive").Bool(true);
  if (rules.space_change_sensitive) json->Key("space_change_sensitive").Bool(true);
  if (rules.absolute_tolerance) json->Key("absolute_tolerance").Double(*rules.absolute_tolerance);
  if (rules.relative_tolerance) json->Key("relative_tolerance").Double(*rules.relative_tolerance);
  json->EndObject();
}

void WriteChecker(const Checker& checker, JsonWriter* json) {
  json->BeginObject().Key("kind").String(ToString(checker.kind));
  json->Key("language").String(checker.language).Key("source").Bytes(checker.source);
  json->Key("arguments").BeginArray();
  for (const std::string& argument : checker.arguments) json->Bytes(argument);
  json->EndArray().Key("files").BeginObject();
  for (const auto& [path, bytes] : checker.files) json->Key(path).Bytes(bytes->view());
  json->EndObject().EndObject();
}

std::string JsonOf(const Problem& problem) {
  JsonWriter json;
  json.BeginObject().Key("mode").String(ProblemParts::kPrints);
  if (problem.checker) {
    json.Key("checker");
    WriteChecker(*problem.checker, &json);
  } else {
    json.Key("comparison");
    WriteIcpc(problem.comparison.icpc, &json);
  }
  json.Key("tests").BeginArray();
  for (const TestCase& test : problem.tests) {
    json.BeginObject().Key("id").Bytes(test.id).Key("input").Bytes(test.input->view());
    json.Key("expected").Bytes(test.expected->view()).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::optional<Label> LabelOf(const PackageSubmission& submission) {
  const std::set<Verdict> verdicts = ExpectationOf(submission).verdicts;
  if (verdicts == std::set{Verdict::kAccepted}) return Label::kCorrect;
  const bool wrong =
      verdicts.count(Verdict::kWrongAnswer) > 0 && verdicts.count(Verdict::kAccepted) == 0;
  return wrong ? std::optional(Label::kWrong) : std::nullopt;
}

void AddSubmission(const PackageSubmission& submission, LabelledProblem* problem) {
  const std::optional<Label> label = LabelOf(submission);
  PackageProgram program = ProgramOf(BuiltInLanguages(), submission.files);
  if (!label || program.language.empty()) return;
  Solution& solution = problem->solutions.emplace_back();
  solution.name = submission.path;
  solution.label = *label;
  solution.language = std::move(program.language);
  solution.code = std::move(program.source);
  solution.files = TextsOf(program.files);
}

}  // namespace

bool IsPackage(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(std::filesystem::path(path) / "problem.yaml", error);
}

Result<LabelledProblem> ReadPackage(const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(const ProblemPackage package, LoadPackage(folder));
  if (package.interactive || package.passes > 1) {
    return InvalidField(kStage, "validation",
                        "the problem is interactive or has several passes: its judge talks");
  }
  ASSAY_ASSIGN_OR_RETURN(const ProblemPtr judged, ProblemOf(package, BuiltInLanguages()));
  LabelledProblem problem;
  problem.id = std::filesystem::weakly_canonical(folder).filename().string();
  problem.problem = JsonOf(*judged);
  for (const PackageSubmission& submission : package.submissions) {
    AddSubmission(submission, &problem);
  }
  problem.cpu_time_s =
      package.limits.time_limit_s.value_or(kUnknownLimitS) * package.limits.time_safety_margin;
  problem.memory_mb = static_cast<double>(package.limits.memory_mb);
  JsonWriter limits;
  limits.BeginObject().Key("memory_mb").Int(package.limits.memory_mb).EndObject();
  problem.limits = ChangedLimits(limits.Take(), {problem.cpu_time_s, 1});
  for (const PackageProgram& each : InputValidatorsOf(package, BuiltInLanguages())) {
    problem.validators.push_back({each.language, each.source, TextsOf(each.files)});
  }
  return problem;
}

}  // namespace assay::lab
