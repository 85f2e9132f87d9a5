#include "judging/plan/requests.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "judging/plan/judge_program.h"

namespace assay {
namespace {

// Of the files that a client asks for.
constexpr int64_t kMostFetchedBytes = 96 << 20;

void AddSources(const Program& program, RunRequest* request) {
  for (const ProgramFile& source : program.sources) {
    request->files.push_back({source.path, source.contents, false});
  }
}

// The client's files. One that bears the name of what was compiled gives way to it.
void AddClientFiles(const std::map<std::string, BlobPtr>& files, RunRequest* request) {
  std::set<std::string> taken;
  for (const InputFile& file : request->files) taken.insert(file.path);
  for (const auto& [path, contents] : files) {
    if (!taken.count(path)) request->files.push_back({path, contents, false});
  }
}

RunRequest Compile(const Program& program, const Limits& limits, const char* purpose) {
  RunRequest request;
  request.argv = program.compile_argv;
  request.env = program.env;
  request.fetch = program.artifacts;
  request.limits = limits;
  request.purpose = purpose;
  AddSources(program, &request);
  return request;
}

RunRequest Execute(const Program& program, const CompileRunPtr& compiled, const Limits& limits,
                   const char* purpose) {
  RunRequest request;
  request.argv = program.run_argv;
  request.env = program.env;
  request.reply = program.reply;
  request.limits = limits;
  request.purpose = purpose;
  if (program.sources_at_run) AddSources(program, &request);
  if (compiled != nullptr) {
    for (const auto& [path, contents] : compiled->files) {
      // The bit does no harm to class files and the like, and only the language knows which of its
      // artifacts is the program.
      request.files.push_back({path, contents, true});
    }
  }
  return request;
}

// The candidate's code in one of its programs.
RunRequest CandidateSide(const JobPlan& plan, const Program& program,
                         const CompileRunPtr& compiled) {
  const Submission& submission = plan.submission;
  RunRequest request = Execute(program, compiled, submission.limits, "test");
  AddClientFiles(submission.files, &request);
  request.fetch = submission.fetch_files;
  // They are kept until the submission is answered, so its tests share what there is.
  request.fetch_bytes = kMostFetchedBytes / static_cast<int64_t>(plan.tests().size());
  return request;
}

}  // namespace

RunRequest CompileRequest(const JobPlan& plan, size_t program) {
  if (program != kCandidateProgram) {
    return Compile(plan.programs[program].program, CheckerCompileLimits(), "checker-compile");
  }
  RunRequest request = Compile(plan.candidate(), plan.submission.compile_limits, "compile");
  AddClientFiles(plan.submission.files, &request);
  return request;
}

RunRequest CandidateRequest(const JobPlan& plan, const CompileRunPtr& compiled) {
  RunRequest request = CandidateSide(plan, plan.candidate(), compiled);
  request.series = plan.series;
  request.may_follow_others = plan.may_follow_others;
  return request;
}

Executable ExecutableOf(const Program& program) {
  const std::string& file = program.run_argv.front();
  const bool made =
      !program.compile_argv.empty() && file.front() != '/' && file.find('/') != std::string::npos;
  return made ? Executable::kArtifact : Executable::kToolchain;
}

RunRequest AssertTestsRequest(const JobPlan& plan, const Program& tests,
                              const AssertProgress& progress, const LanguageTable& languages) {
  const Limits& limits = plan.submission.limits;
  // At least what a checker gets: the tests' own work is not the candidate's. The client's files
  // stay out, since a module among them would run here.
  Limits more = CheckerLimits();
  more.cpu_time = std::max(more.cpu_time, limits.cpu_time);
  more.wall_time = std::max(more.wall_time, limits.wall_time);
  RunRequest request = Execute(tests, nullptr, more, "asserts");
  request.stdin_bytes = languages.AssertTestsInput(*plan.submission.problem, progress);
  return request;
}

RunRequest AssertCallsRequest(const JobPlan& plan, const Program& calls, const std::string& input) {
  RunRequest request = CandidateSide(plan, calls, nullptr);
  request.stdin_bytes = Blob::FromString(input);
  return request;
}

RunRequest CheckerRequest(const Program& judge, const CompileRunPtr& compiled, CheckerCall call) {
  RunRequest request = Execute(judge, compiled, CheckerLimits(), "checker");
  request.argv.insert(request.argv.end(), call.arguments.begin(), call.arguments.end());
  request.stdin_bytes = std::move(call.stdin_bytes);
  request.fetch = std::move(call.fetch);
  for (InputFile& file : call.files) request.files.push_back(std::move(file));
  return request;
}

}  // namespace assay
