#include "submission_source.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace assay {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

constexpr size_t kLongestProgram = 4000;  // of the corpus: short ones mutate better

const std::map<std::string, std::string>& LanguageOfExtension() {
  static const std::map<std::string, std::string> languages = {{".py", "python"}, {".cpp", "cpp"},
                                                               {".c", "c"},       {".java", "java"},
                                                               {".js", "nodejs"}, {".sh", "bash"}};
  return languages;
}

const Texts& Inputs() {
  static const Texts texts = {"",
                              "1 2\n",
                              "3\n1 2 3\n",
                              "[1, 2]",
                              "[]",
                              "[[1], {\"a\": null}]",
                              "[\"x\"]",
                              "not json",
                              "\n\n",
                              std::string("a\0b", 3),
                              "\xff\xfe",
                              "1e400 -0 nan",
                              "[1e999]",
                              "{\"a\":1}",
                              "yes",
                              "[",
                              "99999999999999999999999999999999",
                              std::string(3000, '7'),
                              "a b\r\nc\r\n",
                              "[[[[[[[[1]]]]]]]]"};
  return texts;
}

const Texts& Paths() {
  static const Texts paths = {"data.txt",
                              "main.py",
                              "main.py/x",
                              "main",
                              "main/x",
                              "main.cpp",
                              "a",
                              "a/b",
                              "./a",
                              "a//b",
                              "..",
                              ".",
                              "",
                              "/",
                              "/etc/passwd",
                              "/tmp/x",
                              "/tmp/../etc/x",
                              "/dev/shm/y",
                              "../x",
                              "a/../../x",
                              "a/",
                              std::string("n\0l", 3),
                              std::string(300, 'n'),
                              std::string(2000, 'p'),
                              "Main.class",
                              "Main.class/x",
                              "assay_driver.h",
                              "assay_driver.py",
                              "assay_driver.py/x",
                              "stdin.txt",
                              "answer.txt/x",
                              "feedback",
                              "\xff.txt",
                              "*.class",
                              "sitecustomize.py",
                              "encodings/x.py",
                              "main.js",
                              "main.sh",
                              "test_main.py",
                              "Main.java",
                              "bits/stdc++.h",
                              "testlib.h",
                              "/box/main.py"};
  return paths;
}

const Texts& Names() {
  static const Texts names = {"f",
                              "solve",
                              "add",
                              "",
                              "Solution.f",
                              "__init__",
                              "a b",
                              "\xc3\xa9",
                              "os._exit",
                              std::string("f\0g", 3),
                              "main",
                              "f;",
                              std::string(500, 'f')};
  return names;
}

// Those that can do it, and now and then the others.
const Texts& LanguagesOf(ProblemMode mode, Dice* dice) {
  static const Texts kAll = {"python", "python", "python", "cpp",  "cpp",
                             "c",      "java",   "nodejs", "bash", "pytest"};
  static const Texts kCalls = {"python", "python", "cpp", "java", "nodejs"};
  static const Texts kAsserts = {"python"};
  if (dice->OneIn(30) || mode == ProblemMode::kRun || mode == ProblemMode::kStdinStdout)
    return kAll;
  return mode == ProblemMode::kAssert ? kAsserts : kCalls;
}

std::map<std::string, BlobPtr> Files(Dice* dice) {
  std::map<std::string, BlobPtr> files;
  for (size_t i = 1 + dice->Below(3); i > 0; --i) {
    files[dice->Of(Paths())] = Blob::FromString(dice->Bytes(50));
  }
  return files;
}

Limits SomeLimits(Dice* dice) {
  Limits limits;
  static const std::vector<int64_t> kOdd = {-1, 0, 1, 1 << 10, 1 << 20, 1LL << 30, 1LL << 50};
  switch (dice->Below(8)) {
    case 0: limits.cpu_time = Nanoseconds(dice->Of(kOdd)); break;
    case 1: limits.wall_time = Nanoseconds(dice->Of(kOdd)); break;
    case 2: limits.memory_bytes = dice->Of(kOdd); break;
    case 3: limits.output_bytes = dice->Of(kOdd); break;
    case 4: limits.file_bytes = dice->Of(kOdd); break;
    case 5: limits.processes = dice->Of(kOdd); break;
    case 6: limits.stack_bytes = dice->Of(kOdd); break;
    default: limits.wall_backstop_factor = static_cast<int>(dice->Below(102)); break;
  }
  return limits;
}

}  // namespace

