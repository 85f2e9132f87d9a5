#include "api/compat/run_code_routes.h"

#include "api/compat/exec_info.h"
#include "api/compat/run_code_request.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;

std::string Respond(const ExecInfo& info, const RunCodeDeps& deps,
                    const std::map<std::string, BlobPtr>* files = nullptr) {
  size_t size = 512;
  if (info.run != nullptr) size += info.run->stdout_bytes.size() + info.run->stderr_bytes.size();
  JsonWriter json(size);
  TextBudget budget(kMostReplyText);
  WriteExecInfo(info, deps.pod_name, files, &budget, &json);
  return json.Take();
}

void SendSandboxError(const HttpReplyPtr& reply, const RunCodeDeps& deps, std::string message) {
  ExecInfo info;
  info.status = "SandboxError";
  info.message = std::move(message);
  SendJson(reply, 200, Respond(info, deps));
}

// A limit of nothing is over before the program starts.
void SendImmediateTimeout(const HttpReplyPtr& reply, const RunCodeDeps& deps, bool compiling) {
  RunResult timed_out;
  timed_out.status = RunStatus::kWallLimit;
  const auto info =
      compiling ? DeriveExecInfo(&timed_out, nullptr) : DeriveExecInfo(nullptr, &timed_out);
  SendJson(reply, 200, Respond(info, deps));
}

using Files = std::map<std::string, BlobPtr>;

// What there is to fetch when nothing ran: files that the request brought and asks for.
Files BroughtAndAskedFor(const Submission& submission) {
  Files files;
  for (const std::string& name : submission.fetch_files) {
    const auto brought = submission.files.find(StartsWith(name, "./") ? name.substr(2) : name);
    if (brought != submission.files.end()) files[name] = brought->second;
  }
  return files;
}

void SendResult(const HttpReplyPtr& reply, const RunCodeDeps& deps, const Files& brought,
                const SubmissionResult& result) {
  if (result.cause == Cause::kCancelled) {
    return SendOverloaded(reply, kStyle, 1, "cancelled: the server is stopping");
  }
  const RunResult* compile = result.compile ? &*result.compile : nullptr;
  const TestResult* test = result.tests.empty() ? nullptr : &result.tests[0];
  const bool executed = test != nullptr && test->executed;
  const bool compile_failed = compile != nullptr && ReturnCode(*compile) != 0;
  if (result.verdict == Verdict::kInternalError || (!executed && !compile_failed)) {
    return SendSandboxError(reply, deps, "sandbox failure: " + result.message);
  }
  const auto info = DeriveExecInfo(compile, executed ? &test->run : nullptr);
  SendJson(reply, 200, Respond(info, deps, executed ? &test->run.files : &brought));
}

// What can't be run is a failure of the sandbox here, and answered with 200.
void Refuse(const HttpReplyPtr& reply, const RunCodeDeps& deps, const Refusal& refusal) {
  if (refusal.kind == Refusal::Kind::kInvalid) {
    return SendSandboxError(reply, deps, refusal.message);
  }
  SendRefusal(reply, kStyle, refusal);
}

void Handle(const RunCodeDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  PatientRequest patient{.key = KeyOfTries(http)};
  if (deps.desk.TakeUp(patient.key, reply)) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  RunCodeRequest request = ParseRunCode(document->root(), deps.languages, deps.limits, &errors);
  if (!errors.empty()) {
    errors.EchoInputs(document->root());
    return Refuse(reply, deps, Refusal::Fields(std::move(errors)));
  }
  if (!request.undecodable_file.empty()) {
    return Refuse(reply, deps,
                  Refusal::Invalid("files[" + request.undecodable_file + "] is not valid base64"));
  }
  std::string reason;
  auto language = deps.languages.Runnable(request.language, &reason);
  if (!language) return Refuse(reply, deps, Refusal::Invalid(std::move(reason)));
  const bool compiles = deps.languages.Compiles(*language);
  if (compiles && request.compile_timeout_s <= 0) return SendImmediateTimeout(reply, deps, true);
  if (request.run_timeout_s <= 0) return SendImmediateTimeout(reply, deps, false);
  request.submission.language = std::move(*language);
  Label(http, &request.submission);

  // The client waits for both times, whatever the language.
  patient.own_time = FromSeconds(request.compile_timeout_s) + FromSeconds(request.run_timeout_s);
  Files brought = BroughtAndAskedFor(request.submission);
  patient.submission = std::move(request.submission);
  patient.send = [&deps, brought = std::move(brought)](const HttpReplyPtr& to,
                                                       const SubmissionResult& result) {
    SendResult(to, deps, brought, result);
  };
  patient.refuse = [&deps](const HttpReplyPtr& to, const Refusal& refusal) {
    Refuse(to, deps, refusal);
  };
  deps.desk.Serve(std::move(patient), reply);
}

}  // namespace

void RegisterRunCodeRoutes(Router& router, const RunCodeDeps& deps) {
  router.Add("POST", "/run_code",
             [&deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               Handle(deps, *http, reply);
             });
}

}  // namespace assay
