#include "env/roll/tools/sandbox.h"

#include <fmt/format.h>

#include <chrono>

#include "base/clock.h"
#include "lab/shared/asking/ask_patiently.h"
#include "net/form/query.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.sandbox";
// Of the server and the way to it, beyond what a program may take.
constexpr double kSlackSeconds = 60;
// A rollout may wait for the model meanwhile.
constexpr double kIdleSeconds = 3600;

bool Says(JsonValue value) {
  return value.Is(JsonType::kBool) && value.Bool();
}

// Why an answer isn't what was asked for.
Error ErrorOf(const service::Answer& answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  const JsonValue fault = document ? document->root().Find("error") : JsonValue();
  const std::string code = TextAt(fault, "code");
  std::string message = TextAt(fault, "message");
  if (message.empty()) message = lab::SaidBy(answer);
  const bool own_doing = answer.status == 413 || answer.status == 416 || answer.status == 422 ||
                         answer.status == 507 || (answer.status == 404 && code == "no_such_file") ||
                         (answer.status == 409 && code != "ended");
  if (own_doing) return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
  const bool none = answer.status == 501;
  return Error{none ? ErrorCode::kUnsupported : ErrorCode::kUnavailable, kStage, 0,
               fmt::format("{} ({})", message, answer.status)};
}

std::string OrderJson(const SandboxOrder& order) {
  JsonWriter json;
  json.BeginObject();
  if (!order.image.empty()) json.Key("image").Bytes(order.image);
  if (order.memory_mb) json.Key("memory_mb").Int(*order.memory_mb);
  if (order.cpus) json.Key("cpus").Double(*order.cpus);
  json.Key("labels").BeginObject();
  for (const auto& [name, value] : order.labels) json.Key(name).Bytes(value);
  json.EndObject().Key("idle_s").Double(kIdleSeconds);
  if (!order.key.empty()) json.Key("idempotency_key").Bytes(order.key);
  return json.EndObject().Take();
}

std::string ProgramJson(const Program& program) {
  JsonWriter json;
  json.BeginObject();
  if (program.argv.empty()) {
    json.Key("command").Bytes(program.command);
  } else {
    json.Key("argv").BeginArray();
    for (const std::string& argument : program.argv) json.Bytes(argument);
    json.EndArray();
  }
  if (!program.input.empty()) json.Key("stdin").Bytes(program.input);
  if (!program.directory.empty()) json.Key("directory").Bytes(program.directory);
  json.Key("timeout_s").Double(program.timeout_s);
  return json.Key("output_bytes").Int(program.output_bytes).EndObject().Take();
}

service::Question JsonQuestion(std::string target, std::string body) {
  service::Question question;
  question.method = "POST";
  question.target = std::move(target);
  question.headers = {{"content-type", "application/json"}};
  question.body = std::move(body);
  return question;
}

void GiveTime(double seconds, service::Question* question) {
  question->deadline = std::chrono::steady_clock::now() + FromSeconds(seconds + kSlackSeconds);
}

}  // namespace

Result<std::unique_ptr<Sandbox>> Sandbox::Make(service::Judge* judge, const SandboxOrder& order,
                                               const std::atomic<bool>* stop) {
  const service::Question question = JsonQuestion("/v1/sandboxes", OrderJson(order));
  ASSAY_ASSIGN_OR_RETURN(const service::Answer answer,
                         lab::AskPatiently([&] { return judge->Send(question); }, {}, stop));
  if (answer.status != 201) return ErrorOf(answer);
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  std::string id = document ? TextAt(document->root(), "id") : "";
  if (id.empty()) {
    return Error{ErrorCode::kUnavailable, kStage, 0, "the server's sandbox has no id"};
  }
  return std::unique_ptr<Sandbox>(new Sandbox(judge, std::move(id), stop));
}