SubmissionSource::SubmissionSource(const std::string& repository) {
  for (const char* folder : {"tests/sandboxees", "tests/tamper", "examples"}) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(fs::path(repository) / folder, error), end; at != end;
         at.increment(error)) {
      const auto language = LanguageOfExtension().find(at->path().extension());
      if (language == LanguageOfExtension().end()) continue;
      std::ifstream stream(at->path(), std::ios::binary);
      std::string code((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
      if (code.size() > kLongestProgram) code.resize(kLongestProgram);
      by_language_[language->second].push_back(std::move(code));
      ++programs_;
    }
  }
}

std::string SubmissionSource::Code(const std::string& language, Dice* dice) const {
  if (dice->OneIn(20)) return dice->Bytes(200);
  const auto own = by_language_.find(language);
  const auto& base =
      own != by_language_.end() && !dice->OneIn(10) ? own->second : by_language_.at("python");
  return Mutated(dice->Of(base), dice->Of(base), 6, dice);
}

std::shared_ptr<Problem> SubmissionSource::MakeProblem(ProblemMode mode, Dice* dice) const {
  auto problem = std::make_shared<Problem>();
  problem->mode = mode;
  problem->comparison.mode = static_cast<CompareMode>(dice->Below(8));
  problem->comparison.profile = static_cast<Profile>(dice->Below(4));
  problem->comparison.icpc.case_sensitive = dice->OneIn(2);
  problem->comparison.icpc.space_change_sensitive = dice->OneIn(2);
  if (dice->OneIn(2)) problem->comparison.icpc.absolute_tolerance = 1e-6;
  const bool one = mode == ProblemMode::kRun || mode == ProblemMode::kAssert;
  const size_t tests = dice->OneIn(50) ? dice->Below(3) : one ? 1 : 1 + dice->Below(4);
  for (size_t i = 0; i < tests; ++i) {
    const auto text = [&] {
      return Blob::FromString(Mutated(dice->Of(Inputs()), dice->Of(Inputs()), 2, dice));
    };
    problem->tests.push_back({std::to_string(i), text(), text()});
  }
  if (mode == ProblemMode::kStdinStdout && dice->OneIn(3)) {
    Checker& checker = problem->checker.emplace();
    checker.kind = static_cast<CheckerKind>(dice->Below(4));
    checker.language = dice->OneIn(3) ? "cpp" : dice->OneIn(8) ? "java" : "python";
    checker.source = Code(checker.language, dice);
    checker.always = dice->OneIn(2);
    if (dice->OneIn(8)) checker.files = Files(dice);
    if (dice->OneIn(4)) checker.arguments = {dice->Of(Names()), dice->Bytes(10)};
    if (dice->OneIn(8)) checker.passes = static_cast<int>(dice->Below(4));
    if (dice->OneIn(8)) checker.max_points = static_cast<double>(dice->Below(100));
  }
  const bool call = mode == ProblemMode::kFunctionCall;
  problem->function_name = call && !dice->OneIn(16) ? "f" : dice->Of(Names());
  problem->assert_code =
      Mutated("assert f(1, 2) == 3\n", "def check(c):\n    assert c(1) == 2\n", 3, dice);
  if (dice->OneIn(4)) problem->assert_setup_code = Mutated("import math\n", "", 2, dice);
  return problem;
}

Submission SubmissionSource::Make(uint64_t seed) const {
  Dice dice(seed);
  Submission submission;
  const auto mode = static_cast<ProblemMode>(dice.Below(4));
  submission.language = dice.OneIn(100) ? dice.Bytes(5) : dice.Of(LanguagesOf(mode, &dice));
  submission.code = Code(submission.language, &dice);
  if (dice.OneIn(4)) {  // one that others have as well, so that verdicts are shared
    const uint64_t number = dice.Below(1000);
    Dice its_own(number);
    auto problem = MakeProblem(mode, &its_own);
    problem->identity = std::to_string(static_cast<int>(mode)) + ":" + std::to_string(number);
    submission.problem = std::move(problem);
  } else {
    submission.problem = MakeProblem(mode, &dice);
  }
  if (dice.OneIn(16)) submission.limits = SomeLimits(&dice);
  if (dice.OneIn(16)) submission.compile_limits = SomeLimits(&dice);
  if (dice.OneIn(2)) submission.stop = StopPolicy::kRunAll;
  submission.priority = static_cast<Priority>(dice.Below(3));
  submission.reuse = dice.OneIn(2);
  if (dice.OneIn(12)) submission.files = Files(&dice);
  if (dice.OneIn(12)) submission.fetch_files = {dice.Of(Paths()), dice.Of(Paths())};
  if (dice.OneIn(8)) submission.compile_flags = {"-O0", Mutated("-DX=1", "", 2, &dice)};
  return submission;
}

}  // namespace assay
