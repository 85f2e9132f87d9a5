#include "api/compat/evaluate_result.h"

#include "api/compat/exec_info.h"
#include "base/text.h"
#include "text/strict_json.h"
#include "text/utf8.h"

namespace assay {
namespace {

constexpr size_t kLongCase = 1000;
constexpr size_t kKept = 498;

bool CompileFailed(const SubmissionResult& result) {
  return result.compile && ReturnCode(*result.compile) != 0;
}

bool HadNoCode(const SubmissionResult& result) {
  return result.reason == Reason::kNoCode;
}

bool TimedOutWhole(const TestResult& test) {
  return !test.executed && test.reason == Reason::kTotalTimeout;
}

// Why a case can't be passed, whatever the program answers; mostly empty.
std::string_view FaultOf(const EvaluateEcho& echo, size_t index) {
  if (!echo.fault.empty()) return echo.fault;
  if (!echo.calls || index >= echo.calls->size()) return {};  // only calls can have one
  return (*echo.calls)[index].fault;
}

bool Passed(const EvaluateEcho& echo, const SubmissionResult& result, size_t index) {
  return result.tests[index].verdict == Verdict::kAccepted && FaultOf(echo, index).empty();
}

// Which tests the answer lists: all of them, or those up to the first failure.
size_t ListedTests(const EvaluateEcho& echo, const SubmissionResult& result) {
  if (echo.run_all) return result.tests.size();
  if (CompileFailed(result) || HadNoCode(result)) return std::min<size_t>(1, result.tests.size());
  for (size_t i = 0; i < result.tests.size(); ++i) {
    const TestResult& test = result.tests[i];
    if (!Passed(echo, result, i) && (test.executed || TimedOutWhole(test))) return i + 1;
  }
  return result.tests.size();
}

// Whether the answer has an entry for the test. One that was given up because an earlier or later
// one had failed has nothing to tell.
bool IsListed(const EvaluateEcho& echo, const SubmissionResult& result, const TestResult& test) {
  return echo.run_all || test.executed || TimedOutWhole(test) || CompileFailed(result) ||
         HadNoCode(result);
}

ExecInfo TestExecInfo(const EvaluateEcho& echo, const SubmissionResult& result, size_t index) {
  const TestResult& test = result.tests[index];
  if (CompileFailed(result)) return DeriveExecInfo(&*result.compile, nullptr);
  if (!test.executed) {
    ExecInfo info;
    info.status = HadNoCode(result) ? "Failed" : "SandboxError";
    info.message = TimedOutWhole(test) ? "Total Timeout" : test.message;
    return info;
  }
  ExecInfo info = DeriveExecInfo(result.compile ? &*result.compile : nullptr, &test.run);
  if (const std::string_view fault = FaultOf(echo, index); !fault.empty()) {
    info.status = "Failed";
    info.message = fault;
  } else if (echo.problem->mode == ProblemMode::kRun) {
    // The run says it all.
  } else if (test.verdict == Verdict::kTimeLimit) {
    info.message = "Case Timeout";
  } else if (test.verdict == Verdict::kJudgeError) {
    info.message = "Judge Error: " + test.message;
  } else if (test.verdict != Verdict::kAccepted &&
             echo.problem->mode != ProblemMode::kStdinStdout) {
    // The peers' harness fails together with the assertion; here the comparison comes after the
    // run, which may itself have ended well.
    info.status = "Failed";
    info.message = test.verdict == Verdict::kWrongAnswer ? "Wrong Answer" : test.message;
  }
  return info;
}

void WriteRawOrNull(const std::string& text, JsonWriter* json) {
  if (text.empty()) {
    json->Null();
  } else {
    WriteStrict(text, json);
  }
}

void WriteTextOrNull(const std::optional<std::string>& text, JsonWriter* json) {
  if (text) {
    json->Bytes(*text);
  } else {
    json->Null();
  }
}

void WriteTestInfo(const EvaluateEcho& echo, const TestResult& test, size_t index,
                   JsonWriter* json) {
  json->Key("test_info");
  const ProblemMode mode = echo.problem->mode;
  if (mode == ProblemMode::kAssert || mode == ProblemMode::kRun) {
    return WriteRawOrNull(echo.test_info_json, json);
  }
  if (echo.problem->mode == ProblemMode::kFunctionCall) {
    json->BeginObject().Key("type").String("function_call");
    json->Key("fn_name").String(echo.problem->function_name);
    const CallCase& call = (*echo.calls)[index];
    WriteStrict(call.input_json, &json->Key("input"));
    WriteStrict(call.output_json, &json->Key("output"));
    json->EndObject();
    return;
  }
  const TestCase& test_case = echo.problem->tests[index];
  const bool whole = echo.return_full_case || test.verdict != Verdict::kAccepted || test.by_checker;
  const auto write = [&](const BlobPtr& text) {
    if (whole || text->size() <= kLongCase) {
      json->String(text->view());
    } else {
      json->String(ShortenCase(text->view()));
    }
  };
  json->BeginObject().Key("input").BeginObject().Key("stdin");
  write(test_case.input);
  json->EndObject().Key("output").BeginObject().Key("stdout");
  write(test_case.expected);
  json->EndObject().EndObject();
}

void WriteFullCode(const EvaluateEcho& echo, JsonWriter* json) {
  json->Key("full_code");
  const Problem& problem = *echo.problem;
  if (echo.full_code || problem.mode != ProblemMode::kAssert) {
    return WriteTextOrNull(echo.full_code, json);
  }
  std::string code =
      problem.assert_setup_code + "\n" + echo.extracted_code + "\n" + problem.assert_code + "\n";
  if (!problem.function_name.empty()) code += "check(" + problem.function_name + ")\n";
  json->Bytes(code);
}

}  // namespace

std::string ShortenCase(std::string_view utf8) {
  size_t characters = 0;
  size_t head_end = 0;
  for (size_t i = 0; i < utf8.size(); ++i) {
    if (IsUtf8Continuation(utf8[i])) continue;
    if (characters == kKept) head_end = i;
    ++characters;
  }
  if (characters <= kLongCase) return std::string(utf8);
  size_t tail = utf8.size();
  for (size_t kept = 0; kept < kKept;) {
    --tail;
    if (!IsUtf8Continuation(utf8[tail])) ++kept;
  }
  return std::string(utf8.substr(0, head_end)) + "..." + std::string(utf8.substr(tail));
}

std::optional<std::string> InfrastructureFailure(const EvaluateEcho& echo,
                                                 const SubmissionResult& result) {
  if (result.cause == Cause::kInfrastructure) {
    return "no verdict: " + std::string(ToString(result.reason)) + ": " + result.message;
  }
  // With every case wanted, clients compute a share of the entries: one unknown spoils it.
  if (!echo.run_all) return std::nullopt;
  for (const TestResult& test : result.tests) {
    if (test.cause == Cause::kInfrastructure) return "no verdict on a test: " + test.message;
  }
  return std::nullopt;
}

std::string RenderEvaluation(const EvaluateEcho& echo, const SubmissionResult& result,
                             std::string_view pod_name) {
  JsonWriter json(4096);
  TextBudget budget(kMostReplyText);
  json.BeginObject().Key("id").Raw(echo.id_json);
  bool accepted = result.verdict == Verdict::kAccepted;
  for (size_t i = 0; i < result.tests.size(); ++i) accepted = accepted && Passed(echo, result, i);
  json.Key("accepted").Bool(accepted);
  json.Key("extracted_code").Bytes(echo.extracted_code);
  WriteFullCode(echo, &json);
  json.Key("test_code");
  WriteTextOrNull(echo.test_code, &json);
  json.Key("tests").BeginArray();
  const size_t listed = ListedTests(echo, result);
  for (size_t i = 0; i < listed; ++i) {
    const TestResult& test = result.tests[i];
    if (!IsListed(echo, result, test)) continue;
    json.BeginObject().Key("passed").Bool(Passed(echo, result, i)).Key("exec_info");
    const bool plain_run = echo.problem->mode == ProblemMode::kRun && test.executed;
    WriteExecInfo(TestExecInfo(echo, result, i), pod_name, plain_run ? &test.run.files : nullptr,
                  &budget, &json);
    WriteTestInfo(echo, test, i, &json);
    json.EndObject();
  }
  json.EndArray().Key("extracted_type").String(echo.extracted_type);
  json.Key("extra");
  WriteRawOrNull(echo.extra_json, &json);
  return json.EndObject().Take();
}

}  // namespace assay
