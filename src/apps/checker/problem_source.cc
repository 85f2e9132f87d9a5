#include "apps/checker/problem_source.h"

#include <cstdio>
#include <filesystem>
#include <set>

#include "apps/package/package_judge.h"
#include "data/packages/expectation.h"
#include "data/packages/load_package.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "lab/synth/model/problem_row.h"
#include "langs/language.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Further refusals are counted: a file of other rows needs no thousand lines.
constexpr size_t kMostNamed = 20;

// What stops ForEachRow when nobody wants further rows.
Error Enough() {
  return {ErrorCode::kCancelled, "checker.rows", 0, "enough"};
}

void WriteIcpc(const IcpcRules& rules, JsonWriter* json) {
  json->BeginObject().Key("mode").String("icpc");
  if (rules.case_sensitive) json->Key("case_sensitive").Bool(true);
  if (rules.space_change_sensitive) json->Key("space_change_sensitive").Bool(true);
  if (rules.absolute_tolerance) json->Key("absolute_tolerance").Double(*rules.absolute_tolerance);
  if (rules.relative_tolerance) json->Key("relative_tolerance").Double(*rules.relative_tolerance);
  json->EndObject();
}

synth::Judge GivenBy(const Problem& problem) {
  synth::Judge given;
  given.name = "given";
  JsonWriter json;
  if (!problem.checker) {
    WriteIcpc(problem.comparison.icpc, &json);
    given.comparison = json.Take();
    return given;
  }
  const Checker& checker = *problem.checker;
  json.BeginObject().Key("kind").String(ToString(checker.kind));
  json.Key("language").String(checker.language).Key("source").Bytes(checker.source);
  json.Key("arguments").BeginArray();
  for (const std::string& argument : checker.arguments) json.Bytes(argument);
  json.EndArray().Key("files").BeginObject();
  for (const auto& [path, bytes] : checker.files) json.Key(path).Bytes(bytes->view());
  json.EndObject().EndObject();
  given.checker = json.Take();
  return given;
}

void AddSubmission(const PackageSubmission& submission, synth::SynthProblem* problem) {
  const std::vector<LanguageEntry>& languages = BuiltInLanguages();
  const Expectation expectation = ExpectationOf(submission);
  const bool right = expectation.verdicts == std::set{Verdict::kAccepted};
  const bool wrong = expectation.verdicts.count(Verdict::kWrongAnswer) > 0 &&
                     expectation.verdicts.count(Verdict::kAccepted) == 0;
  const std::string main = MainFile(languages, submission.files);
  if ((!right && !wrong) || main.empty()) return;
  synth::Solution solution;
  solution.name = submission.path;
  solution.right = right;
  solution.language = LanguageOfFile(languages, main);
  solution.code = std::string(submission.files.at(main)->view());
  for (const auto& [path, bytes] : submission.files) {
    if (path != main) solution.files[path] = std::string(bytes->view());
  }
  problem->solutions.push_back(std::move(solution));
}

}  // namespace

Result<synth::SynthProblem> ProblemOfPackage(const ProblemPackage& package, const std::string& id) {
  if (package.interactive || package.passes > 1) {
    return InvalidField("checker.package", "validation",
                        "the problem is interactive or has several passes: its judge talks");
  }
  if (package.tests.empty()) return InvalidField("checker.package", "data", "has no tests");
  ASSAY_ASSIGN_OR_RETURN(const ProblemPtr judged, ProblemOf(package, BuiltInLanguages()));
  synth::SynthProblem problem;
  problem.id = id;
  for (const TestCase& test : package.tests) {
    problem.tests.push_back(
        {test.id, std::string(test.input->view()), std::string(test.expected->view())});
  }
  for (const PackageSubmission& submission : package.submissions) {
    AddSubmission(submission, &problem);
  }
  // Without one of its own: what a slow language takes.
  constexpr double kUnknownLimitS = 10;
  problem.cpu_time_s =
      package.limits.time_limit_s.value_or(kUnknownLimitS) * package.limits.time_safety_margin;
  problem.memory_mb = package.limits.memory_mb;
  problem.given = GivenBy(*judged);
  return problem;
}

Result<SourceCounts> ForEachProblem(const std::vector<std::string>& paths,
                                    const std::function<bool(synth::SynthProblem)>& on_problem) {
  SourceCounts counts;
  bool enough = false;
  const auto take = [&](Result<synth::SynthProblem> problem, const std::string& where) {
    if (problem.ok()) {
      ++counts.problems;
      enough = !on_problem(std::move(problem).value());
    } else if (++counts.refused <= kMostNamed) {
      std::fprintf(stderr, "%s: %s\n", where.c_str(), problem.error().message.c_str());
    }
  };
  for (const std::string& path : paths) {
    if (enough) break;
    if (std::filesystem::exists(std::filesystem::path(path) / "problem.yaml")) {
      const std::string id = std::filesystem::weakly_canonical(path).filename().string();
      const Result<ProblemPackage> package = LoadPackage(path);
      take(package.ok() ? ProblemOfPackage(*package, id)
                        : Result<synth::SynthProblem>(package.error()),
           path);
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> files, FindDataFiles({path}));
    for (const std::string& file : files) {
      const std::string name = std::filesystem::path(file).filename().string();
      size_t number = 0;
      const Status read = ForEachRow(file, [&](std::string_view row) -> Status {
        const std::string where = name + ":" + std::to_string(++number);
        take(synth::ReadProblemRow(row, where), where);
        return enough ? Status(Enough()) : Status();
      });
      if (!read.ok() && !enough) return read.error();
    }
  }
  if (counts.refused > kMostNamed) {
    std::fprintf(stderr, "… and %zu more\n", counts.refused - kMostNamed);
  }
  return counts;
}

}  // namespace assay