Sandbox::~Sandbox() {
  service::Question question;
  question.method = "DELETE";
  question.target = "/v1/sandboxes/" + id_;
  GiveTime(0, &question);
  // One that can't be ended now ends by itself when it was idle for long enough.
  [[maybe_unused]] const auto ended = judge_->Send(question);
}

// A server that is full is asked again, for it has done nothing; after any other failure nobody
// knows what has been done.
Result<service::Answer> Sandbox::Ask(service::Question question) {
  lab::JudgePatience patience;
  patience.lost_answers = 1;
  const double seconds =
      question.deadline ? ToSeconds(*question.deadline - std::chrono::steady_clock::now()) : 0;
  return lab::AskPatiently(
      [&] {
        GiveTime(seconds, &question);
        return judge_->Send(question);
      },
      patience, stop_);
}

Result<ProgramEnd> Sandbox::Run(const Program& program) {
  service::Question question = JsonQuestion("/v1/sandboxes/" + id_ + "/exec", ProgramJson(program));
  GiveTime(program.timeout_s, &question);
  ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, Ask(std::move(question)));
  if (answer.status != 200) return ErrorOf(answer);
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  if (!document || !document->root().Is(JsonType::kObject)) {
    return Error{ErrorCode::kUnavailable, kStage, 0, "the server doesn't say how it ended"};
  }
  const JsonValue root = document->root();
  ProgramEnd end;
  end.output = TextAt(root, "stdout");
  end.errors = TextAt(root, "stderr");
  const JsonValue code = root.Find("exit_code");
  if (code.Is(JsonType::kNumber)) end.exit_code = static_cast<int64_t>(code.Double());
  end.signal = TextAt(root, "signal");
  end.timed_out = Says(root.Find("timed_out"));
  end.out_of_memory = Says(root.Find("out_of_memory"));
  end.truncated = Says(root.Find("truncated"));
  return end;
}

std::string Sandbox::FileTarget(const std::string& path) const {
  return "/v1/sandboxes/" + id_ + "/files?path=" + PercentEncode(path);
}

Result<std::string> Sandbox::Read(const std::string& path, int64_t most_bytes) {
  service::Question question;
  question.method = "GET";
  question.target = FileTarget(path) + "&offset=0&length=" + std::to_string(most_bytes);
  GiveTime(0, &question);
  ASSAY_ASSIGN_OR_RETURN(service::Answer answer, Ask(std::move(question)));
  if (answer.status != 200 && answer.status != 206) return ErrorOf(answer);
  return std::move(answer.body);
}

Status Sandbox::Write(const std::string& path, std::string bytes) {
  service::Question question;
  question.method = "PUT";
  question.target = FileTarget(path);
  question.headers = {{"content-type", "application/octet-stream"}};
  question.body = std::move(bytes);
  GiveTime(0, &question);
  ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, Ask(std::move(question)));
  if (answer.status != 200) return ErrorOf(answer);
  return {};
}

Status EndSandboxes(service::Judge* judge, const std::string& label, const std::string& value) {
  service::Question question;
  question.method = "DELETE";
  question.target = "/v1/sandboxes?label=" + PercentEncode(label + ":" + value);
  GiveTime(0, &question);
  ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, judge->Send(question));
  if (answer.status != 200) return ErrorOf(answer);
  return {};
}

Result<std::vector<std::string>> EndedSandboxes(service::Judge* judge, const std::string& label,
                                                const std::string& value) {
  service::Question question;
  question.method = "GET";
  question.target =
      "/v1/sandboxes?state=ended&limit=1000&label=" + PercentEncode(label + ":" + value);
  GiveTime(0, &question);
  ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, judge->Send(question));
  if (answer.status != 200) return ErrorOf(answer);
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  const JsonValue list = document ? document->root().Find("sandboxes") : JsonValue();
  std::vector<std::string> ids;
  if (!list.Is(JsonType::kArray)) return ids;
  for (const JsonValue each : list.Items()) ids.push_back(TextAt(each, "id"));
  return ids;
}

}  // namespace assay::env
