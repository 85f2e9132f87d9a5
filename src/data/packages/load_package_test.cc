#include "data/packages/load_package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "data/packages/expectation.h"
#include "data/packages/package.h"
#include "data/packages/package_yaml.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class PackageFolder : public testing::Test {
 protected:
  PackageFolder() {
    std::string name = testing::TempDir() + "assay_package_XXXXXX";
    root_ = ::mkdtemp(name.data());
  }
  ~PackageFolder() override { fs::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  Result<ProblemPackage> Load() { return LoadPackage(root_.string()); }

  fs::path root_;
};

TEST_F(PackageFolder, IsReadInTheFormatsOrder) {
  Write("problem.yaml", "name: {en: Odd, sv: Udda}\nvalidator_flags: float_tolerance 1e-6\n");
  Write(".timelimit", "3\n");
  Write("data/sample/1.in", "a");
  Write("data/sample/1.ans", "b");
  Write("data/secret/group2/1.in", "e");
  Write("data/secret/group2/1.ans", "");
  Write("data/secret/group1/02.in", "c\r\n");
  Write("data/secret/group1/02.ans", "d");
  Write("data/secret/group1/testdata.yaml", "");
  Write("submissions/accepted/a.py", "print(1)");
  Write("submissions/wrong_answer/many/Main.java", "class Main {}");
  Write("submissions/wrong_answer/many/Other.java", "class Other {}");
  Write("submissions/wrong_answer/.hidden", "");
  const auto package = Load();
  ASSERT_TRUE(package.ok()) << package.error().ToString();
  EXPECT_EQ(package->name, "Odd");
  EXPECT_EQ(package->limits.time_limit_s, 3);
  EXPECT_THAT(package->validator_flags, ElementsAre("float_tolerance", "1e-6"));
  ASSERT_EQ(package->tests.size(), 3u);
  EXPECT_EQ(package->tests[0].id, "sample/1");
  EXPECT_EQ(package->tests[1].id, "secret/group1/02");
  EXPECT_EQ(package->tests[1].input->view(), "c\r\n");
  EXPECT_EQ(package->tests[2].id, "secret/group2/1");
  ASSERT_EQ(package->submissions.size(), 2u);
  EXPECT_EQ(package->submissions[0].path, "accepted/a.py");
  EXPECT_EQ(package->submissions[1].path, "wrong_answer/many");
  EXPECT_EQ(package->submissions[1].files.size(), 2u);
}

TEST_F(PackageFolder, TheValidatorIsAFileOrAFolder) {
  Write("problem.yaml", "validation: custom\n");
  Write("data/secret/1.in", "a");
  Write("data/secret/1.ans", "b");
  Write("output_validators/v/validate.cc", "int main() {}");
  Write("output_validators/v/validate.h", "");
  EXPECT_THAT(Load()->validator,
              ElementsAre(testing::Key("validate.cc"), testing::Key("validate.h")));
  fs::remove_all(root_ / "output_validators");
  Write("output_validators/v.py", "");
  EXPECT_THAT(Load()->validator, ElementsAre(testing::Key("v.py")));
}

TEST_F(PackageFolder, NamesTheFileAtFault) {
  EXPECT_THAT(Load().error().message, HasSubstr("problem.yaml: cannot be read"));
  Write("problem.yaml", "a: [\n");
  EXPECT_THAT(Load().error().message, HasSubstr("problem.yaml: line "));
  Write("problem.yaml", "name: x\n");
  EXPECT_THAT(Load().error().message, HasSubstr("holds no tests"));
  Write("data/secret/1.in", "a");
  EXPECT_THAT(Load().error().message, HasSubstr("1.ans: is missing"));
  Write("data/secret/1.ans", "a");
  EXPECT_TRUE(Load().ok());
  Write("problem.yaml", "validation: custom interactive\n");
  EXPECT_THAT(Load().error().message, HasSubstr("is needed"));
}

ProblemPackage Yaml(const std::string& text) {
  ProblemPackage package;
  EXPECT_TRUE(ReadProblemYaml(text, &package).ok());
  return package;
}

