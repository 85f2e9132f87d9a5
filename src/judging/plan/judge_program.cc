#include "judging/plan/judge_program.h"

#include <algorithm>
#include <utility>

#include "grading/grade.h"
#include "judging/plan/procedure.h"
#include "judging/plan/request_check.h"

namespace assay {
namespace {

// The files beside a judge's source; those that are sources of the same language are compiled with
// it. A file with the name of one of ours gives way to it.
void AddCheckerFiles(const Checker& checker, const LanguageTable& languages, Program* program) {
  const auto is_taken = [&](std::string_view path) {
    return std::any_of(program->sources.begin(), program->sources.end(),
                       [&](const ProgramFile& source) { return source.path == path; });
  };
  const std::string main = program->sources.empty() ? "" : program->sources.front().path;
  const auto add = [&](const std::string& path, const BlobPtr& contents) {
    if (is_taken(path)) return;
    program->sources.push_back({path, contents});
    if (!languages.IsCompileUnit(program->language, path)) return;
    auto& argv = program->compile_argv;
    argv.insert(std::find(argv.begin(), argv.end(), main), path);
  };
  for (const auto& [path, contents] : checker.files) add(path, contents);
  // C++ judges find testlib.h without bringing it.
  for (const ProgramFile& file : languages.OfferedFiles(program->language, checker.source)) {
    add(file.path, file.contents);
  }
}

}  // namespace

Limits CheckerLimits() {
  Limits limits;
  limits.cpu_time = std::chrono::seconds(10);
  limits.wall_time = std::chrono::seconds(30);
  limits.memory_bytes = 1LL << 30;
  return limits;
}

Limits CheckerCompileLimits() {
  Limits limits;
  limits.cpu_time = std::chrono::seconds(30);
  limits.wall_time = std::chrono::seconds(60);
  limits.memory_bytes = 2LL << 30;
  return limits;
}

std::vector<std::string> OwnNames(const Program& program, std::vector<std::string> names) {
  for (const ProgramFile& source : program.sources) names.push_back(source.path);
  for (const std::string& artifact : program.artifacts) {
    if (artifact.find('*') == std::string::npos) names.push_back(artifact);
  }
  return names;
}

Result<PlannedProgram> PlanJudge(const Checker& judge, const Problem& problem,
                                 const LanguageTable& languages) {
  const std::string role = FieldOf(judge);
  const auto language = languages.Canonical(judge.language);
  if (!language) {
    return InvalidField("engine.submit", role + ".language", "unknown: \"" + judge.language + "\"");
  }
  auto made = languages.MakeProgram(*language, ProgramKind::kJudge, judge.source, problem, {});
  if (!made.ok()) {
    Error error = made.error();
    error.message = role + "." + error.message;
    error.field = role + "." + error.field;
    return error;
  }
  Program program = std::move(made).value();
  const BlobPtr none = Blob::Empty();
  std::vector<std::string> written;
  for (const InputFile& file : MakeCheckerCall(judge, none, none, none, {}).files) {
    written.push_back(file.path);
  }
  ASSAY_RETURN_IF_ERROR(CheckApart(role + ".files", judge.files,
                                   OwnNames(program, std::move(written)), SameName::kGivesWay));
  AddCheckerFiles(judge, languages, &program);
  return WithCompileKey(std::move(program), {}, CheckerCompileLimits());
}

}  // namespace assay
