#include "api/compat/run_code.h"

#include <algorithm>

#include "api/compat/exec_info.h"
#include "api/responses.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr int64_t kMiB = 1 << 20;

std::string Respond(const ExecInfo& info, const ApiContext& context,
                    const std::map<std::string, BlobPtr>* files = nullptr) {
  size_t size = 512;
  if (info.run != nullptr) size += info.run->stdout_bytes.size() + info.run->stderr_bytes.size();
  JsonWriter json(size);
  WriteExecInfo(info, context.options.pod_name, files, &json);
  return json.Take();
}

void SendSandboxError(const HttpReplyPtr& reply, const ApiContext& context, std::string message) {
  ExecInfo info;
  info.status = "SandboxError";
  info.message = std::move(message);
  SendJson(reply, 200, Respond(info, context));
}

// A limit of nothing is over before the program starts.
void SendImmediateTimeout(const HttpReplyPtr& reply, const ApiContext& context, bool compiling) {
  RunResult timed_out;
  timed_out.status = RunStatus::kWallLimit;
  const auto info =
      compiling ? DeriveExecInfo(&timed_out, nullptr) : DeriveExecInfo(nullptr, &timed_out);
  SendJson(reply, 200, Respond(info, context));
}

void SendResult(const HttpReplyPtr& reply, const ApiContext& context,
                const SubmissionResult& result) {
  if (result.cause == Cause::kCancelled) {
    return SendOverloaded(reply, ErrorStyle::kCompatible, 1, "cancelled: the server is stopping");
  }
  const RunResult* compile = result.compile ? &*result.compile : nullptr;
  const TestResult* test = result.tests.empty() ? nullptr : &result.tests[0];
  const bool executed = test != nullptr && test->executed;
  const bool compile_failed = compile != nullptr && ReturnCode(*compile) != 0;
  if (result.verdict == Verdict::kInternalError || (!executed && !compile_failed)) {
    return SendSandboxError(reply, context, "sandbox failure: " + result.message);
  }
  const auto info = DeriveExecInfo(compile, executed ? &test->run : nullptr);
  SendJson(reply, 200, Respond(info, context, executed ? &test->run.files : nullptr));
}

void Handle(const std::shared_ptr<ApiContext>& context, const HttpRequest& http,
            const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, ErrorStyle::kCompatible);
  if (!document) return;
  FieldErrors errors;
  RunCodeRequest request = DecodeRunCode(document->root(), *context, &errors);
  if (!errors.empty()) return SendInvalid(reply, ErrorStyle::kCompatible, errors);
  if (!request.undecodable_file.empty()) {
    return SendSandboxError(reply, *context,
                            "files[" + request.undecodable_file + "] is not valid base64");
  }
  std::string reason;
  auto language = context->languages.Runnable(request.language, &reason);
  if (!language) return SendSandboxError(reply, *context, reason);
  const bool compiles = context->languages.Compiles(*language);
  if (compiles && request.compile_timeout_s <= 0) {
    return SendImmediateTimeout(reply, *context, true);
  }
  if (request.run_timeout_s <= 0) return SendImmediateTimeout(reply, *context, false);
  request.submission.language = std::move(*language);

  auto ticket = context->sink.Submit(
      std::move(request.submission),
      [context, reply](SubmissionResult result) { SendResult(reply, *context, result); });
  if (ticket.ok()) {
    reply->OnDisconnect([ticket = ticket.value()] { ticket->Cancel(); });
  } else if (ticket.error().code == ErrorCode::kInvalidArgument) {
    SendSandboxError(reply, *context, ticket.error().message);
  } else {
    SendOverloaded(reply, ErrorStyle::kCompatible, context->sink.RetryAfterSeconds(),
                   ticket.error().message);
  }
}

}  // namespace

int64_t MemoryLimit(int64_t asked_bytes, const ApiOptions& options) {
  const int64_t ceiling = options.memory_ceiling_bytes;
  if (asked_bytes <= 0) return ceiling;
  return ceiling > 0 ? std::min(asked_bytes, ceiling) : asked_bytes;
}

Nanoseconds TimeLimit(double seconds, const ApiOptions& options) {
  return FromSeconds(std::min(seconds, options.max_time_limit_s));
}

std::map<std::string, BlobPtr> DecodeFiles(JsonValue files, const FieldPath& path,
                                           std::string* undecodable, FieldErrors* errors) {
  std::map<std::string, BlobPtr> decoded;
  if (!files) return decoded;
  for (const auto& [name, value] : files.Members()) {
    if (value.IsNull() || name.find("IGNORE_THIS_FILE") != name.npos) continue;
    const auto text = ReadString(value, path / name, errors);
    if (!text) continue;
    auto bytes = Base64Decode(*text);
    if (bytes) {
      decoded[name] = Blob::FromString(std::move(*bytes));
    } else if (undecodable->empty()) {
      *undecodable = name;
    }
  }
  return decoded;
}

RunCodeRequest DecodeRunCode(JsonValue body, const ApiContext& context, FieldErrors* errors) {
  RunCodeRequest request;
  FieldReader fields(body, {}, errors);
  Submission& submission = request.submission;
  submission.code = fields.String("code", Presence::kRequired).value_or("");
  request.language =
      fields.String("language", Presence::kOptional).value_or(std::string(kDefaultLanguage));
  if (!context.languages.InContract(request.language)) {
    fields.Fault("language", "literal_error",
                 "Input should be " + ContractNames() + ", not '" + request.language + "'");
  }
  request.compile_timeout_s = fields.Number("compile_timeout", Presence::kOptional).value_or(10);
  request.run_timeout_s = fields.Number("run_timeout", Presence::kOptional).value_or(10);
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

  const ApiOptions& options = context.options;
  Limits& limits = submission.limits;
  limits.cpu_time = limits.wall_time = TimeLimit(request.run_timeout_s, options);
  limits.memory_bytes = MemoryLimit(std::min(memory_mib, int64_t{1} << 20) * kMiB, options);
  limits.output_bytes = options.output_bytes;
  Limits& compile = submission.compile_limits;
  if (request.compile_timeout_s > 0) {  // else only of interest to languages that compile
    compile.cpu_time = compile.wall_time = TimeLimit(request.compile_timeout_s, options);
  }
  compile.memory_bytes = MemoryLimit(options.compile_memory_bytes, options);
  return request;
}

HttpHandler MakeRunCodeHandler(std::shared_ptr<ApiContext> context) {
  return [context = std::move(context)](std::shared_ptr<const HttpRequest> request,
                                        HttpReplyPtr reply) { Handle(context, *request, reply); };
}

}  // namespace assay
