// What the sandbox routes say: sandboxes, files and processes as JSON, and errors with their
// status. Pure but for the reply; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "net/http.h"
#include "runner/live_box.h"
#include "sessions/execution.h"
#include "sessions/request.h"
#include "sessions/sandboxes.h"
#include "text/json_writer.h"

namespace assay {

void WriteSandbox(const SandboxInfo& info, JsonWriter* json);
void SendSandbox(const HttpReplyPtr& reply, int status, const SandboxInfo& info);
void WriteFile(const FileInfo& info, JsonWriter* json);
void WriteProcess(const Execution& execution, JsonWriter* json);

// Bytes as a member of a JSON object: "<name>" when they are UTF-8, else "base64" is: what isn't
// text is never changed.
void WriteBytes(std::string_view name, std::string_view bytes, JsonWriter* json);

struct SandboxFault {
  int status = 500;
  std::string code;
  std::string message;
  std::string field = {};
  std::string reason = {};  // why it ended, of the code "ended"
  bool retry = false;       // the same may be taken in a second
};
// `sandbox`: whose call failed; null: it is about none. `field`: of the request, where the error
// names none.
SandboxFault FaultOf(const Error& error, const Sandbox* sandbox, std::string_view field = "");
// Of a program that doesn't start: whatever is missing for it, the request is at fault.
SandboxFault StartFaultOf(const Error& error, const Sandbox& sandbox);
void WriteFault(const SandboxFault& fault, JsonWriter* json);
void SendFault(const HttpReplyPtr& reply, const SandboxFault& fault);
inline void SendFault(const HttpReplyPtr& reply, const Error& error, const Sandbox* sandbox,
                      std::string_view field = "") {
  SendFault(reply, FaultOf(error, sandbox, field));
}

}  // namespace assay
