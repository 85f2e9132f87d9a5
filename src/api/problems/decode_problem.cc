#include "api/problems/decode_problem.h"

#include <cmath>
#include <optional>

#include "model/names.h"

namespace assay {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;
constexpr int64_t kMaxPasses = 100;

Comparison DecodeComparison(JsonValue json, const FieldPath& path, FieldErrors* errors) {
  Comparison comparison;
  if (!json) return comparison;
  FieldReader fields(json, path, errors);
  if (const auto name = fields.String("mode", kOptional)) {
    if (const auto mode = ParseCompareMode(*name)) {
      comparison.mode = *mode;
    } else if (const auto checker = ParseTestlibChecker(*name)) {
      comparison.mode = CompareMode::kTestlib;
      comparison.testlib = *checker;
    } else {
      fields.Fault("mode", "literal_error",
                   "Input should be " + kCompareModeNames.Choices() +
                       ", or a checker of testlib's: " + kTestlibCheckerNames.Choices());
    }
  }
  if (const auto profile = fields.Choice("profile", kProfileNames, kOptional)) {
    comparison.profile = *profile;
  }
  const auto tolerance = [&](const char* name, double* out, std::optional<double>* icpc) {
    const auto value = fields.Number(name, kOptional);
    if (!value) return;
    if (*value < 0) fields.Fault(name, "value_error", "Input should not be negative");
    *out = *value;
    *icpc = *value;
  };
  IcpcRules& icpc = comparison.icpc;
  tolerance("absolute_tolerance", &comparison.absolute_tolerance, &icpc.absolute_tolerance);
  tolerance("relative_tolerance", &comparison.relative_tolerance, &icpc.relative_tolerance);
  icpc.case_sensitive = fields.Bool("case_sensitive", kOptional).value_or(false);
  icpc.space_change_sensitive = fields.Bool("space_change_sensitive", kOptional).value_or(false);
  return comparison;
}

// A judge that reads the output, or one that talks with the program.
enum class JudgeRole { kChecker, kInteractor };

CheckerKind DecodeKind(JudgeRole role, bool of_testlib, FieldReader* fields) {
  if (role == JudgeRole::kInteractor) {
    return fields->Choice("kind", kInteractorKindNames, kOptional).value_or(CheckerKind::kTestlib);
  }
  return fields->Choice("kind", kCheckerKindNames, kOptional)
      .value_or(of_testlib ? CheckerKind::kTestlib : CheckerKind::kScaleBox);
}

std::optional<Checker> DecodeJudge(JsonValue json, JudgeRole role, const FieldPath& path,
                                   const ApiLanguages& languages, FieldErrors* errors) {
  if (!json) return std::nullopt;
  FieldReader fields(json, path, errors);
  Checker checker;
  checker.interactive = role == JudgeRole::kInteractor;
  checker.source = fields.String("source", kRequired).value_or("");
  const std::string name =
      fields.String("language", kOptional)
          .value_or(
              std::string(IncludesTestlib(checker.source) ? kTestlibLanguage : kDefaultLanguage));
  std::string reason;
  if (const auto language = languages.Runnable(name, &reason)) {
    checker.language = *language;
  } else {
    fields.Fault("language", "value_error", reason);
  }
  checker.kind = DecodeKind(role, IsTestlibJudge(checker.source, checker.language), &fields);
  // A judge that reads the output may look at more than the comparison does: layout, say.
  const bool own_rules = checker.kind != CheckerKind::kScaleBox;
  checker.always = fields.Bool("always", kOptional).value_or(own_rules);
  checker.arguments = fields.Strings("arguments", kOptional);
  checker.max_points = fields.Number("max_points", kOptional).value_or(1);
  if (!(checker.max_points > 0)) {
    fields.Fault("max_points", "greater_than", "Input should be greater than 0");
    checker.max_points = 1;
  }
  const int64_t passes = fields.Int("passes", kOptional).value_or(1);
  if (passes < 1 || passes > kMaxPasses || (passes > 1 && checker.kind != CheckerKind::kIcpc)) {
    fields.Fault("passes", "value_error", "Input should be 1, or with kind 'icpc' up to 100");
  } else {
    checker.passes = static_cast<int>(passes);
  }
  if (const JsonValue files = fields.Object("files", kOptional)) {
    for (const auto& [file_name, text] : files.Members()) {
      const FieldPath file = fields.Path("files") / file_name;
      if (auto contents = ReadString(text, file, errors)) {
        checker.files[file_name] = Blob::FromString(std::move(*contents));
      }
    }
  }
  return checker;
}

// Text for programs that read and write text; JSON as it was sent for function calls.
BlobPtr DecodeData(JsonValue value, bool as_json, const FieldPath& path, FieldErrors* errors) {
  if (as_json) return Blob::FromString(std::string(value.raw()));
  auto text = ReadString(value, path, errors);
  return text ? Blob::FromString(std::move(*text)) : Blob::Empty();
}

// What the tests of a problem have to have.
struct TestShape {
  ProblemMode mode;
  bool expectation;  // an interactor may do without
};

TestCase DecodeTest(JsonValue json, size_t index, const TestShape& shape, const FieldPath& path,
                    FieldErrors* errors) {
  TestCase test;
  test.id = std::to_string(index);
  test.input = test.expected = Blob::Empty();
  if (!json.Is(JsonType::kObject)) {
    errors->Add(path, "dict_type", "Input should be a valid dictionary");
    return test;
  }
  const bool call = shape.mode == ProblemMode::kFunctionCall;
  if (const JsonValue id = json.Find("id"); id && !id.IsNull()) {
    test.id = id.Is(JsonType::kNumber) ? std::string(id.raw())
                                       : ReadString(id, path / "id", errors).value_or(test.id);
  }
  if (const JsonValue input = json.Find("input"); input && !(input.IsNull() && !call)) {
    if (call && !input.Is(JsonType::kArray)) {
      errors->Add(path / "input", "list_type", "Input should be a list of arguments");
    }
    test.input = DecodeData(input, call, path / "input", errors);
  } else if (call) {
    errors->Add(path / "input", "missing", "Field required");
  }
  const JsonValue expected = json.Find("expected");
  if (expected && (shape.expectation || !expected.IsNull())) {
    test.expected = DecodeData(expected, call, path / "expected", errors);
  } else if (shape.expectation) {
    errors->Add(path / "expected", "missing", "Field required");
  }
  return test;
}

void DecodeTests(FieldReader* fields, bool interactive, Problem* problem, FieldErrors* errors) {
  const bool needed =
      problem->mode == ProblemMode::kStdinStdout || problem->mode == ProblemMode::kFunctionCall;
  const TestShape shape{problem->mode, needed && !interactive};
  const JsonValue tests = fields->Array("tests", needed ? kRequired : kOptional);
  if (tests) {
    size_t index = 0;
    for (const JsonValue& test : tests.Items()) {
      problem->tests.push_back(
          DecodeTest(test, index, shape, fields->Path("tests") / index, errors));
      ++index;
    }
    if (index == 0 && needed) {
      fields->Fault("tests", "too_short",
                    "List should have at least 1 item: no test is never a "
                    "pass");
    }
    if (index > 1 && !needed) {
      fields->Fault("tests", "too_long", "List should have at most 1 item in this mode");
    }
  }
  if (!needed && problem->tests.empty()) {
    problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  }
}

// What there is of the problem, also when it has faults.
std::shared_ptr<Problem> Decode(JsonValue json, const FieldPath& path,
                                const ApiLanguages& languages, FieldErrors* errors) {
  if (!json.Is(JsonType::kObject)) {
    errors->Add(path, "dict_type", "Input should be a valid dictionary");
    return nullptr;
  }
  FieldReader fields(json, path, errors);
  auto problem = std::make_shared<Problem>();
  if (const auto name = fields.String("mode", kOptional)) {
    const auto mode = kProblemModeNames.Find(*name);
    if (!mode) {
      fields.Fault("mode", "literal_error", "Input should be " + kProblemModeNames.Choices());
      return nullptr;
    }
    problem->mode = *mode;
  }
  const JsonValue interactor = fields.Object("interactor", kOptional);
  DecodeTests(&fields, static_cast<bool>(interactor), problem.get(), errors);
  problem->comparison =
      DecodeComparison(fields.Object("comparison", kOptional), fields.Path("comparison"), errors);
  const JsonValue checker = fields.Object("checker", kOptional);
  if (interactor) {
    problem->checker = DecodeJudge(interactor, JudgeRole::kInteractor, fields.Path("interactor"),
                                   languages, errors);
    problem->transcript_checker =
        DecodeJudge(checker, JudgeRole::kChecker, fields.Path("checker"), languages, errors);
    if (checker && problem->checker->kind != CheckerKind::kTestlib) {
      fields.Fault("checker", "value_error",
                   "Only an interactor of kind 'testlib' leaves an output to check: leave out one "
                   "of both");
    }
    if (problem->transcript_checker && problem->transcript_checker->passes > 1) {
      fields.Fault("checker", "value_error", "Input should have 1 pass with an interactor");
    }
    if (problem->mode != ProblemMode::kStdinStdout) {
      fields.Fault("interactor", "value_error", "Input is for mode 'stdin_stdout'");
    }
  } else {
    problem->checker =
        DecodeJudge(checker, JudgeRole::kChecker, fields.Path("checker"), languages, errors);
  }
  const bool call = problem->mode == ProblemMode::kFunctionCall;
  const bool asserts = problem->mode == ProblemMode::kAssert;
  problem->function_name =
      fields.String("function_name", call ? kRequired : kOptional).value_or("");
  problem->assert_code = fields.String("assert_code", asserts ? kRequired : kOptional).value_or("");
  problem->assert_setup_code = fields.String("assert_setup_code", kOptional).value_or("");
  return problem;
}

}  // namespace

std::shared_ptr<Problem> DecodeProblem(JsonValue json, const FieldPath& path,
                                       const ApiLanguages& languages, FieldErrors* errors) {
  FieldErrors own;
  auto problem = Decode(json, path, languages, &own);
  errors->Insert(errors->errors().size(), own);
  return own.empty() ? problem : nullptr;
}

}  // namespace assay
