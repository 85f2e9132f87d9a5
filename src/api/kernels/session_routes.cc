#include "api/kernels/session_routes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/kernels/cell_output.h"
#include "api/shared/caller_tenant.h"
#include "base/text.h"
#include "text/utf8.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr const char* kKind = kSessionKind;
constexpr size_t kMaxSessionId = 512;
constexpr std::string_view kCut = "<output cut>";
constexpr Nanoseconds kGrace = std::chrono::seconds(2);

using Request = std::shared_ptr<const HttpRequest>;

// {"error": …}, as their server says it.
void SendSessionError(const HttpReplyPtr& reply, int status, std::string_view message) {
  JsonWriter json;
  json.BeginObject().Key("error").Bytes(message);
  SendJson(reply, status, json.EndObject().Take());
}

// At most so many characters, and a mark where there were more.
std::string Cut(const std::string& text, int64_t most) {
  size_t at = 0;
  for (int64_t characters = 0; at < text.size(); ++characters) {
    if (characters == most) return text.substr(0, at) + std::string(kCut);
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  }
  return text;
}

std::string_view StatusName(CellStatus status) {
  switch (status) {
    case CellStatus::kOk: return "completed";
    case CellStatus::kTimeout:
    case CellStatus::kInterrupted: return "timeout";
    case CellStatus::kError:
    case CellStatus::kDied: return "error";
  }
  return "error";
}

struct Answer {
  double seconds = 0;
  int64_t most_characters = 1000;
  bool created = false;
};

std::string AnswerText(const Answer& answer, const CellOutput& output, const CellEnd& end) {
  std::string out = output.out + ShownText(output);
  std::string err = output.err;
  for (const CellEvent& error : output.errors) {
    if (end.status != CellStatus::kTimeout) out += error.traceback;
  }
  if (!out.empty() && out.back() != '\n') out += '\n';
  if (end.status == CellStatus::kTimeout) {
    JsonWriter seconds;
    seconds.Double(answer.seconds);
    err += "Execution timed out after " + seconds.Take() + " seconds\n";
  } else if (!end.message.empty()) {
    err += end.message + "\n";
  }
  JsonWriter json(out.size() + err.size() + 256);
  json.BeginObject().Key("process_status").String(StatusName(end.status));
  json.Key("stdout").Bytes(Cut(out, answer.most_characters));
  json.Key("stderr").Bytes(Cut(err, answer.most_characters));
  json.Key("new_session_created").Bool(answer.created || end.restarted || end.restarted_before);
  return json.EndObject().Take();
}

void ListSessions(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr) return;
  const auto seconds = [](std::chrono::system_clock::time_point time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
  };
  JsonWriter json;
  json.BeginObject().Key("sessions").BeginObject();
  for (const KernelEntry& entry : kernels->List(TenantOf(*http), kKind)) {
    const KernelInfo info = entry.kernel->Info();
    json.Key(entry.name.name).BeginObject().Key("backend").String("ipython");
    json.Key("created").Double(seconds(info.created)).Key("last_used").Double(seconds(info.used));
    json.Key("alive").Bool(true).EndObject();
  }
  SendJson(reply, 200, json.EndObject().Key("backend").String("ipython").EndObject().Take());
}

void DeleteSession(const KernelDeps& deps, const Request& http, const std::string& id,
                   const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr) return;
  const std::string tenant = TenantOf(*http);
  const KernelPtr kernel = kernels->FindNamed({tenant, kKind, id});
  if (kernel == nullptr || !kernels->Close(tenant, kernel->id())) {
    return SendSessionError(reply, 404, "IPython session " + id + " not found");
  }
  JsonWriter json;
  json.BeginObject().Key("message").Bytes("IPython session " + id + " deleted successfully");
  SendJson(reply, 200, json.EndObject().Take());
}

}  // namespace

void ExecuteInSession(const KernelDeps& deps, const HttpRequest& http, JsonValue body,
                      const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr || !RefuseSandboxToken(http, kStyle, reply)) return;
  FieldErrors errors;
  FieldReader reader(body, {}, &errors);
  constexpr auto kOptional = Presence::kOptionalOrNull;
  CellRequest cell;
  cell.code = reader.Text("generated_code", Presence::kRequired).value_or("");
  Answer answer;
  answer.seconds = reader.Number("timeout", Presence::kRequired).value_or(0);
  cell.timeout = CellTime(answer.seconds);
  cell.grace = kGrace;
  cell.input = reader.Text("std_input", kOptional).value_or("");
  answer.most_characters =
      std::max<int64_t>(0, reader.Int("max_output_characters", kOptional).value_or(1000));
  const std::string language = reader.String("language", kOptional).value_or("ipython");
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (language != "ipython") {
    return SendSessionError(reply, 400,
                            "only \"ipython\" sessions are served here; other languages have "
                            "POST /run_code");
  }
  const std::string session(http.Header("x-session-id"));
  if (session.empty()) {
    return SendSessionError(reply, 400, "X-Session-ID header required for ipython sessions");
  }
  if (session.size() > kMaxSessionId || !IsValidUtf8(session)) {
    return SendSessionError(reply, 400, "X-Session-ID must be UTF-8 of at most 512 bytes");
  }
  auto shared = std::make_shared<CellRequest>(std::move(cell));
  kernels->Open({TenantOf(http), kKind, session}, UsualSandbox(*kernels), "",
                [reply, shared, answer](Result<KernelPtr> kernel, bool created) {
                  if (!kernel.ok()) return SendKernelError(reply, kStyle, kernel.error());
                  Answer told = answer;
                  told.created = created;
                  RunCell(*kernel, std::move(*shared), reply,
                          [reply, told](const CellOutput& output, const Result<CellEnd>& end) {
                            if (!end.ok()) return SendKernelError(reply, kStyle, end.error());
                            SendJson(reply, 200, AnswerText(told, output, *end));
                          });
                });
}

void RegisterSessionRoutes(Router& router, const KernelDeps& deps) {
  router.Add("GET", "/sessions", [&deps](const Request& http, const HttpReplyPtr& reply) {
    ListSessions(deps, http, reply);
  });
  router.Add(
      "DELETE", "/sessions/{id}",
      [&deps](const Request& http, const std::vector<std::string>& parameters,
              const HttpReplyPtr& reply) { DeleteSession(deps, http, parameters[0], reply); });
}

}  // namespace assay
