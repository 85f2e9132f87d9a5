#include "judging/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judging/plan/requests.h"
#include "judging/testing.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::Not;
using ::testing::StartsWith;

std::string Refusal(Submission submission) {
  const auto plan = MakeJobPlan(std::move(submission), TestLanguages());
  if (plan.ok()) return "accepted";
  EXPECT_EQ(plan.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(plan.error().message, StartsWith(plan.error().field + ": "));
  EXPECT_FALSE(plan.error().field.empty());
  return plan.error().message;
}

JobPlan Plan(Submission submission) {
  auto plan = MakeJobPlan(std::move(submission), TestLanguages());
  EXPECT_TRUE(plan.ok()) << plan.error().ToString();
  return std::move(plan).value();
}

TEST(MakeJobPlan, ValidatorsAndGeneratorsFindTestlibAndCandidatesDoNot) {
  const auto has_header = [](const Submission& submission) {
    const auto plan = MakeJobPlan(submission, TestLanguages());
    EXPECT_TRUE(plan.ok()) << plan.error().ToString();
    const auto& sources = plan->candidate().sources;
    return std::any_of(sources.begin(), sources.end(),
                       [](const ProgramFile& file) { return file.path == "testlib.h"; });
  };
  Submission validator = MakeSubmission({"1"});
  validator.language = "cpp";
  validator.code = "#include \"testlib.h\"\n";
  EXPECT_FALSE(has_header(validator));
  validator = WithProblem(validator, [](Problem& p) { p.mode = ProblemMode::kRun; });
  EXPECT_TRUE(has_header(validator));
  validator.files["testlib.h"] = Blob::FromString("their own");
  EXPECT_FALSE(has_header(validator));
}

TEST(MakeJobPlan, NamesTheFieldAtFault) {
  const Submission good = MakeSubmission({"1"});
  EXPECT_EQ(Refusal(good), "accepted");

  Submission bad = good;
  bad.language = "klingon";
  EXPECT_THAT(Refusal(bad), StartsWith("language:"));
  bad = good;
  bad.problem = nullptr;
  EXPECT_THAT(Refusal(bad), StartsWith("problem:"));
  EXPECT_THAT(Refusal(MakeSubmission({})), StartsWith("problem.tests:"));
  EXPECT_THAT(Refusal(WithProblem(good, [](Problem& p) { p.tests[0].input = nullptr; })),
              StartsWith("problem.tests[0].input:"));
  EXPECT_THAT(Refusal(WithProblem(good, [](Problem& p) { p.tests[0].expected = nullptr; })),
              StartsWith("problem.tests[0].expected:"));
  EXPECT_THAT(Refusal(WithProblem(good, [](Problem& p) { p.mode = ProblemMode::kFunctionCall; })),
              StartsWith("problem.function_name:"));
  EXPECT_THAT(Refusal(WithProblem(good, [](Problem& p) { p.mode = ProblemMode::kAssert; })),
              StartsWith("problem.assert_code:"));
  EXPECT_THAT(Refusal(WithProblem(good,
                                  [](Problem& p) {
                                    p.checker.emplace();
                                    p.checker->language = "klingon";
                                  })),
              StartsWith("problem.checker.language:"));
  const auto interactive = [&](CheckerKind kind, ProblemMode mode) {
    return WithProblem(good, [&](Problem& p) {
      p.checker.emplace();
      p.checker->kind = kind;
      p.checker->interactive = true;
      p.mode = mode;
      p.function_name = "f";
    });
  };
  EXPECT_THAT(Refusal(interactive(CheckerKind::kCms, ProblemMode::kStdinStdout)),
              StartsWith("problem.interactor.kind:"));
  EXPECT_THAT(Refusal(interactive(CheckerKind::kIcpc, ProblemMode::kFunctionCall)),
              StartsWith("problem.interactor:"));
  const auto transcribed = [&](CheckerKind kind, const std::function<void(Checker*)>& change) {
    return WithProblem(interactive(kind, ProblemMode::kStdinStdout), [&](Problem& p) {
      p.transcript_checker.emplace();
      change(&*p.transcript_checker);
    });
  };
  const auto usual = [](Checker*) {};
  EXPECT_EQ(Refusal(transcribed(CheckerKind::kTestlib, usual)), "accepted");
  EXPECT_THAT(Refusal(transcribed(CheckerKind::kIcpc, usual)), StartsWith("problem.checker:"));
  EXPECT_THAT(Refusal(WithProblem(good, [](Problem& p) { p.transcript_checker.emplace(); })),
              StartsWith("problem.checker:"));
  EXPECT_THAT(
      Refusal(transcribed(CheckerKind::kTestlib, [](Checker* c) { c->interactive = true; })),
      StartsWith("problem.checker:"));
  EXPECT_THAT(Refusal(transcribed(CheckerKind::kTestlib,
                                  [](Checker* c) {
                                    c->kind = CheckerKind::kIcpc;
                                    c->passes = 2;
                                  })),
              StartsWith("problem.checker.passes:"));
  EXPECT_THAT(
      Refusal(transcribed(CheckerKind::kTestlib, [](Checker* c) { c->language = "klingon"; })),
      StartsWith("problem.checker.language:"));
  bad = WithProblem(MakeSubmission({"1", "2"}), [](Problem& p) { p.mode = ProblemMode::kRun; });
  EXPECT_THAT(Refusal(bad), StartsWith("problem.tests:"));
  bad = good;
  bad.limits.cpu_time = Nanoseconds{0};
  EXPECT_THAT(Refusal(bad), StartsWith("limits.cpu_time_s:"));
  bad = good;
  bad.compile_limits.wall_time = std::chrono::hours(2);
  EXPECT_THAT(Refusal(bad), StartsWith("compile_limits.wall_time_s:"));
  bad = good;
  bad.limits.memory_bytes = -1;
  EXPECT_THAT(Refusal(bad), StartsWith("limits.memory_bytes:"));
  bad = good;
  bad.total_timeout = Nanoseconds{-1};
  EXPECT_THAT(Refusal(bad), StartsWith("total_timeout_s:"));
  bad = good;
  bad.files["data"] = nullptr;
  EXPECT_THAT(Refusal(bad), StartsWith("files:"));
}

TEST(MakeJobPlan, FilesKeepAwayFromTheProgramsOwn) {
  const auto refusal = [](const char* language, const char* path, ProblemMode mode) {
    Submission submission = WithProblem(MakeSubmission({"1"}), [&](Problem& p) {
      p.mode = mode;
      p.function_name = "f";
      p.assert_code = "assert f()";
    });
    submission.language = language;
    submission.files[path] = Blob::Empty();
    return Refusal(submission);
  };
  constexpr auto kWhole = ProblemMode::kStdinStdout;
  constexpr auto kCall = ProblemMode::kFunctionCall;
  for (const char* path : {"main.py", "main.py/x", "./main.py", "/box/main.py/x", "a/../main.py"}) {
    EXPECT_THAT(refusal("python", path, kWhole), StartsWith("files: ")) << path;
    EXPECT_THAT(refusal("python", path, kCall), StartsWith("files: ")) << path;
    EXPECT_THAT(refusal("python", path, ProblemMode::kAssert), StartsWith("files: ")) << path;
  }
  EXPECT_THAT(refusal("cpp", "main", kWhole), StartsWith("files: "));
  EXPECT_THAT(refusal("cpp", "main/x", kWhole), StartsWith("files: "));
  EXPECT_THAT(refusal("cpp", "assay_driver.h", kCall), StartsWith("files: "));
  EXPECT_EQ(refusal("cpp", "assay_driver.h", kWhole), "accepted");
  for (const char* path : {"main.pyc", "main", "sub/main.py", "/tmp/main.py", "main.py.txt/x"}) {
    EXPECT_EQ(refusal("python", path, kWhole), "accepted") << path;
  }
}

TEST(MakeJobPlan, ACheckersFilesKeepAwayFromWhatItReads) {
  const auto refusal = [](CheckerKind kind, const std::string& path) {
    return Refusal(WithProblem(MakeSubmission({"1"}), [&](Problem& p) {
      p.checker.emplace();
      p.checker->kind = kind;
      p.checker->files[path] = Blob::Empty();
    }));
  };
  constexpr auto kScaleBox = CheckerKind::kScaleBox;
  for (const std::string& path : {std::string("stdin.txt/x"), std::string("main.py/x"),
                                  std::string("../x"), std::string("a\0b", 3), std::string()}) {
    EXPECT_THAT(refusal(kScaleBox, path), StartsWith("problem.checker.files: ")) << path;
  }
  EXPECT_THAT(refusal(CheckerKind::kIcpc, "feedback"), StartsWith("problem.checker.files: "));
  EXPECT_EQ(refusal(kScaleBox, "feedback"), "accepted");
  // Packages bring the files that judges are usually compiled with.
  EXPECT_EQ(refusal(kScaleBox, "main.py"), "accepted");
  EXPECT_EQ(refusal(kScaleBox, "stdin.txt"), "accepted");
  const Submission words = WithProblem(MakeSubmission({"1"}), [](Problem& p) {
    p.checker.emplace();
    p.checker->arguments = {std::string("a\0b", 3)};
  });
  EXPECT_THAT(Refusal(words), StartsWith("problem.checker.arguments: "));
}

TEST(MakeJobPlan, UsesTheCanonicalNameOfALanguage) {
  Submission submission = MakeSubmission({"1"});
  submission.language = "c++";
  const JobPlan plan = Plan(submission);
  EXPECT_EQ(plan.submission.language, "cpp");
  EXPECT_FALSE(plan.programs[0].compile_key.empty());
  EXPECT_TRUE(Plan(MakeSubmission({"1"})).programs[0].compile_key.empty());
}

TEST(MakeJobPlan, TheCompileKeyCoversWhatCanChangeTheResult) {
  Submission base = MakeSubmission({"1"});
  base.language = "cpp";
  base.code = "int main(){}";
  const std::string key = Plan(base).programs[0].compile_key;
  EXPECT_EQ(Plan(base).programs[0].compile_key, key);
  Submission same = base;  // another problem, other run limits
  same.problem = MakeSubmission({"2", "3"}).problem;
  same.limits.memory_bytes = 1 << 20;
  EXPECT_EQ(Plan(same).programs[0].compile_key, key);

  Submission other = base;
  other.code += " ";
  EXPECT_NE(Plan(other).programs[0].compile_key, key);
  other = base;
  other.compile_flags = {"-O0"};
  EXPECT_NE(Plan(other).programs[0].compile_key, key);
  other = base;
  other.files["lib.h"] = Blob::FromString("x");
  EXPECT_NE(Plan(other).programs[0].compile_key, key);
  other = base;
  other.compile_limits.memory_bytes = 1 << 28;
  EXPECT_NE(Plan(other).programs[0].compile_key, key);
}

TEST(CandidateRequest, HandsOverFilesAndLimits) {
  Submission submission = MakeSubmission({"1", "2"});
  submission.files["data.txt"] = Blob::FromString("d");
  submission.fetch_files = {"out.txt"};
  submission.limits.processes = 7;
  const JobPlan plan = Plan(submission);
  const RunRequest request = CandidateRequest(plan, nullptr);
  EXPECT_EQ(request.limits.processes, 7);
  EXPECT_THAT(request.fetch, ElementsAre("out.txt"));
  EXPECT_THAT(request.files, Contains(Field(&InputFile::path, "data.txt")));
  EXPECT_THAT(request.files, Contains(Field(&InputFile::path, plan.candidate().sources[0].path)));
  EXPECT_FALSE(request.reply);
}

TEST(CandidateRequest, AClientFileDoesNotReplaceWhatWasCompiled) {
  Submission submission = MakeSubmission({"1"});
  submission.language = "java";
  submission.code = "public class Main { public static void main(String[] a) {} }";
  submission.files["Main.class"] = Blob::FromString("something else");
  auto compiled = std::make_shared<RunResult>(Exited(0));
  compiled->files["Main.class"] = Blob::FromString("byte code");
  const RunRequest request = CandidateRequest(Plan(submission), compiled);
  int found = 0;
  for (const InputFile& file : request.files) {
    if (file.path != "Main.class") continue;
    ++found;
    EXPECT_EQ(file.contents->view(), "byte code");
  }
  EXPECT_EQ(found, 1);
}

TEST(CandidateRequest, ACompiledProgramGetsItsArtifactsAndNotItsSource) {
  Submission submission = MakeSubmission({"1"});
  submission.language = "cpp";
  const JobPlan plan = Plan(submission);
  const RunRequest compile = CompileRequest(plan, kCandidateProgram);
  EXPECT_EQ(compile.argv, plan.candidate().compile_argv);
  EXPECT_EQ(compile.fetch, plan.candidate().artifacts);
  auto run = std::make_shared<RunResult>(Exited(0));
  run->files["main"] = Blob::FromString("ELF");
  const RunRequest request = CandidateRequest(plan, run);
  ASSERT_EQ(request.files.size(), 1u);
  EXPECT_EQ(request.files[0].path, "main");
  EXPECT_TRUE(request.files[0].executable);
}

TEST(CandidateRequest, TheCandidateNeverSeesTheExpectationOrTheChecker) {
  Submission submission = WithProblem(MakeSubmission({"wrong"}), [](Problem& problem) {
    problem.checker.emplace();
    problem.checker->source = "secret";
  });
  const RunRequest request = CandidateRequest(Plan(submission), nullptr);
  for (const InputFile& file : request.files) {
    EXPECT_THAT(std::string(file.contents->view()), Not(::testing::HasSubstr("secret")));
    EXPECT_THAT(std::string(file.contents->view()), Not(::testing::HasSubstr("something else")));
  }
}

}  // namespace
}  // namespace assay
