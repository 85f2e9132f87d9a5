#include "api/sessions/exec_routes.h"

#include <signal.h>

#include <charconv>
#include <memory>
#include <optional>

#include "api/sessions/exec_reply.h"
#include "api/sessions/wire/exec_request.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;

// The execution that is meant, and whether an earlier request has started it. Its stdin has what
// the first request says.
Result<std::pair<std::shared_ptr<Execution>, bool>> Begin(Sandbox& sandbox, ExecAsked* asked) {
  bool fresh = false;
  ASSAY_ASSIGN_OR_RETURN(auto execution, sandbox.Start(std::move(asked->execution), &fresh));
  if (fresh) {
    if (!asked->input.empty()) {
      const Status written = execution->Write(std::move(asked->input));
      // One that has ended already didn't want its input; how it ended is the answer.
      if (!written.ok() && !execution->ended()) {
        execution->Signal(SIGKILL);
        return written.error();
      }
    }
    if (asked->close_input) execution->CloseInput();
  }
  return std::pair(std::move(execution), !fresh);
}

void Exec(const SandboxDeps& deps, const HttpRequest& http, const std::string& id,
          const HttpReplyPtr& reply) {
  const SandboxPtr sandbox = FindSandbox(deps, http, id, reply);
  if (!sandbox) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  ExecAsked asked = ParseExec(http, document->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const auto begun = Begin(*sandbox, &asked);
  if (!begun.ok()) return SendFault(reply, StartFaultOf(begun.error(), *sandbox));
  const auto& [execution, repeated] = *begun;
  if (asked.detached) return AnswerStarted(execution, sandbox, deps.timers.timers(), reply);
  if (asked.stream) return StreamExecution(execution, sandbox, deps.timers.timers(), reply);
  CollectExecution(execution, sandbox, {asked.output_bytes, repeated}, deps.timers.timers(), reply);
}

void List(const SandboxDeps& deps, const HttpRequest& http, const std::string& id,
          const HttpReplyPtr& reply) {
  const SandboxPtr sandbox = FindSandbox(deps, http, id, reply);
  if (!sandbox) return;
  JsonWriter json;
  json.BeginObject().Key("processes").BeginArray();
  for (const auto& execution : sandbox->Executions()) WriteProcess(*execution, &json);
  json.EndArray().EndObject();
  SendJson(reply, 200, json.Take());
}

struct OneProcess {
  SandboxPtr sandbox;
  std::shared_ptr<Execution> execution;  // null: answered
};

OneProcess FindProcess(const SandboxDeps& deps, const HttpRequest& http,
                       const std::vector<std::string>& parameters, const HttpReplyPtr& reply) {
  OneProcess found{FindSandbox(deps, http, parameters[0], reply), nullptr};
  if (!found.sandbox) return found;
  const std::string& text = parameters[1];
  int pid = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (ec == std::errc() && end == text.data() + text.size()) {
    found.execution = found.sandbox->FindPid(pid);
  }
  if (!found.execution) {
    SendError(reply, kStyle, 404, "unknown_process",
              "no process " + text + " was started in this sandbox, or it ended long ago");
  }
  return found;
}

void SendProcess(const Execution& execution, const HttpReplyPtr& reply) {
  JsonWriter json;
  WriteProcess(execution, &json);
  SendJson(reply, 200, json.Take());
}

using Handler = void (*)(const SandboxDeps&, const HttpRequest&, const OneProcess&,
                         const HttpReplyPtr&);

void Input(const SandboxDeps&, const HttpRequest& http, const OneProcess& process,
           const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  InputAsked asked = ParseInput(document->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (!asked.bytes.empty()) {
    if (const Status written = process.execution->Write(std::move(asked.bytes)); !written.ok()) {
      SandboxFault fault = FaultOf(written.error(), process.sandbox.get(), "text");
      if (fault.status == 503 && process.execution->ended()) {
        fault = {.status = 409, .code = "ended", .message = "the process has ended"};
      }
      return SendFault(reply, fault);
    }
  }
  if (asked.close) process.execution->CloseInput();
  SendProcess(*process.execution, reply);
}

void Signal(const SandboxDeps&, const HttpRequest& http, const OneProcess& process,
            const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  const int signal = ParseSignal(document->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  process.execution->Signal(signal);
  SendProcess(*process.execution, reply);
}

void Resize(const SandboxDeps&, const HttpRequest& http, const OneProcess& process,
            const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  const TerminalSize size = ReadTerminalSize(document->root(), {}, Presence::kRequired, &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  process.execution->Resize(size.rows, size.columns);
  SendProcess(*process.execution, reply);
}

void Follow(const SandboxDeps& deps, const HttpRequest&, const OneProcess& process,
            const HttpReplyPtr& reply) {
  StreamExecution(process.execution, process.sandbox, deps.timers.timers(), reply);
}

void Add(Router& router, const SandboxDeps& deps, const char* method, const std::string& last,
         Handler handler) {
  router.Add(
      method, "/v1/sandboxes/{id}/processes/{pid}/" + last,
      [&deps, handler](const std::shared_ptr<const HttpRequest>& http,
                       const std::vector<std::string>& parameters, const HttpReplyPtr& reply) {
        const OneProcess process = FindProcess(deps, *http, parameters, reply);
        if (process.execution) handler(deps, *http, process, reply);
      });
}

}  // namespace

void RegisterExecRoutes(Router& router, const SandboxDeps& deps) {
  using Request = std::shared_ptr<const HttpRequest>;
  using Parameters = std::vector<std::string>;
  router.Add("POST", "/v1/sandboxes/{id}/exec",
             [&deps](const Request& http, const Parameters& parameters, const HttpReplyPtr& reply) {
               Exec(deps, *http, parameters[0], reply);
             });
  router.Add("GET", "/v1/sandboxes/{id}/processes",
             [&deps](const Request& http, const Parameters& parameters, const HttpReplyPtr& reply) {
               List(deps, *http, parameters[0], reply);
             });
  Add(router, deps, "POST", "input", Input);
  Add(router, deps, "POST", "signal", Signal);
  Add(router, deps, "POST", "resize", Resize);
  Add(router, deps, "GET", "stream", Follow);
}

}  // namespace assay
