// Problem: tests, how outputs are compared, and special judges. Plain values, immutable once
// shared.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"

namespace assay {

enum class ProblemMode {
  kRun,           // run once and report; no verdict about correctness (SandboxFusion's /run_code)
  kStdinStdout,   // feed stdin, compare stdout
  kFunctionCall,  // call a function with typed arguments, compare the returned value
  kAssert,        // run test code (asserts) against the candidate's definitions
};

// How an output is compared with the expectation. docs/judging.md has every rule.
enum class CompareMode {
  kDefault,         // line by line, tokens within a line, float tolerance; trailing blanks ignored
  kExact,           // byte for byte
  kLines,           // line by line, trailing white space and trailing blank lines ignored
  kTokens,          // white-space separated tokens, line structure ignored, exact
  kFloat,           // as kTokens, with tolerance on tokens the expectation writes as non-integers
  kYesNo,           // first token, case-insensitive, must be yes or no
  kUnorderedLines,  // kLines on sorted lines
  kIcpc,            // the default validator of problem packages; see IcpcRules
  kTestlib,         // a standard checker of testlib; see TestlibChecker
};
std::string_view ToString(CompareMode mode);
// Not kTestlib, which is named with its checker: ParseTestlibChecker.
std::optional<CompareMode> ParseCompareMode(std::string_view name);

// The checkers that come with testlib, by their file names.
enum class TestlibChecker {
  kAcmp,
  kCaseIcmp,
  kCaseNcmp,
  kCaseWcmp,
  kDcmp,
  kFcmp,
  kHcmp,
  kIcmp,
  kLcmp,
  kNcmp,
  kNyesno,
  kRcmp,
  kRcmp4,
  kRcmp6,
  kRcmp9,
  kRncmp,
  kUncmp,
  kWcmp,
  kYesno,
};
// "testlib-wcmp".
std::string_view ToString(TestlibChecker checker);
std::optional<TestlibChecker> ParseTestlibChecker(std::string_view name);

// Whose rules: ours, or a peer's reproduced for those who must match old numbers.
enum class Profile {
  kAssay,          // native
  kCompat,         // default of the ScaleBox routes: the peers' leniency without their holes
  kScaleBox,       // ScaleBox as it is, holes included (prefix accepted, integers with tolerance)
  kSandboxFusion,  // SandboxFusion as it is
  kLiveCodeBench,  // LiveCodeBench: lines of exact decimals
  kVerlPrime,      // verl's prime_code: a cascade of texts, lists of lines and numpy.allclose
};
inline constexpr Profile kProfiles[] = {Profile::kAssay,         Profile::kCompat,
                                        Profile::kScaleBox,      Profile::kSandboxFusion,
                                        Profile::kLiveCodeBench, Profile::kVerlPrime};
std::string_view ToString(Profile profile);
std::optional<Profile> ParseProfile(std::string_view name);

// What kIcpc heeds. Tolerances are for tokens which the expectation writes as numbers; without one,
// numbers are text. A token passes when it is within either.
struct IcpcRules {
  bool case_sensitive = false;
  bool space_change_sensitive = false;
  std::optional<double> absolute_tolerance = std::nullopt;
  std::optional<double> relative_tolerance = std::nullopt;
};

struct Comparison {
  CompareMode mode = CompareMode::kDefault;
  Profile profile = Profile::kAssay;
  // A numeric token is accepted when |a-b| <= absolute or |a-b| <= relative * |expected|.
  double absolute_tolerance = 1e-9;
  double relative_tolerance = 1e-6;
  IcpcRules icpc = {};
  TestlibChecker testlib = TestlibChecker::kWcmp;  // of kTestlib
};

struct TestCase {
  std::string id;    // the client's name for it, or its index
  BlobPtr input;     // stdin; for kFunctionCall a JSON array of arguments; never null
  BlobPtr expected;  // stdout; for kFunctionCall a JSON value; never null
};

// Whose protocol a special judge speaks. docs/judging.md has every rule.
enum class CheckerKind {
  kScaleBox,  // files stdin.txt, stdout.txt (expected), answer.txt (candidate's); exit 0 accepts
  kTestlib,   // arguments input, output, answer; exit codes 0 accepted, 1 wrong, 2 layout, 3 failed
  kIcpc,  // stdin: the output; arguments input, answer, feedback folder; exit 42 accepts, 43 not
  kCms,   // arguments input, correct output, output; a score from 0 to 1 on stdout
};
std::string_view ToString(CheckerKind kind);
std::optional<CheckerKind> ParseCheckerKind(std::string_view name);

struct Checker {
  CheckerKind kind = CheckerKind::kScaleBox;
  std::string language = "python";
  std::string source;
  bool always = false;  // run even when the cheap comparison already accepted
  // Further files of the judge's program by relative path: headers and modules beside the source.
  std::map<std::string, BlobPtr> files;
  std::vector<std::string> arguments;  // after the protocol's own
  // Of judges that give points: what full marks are.
  double max_points = 1;
  // kTestlib and kIcpc: it talks with the running candidate instead of reading its output.
  bool interactive = false;
  // kIcpc: how often the candidate may be run for one test, each time with the input that the judge
  // left for it.
  int passes = 1;
};

struct Problem {
  // Names everything below: equal identities mean equal problems. Empty: unknown, and nothing is
  // shared between submissions on the strength of it.
  std::string identity;

  ProblemMode mode = ProblemMode::kStdinStdout;
  Comparison comparison;
  std::vector<TestCase> tests;
  std::optional<Checker> checker;
  // Besides an interactor of kTestlib: judges what that one wrote to its output file, once it has
  // accepted. Never interactive, one pass.
  std::optional<Checker> transcript_checker;

  // kFunctionCall: the function's name; empty is an invalid problem.
  // kAssert: the function `check` is called with, or empty when the asserts name it themselves.
  std::string function_name;

  // kAssert: the test program's text (HumanEval's `test`, or MBPP's asserts joined by newlines),
  // and text to run before the candidate (imports).
  std::string assert_code;
  std::string assert_setup_code;
};
using ProblemPtr = std::shared_ptr<const Problem>;

}  // namespace assay
