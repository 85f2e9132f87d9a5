#include "api/compat/evaluate_result.h"

#include "api/compat/exec_info.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongCase = 1000;
constexpr size_t kKept = 498;

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

bool CompileFailed(const SubmissionResult& result) {
  return result.compile && ReturnCode(*result.compile) != 0;
}

bool TimedOutWhole(const TestResult& test) {
  return !test.executed && test.reason == Reason::kTotalTimeout;
}

// Which tests the answer lists: all of them, or those up to the first failure.
size_t ListedTests(const EvaluateAnswer& answer, const SubmissionResult& result) {
  if (answer.run_all) return result.tests.size();
  if (CompileFailed(result)) return std::min<size_t>(1, result.tests.size());
  for (size_t i = 0; i < result.tests.size(); ++i) {
    const TestResult& test = result.tests[i];
    if (test.verdict != Verdict::kAccepted && (test.executed || TimedOutWhole(test))) return i + 1;
  }
  return result.tests.size();
}

// Whether the answer has an entry for the test. One that was given up because an earlier or later
// one had failed has nothing to tell.
bool IsListed(const EvaluateAnswer& answer, const SubmissionResult& result,
              const TestResult& test) {
  return answer.run_all || test.executed || TimedOutWhole(test) || CompileFailed(result);
}

ExecInfo TestExecInfo(const EvaluateAnswer& answer, const SubmissionResult& result,
                      const TestResult& test) {
  if (CompileFailed(result)) return DeriveExecInfo(&*result.compile, nullptr);
  if (!test.executed) {
    ExecInfo info;
    info.status = "SandboxError";
    info.message = TimedOutWhole(test) ? "Total Timeout" : test.message;
    return info;
  }
  ExecInfo info = DeriveExecInfo(result.compile ? &*result.compile : nullptr, &test.run);
  if (test.verdict == Verdict::kTimeLimit) {
    info.message = "Case Timeout";
  } else if (test.verdict == Verdict::kJudgeError) {
    info.message = "Judge Error: " + test.message;
  } else if (test.verdict != Verdict::kAccepted &&
             answer.problem->mode != ProblemMode::kStdinStdout) {
    // The peers' harness fails together with the assertion; here the comparison comes after the
    // run, which may itself have ended well.
    info.status = "Failed";
    info.message = test.verdict == Verdict::kWrongAnswer ? "Wrong Answer" : test.message;
  }
  return info;
}

void WriteTestInfo(const EvaluateAnswer& answer, const TestResult& test, size_t index,
                   JsonWriter* json) {
  json->Key("test_info");
  if (answer.problem->mode == ProblemMode::kAssert) {
    json->Null();
    return;
  }
  if (answer.problem->mode == ProblemMode::kFunctionCall) {
    json->BeginObject().Key("type").String("function_call");
    json->Key("fn_name").String(answer.problem->function_name);
    json->Key("input").Raw((*answer.calls)[index].input_json);
    json->Key("output").Raw((*answer.calls)[index].output_json).EndObject();
    return;
  }
  const TestCase& test_case = answer.problem->tests[index];
  const bool whole =
      answer.return_full_case || test.verdict != Verdict::kAccepted || test.by_checker;
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

void WriteFullCode(const EvaluateAnswer& answer, JsonWriter* json) {
  json->Key("full_code");
  const Problem& problem = *answer.problem;
  if (problem.mode != ProblemMode::kAssert) {
    json->Null();
    return;
  }
  std::string code =
      problem.assert_setup_code + "\n" + answer.extracted_code + "\n" + problem.assert_code + "\n";
  if (!problem.function_name.empty()) code += "check(" + problem.function_name + ")\n";
  json->Bytes(code);
}

}  // namespace

std::string ShortenCase(std::string_view utf8) {
  size_t characters = 0;
  size_t head_end = 0;
  for (size_t i = 0; i < utf8.size(); ++i) {
    if (IsContinuation(utf8[i])) continue;
    if (characters == kKept) head_end = i;
    ++characters;
  }
  if (characters <= kLongCase) return std::string(utf8);
  size_t tail = utf8.size();
  for (size_t kept = 0; kept < kKept;) {
    --tail;
    if (!IsContinuation(utf8[tail])) ++kept;
  }
  return std::string(utf8.substr(0, head_end)) + "..." + std::string(utf8.substr(tail));
}

std::optional<std::string> InfrastructureFailure(const EvaluateAnswer& answer,
                                                 const SubmissionResult& result) {
  if (result.cause == Cause::kInfrastructure) {
    return "no verdict: " + std::string(ToString(result.reason)) + ": " + result.message;
  }
  // With every case wanted, clients compute a share of the entries: one unknown spoils it.
  if (!answer.run_all) return std::nullopt;
  for (const TestResult& test : result.tests) {
    if (test.cause == Cause::kInfrastructure) return "no verdict on a test: " + test.message;
  }
  return std::nullopt;
}

std::string RenderEvaluation(const EvaluateAnswer& answer, const SubmissionResult& result,
                             std::string_view pod_name) {
  JsonWriter json(4096);
  json.BeginObject().Key("id").Raw(answer.id_json);
  json.Key("accepted").Bool(result.verdict == Verdict::kAccepted);
  json.Key("extracted_code").Bytes(answer.extracted_code);
  WriteFullCode(answer, &json);
  json.Key("test_code").Null().Key("tests").BeginArray();
  const size_t listed = ListedTests(answer, result);
  for (size_t i = 0; i < listed; ++i) {
    const TestResult& test = result.tests[i];
    if (!IsListed(answer, result, test)) continue;
    json.BeginObject().Key("passed").Bool(test.verdict == Verdict::kAccepted).Key("exec_info");
    WriteExecInfo(TestExecInfo(answer, result, test), pod_name, nullptr, &json);
    WriteTestInfo(answer, test, i, &json);
    json.EndObject();
  }
  json.EndArray().Key("extracted_type").String(answer.extracted_type);
  json.Key("extra").Null().EndObject();
  return json.Take();
}

}  // namespace assay