TEST(ProblemYaml, TypesAndLimitsOfBothFormats) {
  EXPECT_EQ(Yaml("").limits.time_multiplier, 5);
  EXPECT_EQ(Yaml("").limits.time_safety_margin, 2);
  EXPECT_EQ(Yaml("problem_format_version: legacy-icpc\n").limits.time_multiplier, 5);
  EXPECT_EQ(Yaml("problem_format_version: 2023-07-draft\n").limits.time_safety_margin, 1.5);
  const ProblemPackage both = Yaml(
      "type: [interactive, multi-pass]\n"
      "limits: {time_limit: 2, validation_passes: 3, memory: 256,\n"
      "         time_multipliers: {ac_to_time_limit: 4, time_limit_to_tle: 1.25}}\n");
  EXPECT_TRUE(both.interactive);
  EXPECT_FALSE(both.scoring);
  EXPECT_EQ(both.passes, 3);
  EXPECT_EQ(both.limits.time_limit_s, 2);
  EXPECT_EQ(both.limits.memory_mb, 256);
  EXPECT_EQ(both.limits.time_multiplier, 4);
  EXPECT_EQ(both.limits.time_safety_margin, 1.25);
  EXPECT_EQ(both.format, PackageFormat::kLegacy);
  EXPECT_EQ(Yaml("problem_format_version: 2025-09\n").format, PackageFormat::k2023);
  EXPECT_EQ(Yaml("limits: {time_resolution: 0.5}\n").limits.time_resolution_s, 0.5);
  ProblemPackage package;
  EXPECT_FALSE(ReadProblemYaml("limits: {time_resolution: 0}\n", &package).ok());
  EXPECT_EQ(Yaml("validation: custom multi-pass\n").passes, 2);
  EXPECT_TRUE(Yaml("type: scoring\n").scoring);
}

TEST(ValidatorFlags, AreTheDefaultValidators) {
  const auto rules = ParseValidatorFlags(
      {"case_sensitive", "space_change_sensitive", "float_absolute_tolerance", "1e-8"});
  ASSERT_TRUE(rules.ok());
  EXPECT_TRUE(rules->case_sensitive);
  EXPECT_TRUE(rules->space_change_sensitive);
  EXPECT_EQ(rules->absolute_tolerance, 1e-8);
  EXPECT_FALSE(rules->relative_tolerance);
  EXPECT_EQ(ParseValidatorFlags({"float_tolerance", "1E-6"})->relative_tolerance, 1e-6);
  EXPECT_EQ(ParseValidatorFlags({"float_tolerance", "1E-6"})->absolute_tolerance, 1e-6);
  EXPECT_FALSE(ParseValidatorFlags({"float_tolerance"}).ok());
  EXPECT_FALSE(ParseValidatorFlags({"float_tolerance", "x"}).ok());
  EXPECT_FALSE(ParseValidatorFlags({"float_tolerance", "-1"}).ok());
  EXPECT_FALSE(ParseValidatorFlags({"lenient"}).ok());
}

std::optional<bool> Agreement(const std::string& folder, Verdict verdict,
                              const std::string& source = "", double score = 0) {
  PackageSubmission submission;
  submission.folder = folder;
  submission.files["a.py"] = Blob::FromString(source);
  SubmissionResult result;
  result.verdict = verdict;
  result.cause = Cause::kCandidate;
  result.score = score;
  return Agrees(ExpectationOf(submission), result);
}

TEST(Expectation, FollowsFolderAndTag) {
  EXPECT_EQ(Agreement("accepted", Verdict::kAccepted), true);
  EXPECT_EQ(Agreement("accepted", Verdict::kTimeLimit), false);
  EXPECT_EQ(Agreement("wrong_answer", Verdict::kPresentationError), true);
  EXPECT_EQ(Agreement("run_time_error", Verdict::kMemoryLimit), true);
  EXPECT_EQ(Agreement("slow_accepted", Verdict::kTimeLimit), true);
  EXPECT_EQ(Agreement("rejected", Verdict::kAccepted), false);
  EXPECT_EQ(Agreement("partially_accepted", Verdict::kWrongAnswer, "", 0.5), true);
  EXPECT_EQ(Agreement("partially_accepted", Verdict::kWrongAnswer, "", 0), false);
  EXPECT_EQ(Agreement("mixed", Verdict::kAccepted), std::nullopt);
  const std::string tag = "# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\nprint(1)\n";
  EXPECT_EQ(Agreement("mixed", Verdict::kTimeLimit, tag), true);
  EXPECT_EQ(Agreement("mixed", Verdict::kRuntimeError, tag), true);
  EXPECT_EQ(Agreement("mixed", Verdict::kAccepted, tag), false);
  EXPECT_EQ(Agreement("accepted", Verdict::kAccepted, tag), true) << "one of the formats' folders";
}

TEST(Expectation, NoVerdictIsNoDisagreement) {
  PackageSubmission submission;
  submission.folder = "accepted";
  SubmissionResult result;  // ours to blame
  EXPECT_EQ(Agrees(ExpectationOf(submission), result), std::nullopt);
}

}  // namespace
}  // namespace assay
