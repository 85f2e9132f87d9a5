#include "api/compat/run_code_request.h"

#include <algorithm>

#include "api/shared/request_files.h"

namespace assay {
namespace {

constexpr int64_t kMiB = 1 << 20;
constexpr int64_t kMostMiB = Limits::kMostBytes / kMiB;
constexpr double kUsualSeconds = 10;

}  // namespace

RunCodeRequest ParseRunCode(JsonValue body, const ApiLanguages& languages,
                            const LimitPolicy& policy, FieldErrors* errors) {
  RunCodeRequest request;
  FieldReader fields(body, {}, errors);
  Submission& submission = request.submission;
  submission.code = fields.String("code", Presence::kRequired).value_or("");
  request.language =
      fields.String("language", Presence::kOptional).value_or(std::string(kDefaultLanguage));
  if (!languages.InContract(request.language)) {
    fields.Fault("language", "literal_error",
                 "Input should be " + ContractNames() + ", not '" + request.language + "'");
  }
  request.compile_timeout_s =
      fields.Number("compile_timeout", Presence::kOptional).value_or(kUsualSeconds);
  request.run_timeout_s = fields.Number("run_timeout", Presence::kOptional).value_or(kUsualSeconds);
  const int64_t memory_mib = fields.Int("memory_limit_MB", Presence::kOptional).value_or(-1);
  auto stdin_text = fields.String("stdin", Presence::kOptionalOrNull);
  submission.files = DecodeFiles(fields.Object("files", Presence::kOptional), fields.Path("files"),
                                 &request.undecodable_file, errors);
  submission.fetch_files = fields.Strings("fetch_files", Presence::kOptional);

  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  TestCase test;
  test.id = "0";
  test.input = stdin_text ? Blob::FromString(std::move(*stdin_text)) : Blob::Empty();
  test.expected = Blob::Empty();
  problem->tests.push_back(std::move(test));
  submission.problem = std::move(problem);

  submission.limits =
      policy.OfRun(request.run_timeout_s, std::clamp<int64_t>(memory_mib, 0, kMostMiB) * kMiB);
  // A time of nothing is only of interest to languages that compile.
  const double compile_s = request.compile_timeout_s;
  submission.compile_limits = policy.OfCompile(compile_s > 0 ? compile_s : kUsualSeconds);
  return request;
}

}  // namespace assay
