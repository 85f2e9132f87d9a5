// What the E2B routes say: sandboxes as their clients know them, and refusals by the status from
// which those make their errors. Pure but for the reply; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "api/e2b/wire/deps.h"
#include "base/result.h"
#include "net/http.h"
#include "sessions/sandboxes.h"
#include "text/json_writer.h"

namespace assay {

// The version of envd whose interface this is: what clients may use of later ones they refuse.
inline constexpr std::string_view kEnvdVersion = "0.5.7";
// Its port; the only one of a sandbox that isn't a program's.
inline constexpr int kEnvdPort = 49983;
// The templates that are no image: the host's toolchains. The second is what clients of the code
// interpreter ask for without a word; a kernel needs python3 alone.
inline constexpr std::string_view kBaseTemplate = "base";
inline constexpr std::string_view kInterpreterTemplate = "code-interpreter-v1";
// A label of ours, which isn't shown as metadata: a paused sandbox resumes when it is used.
inline constexpr const char* kAutoResumeLabel = "assay.e2b/auto-resume";

// {"code": 404, "message": "…"}
void SendE2bError(const HttpReplyPtr& reply, int status, std::string_view message);
// Of a call on the control plane that failed. Of kInvalidArgument: 404 with ENOENT (no such
// template), 400 else. kResource: 503, which clients try again. A sandbox that has ended: 404.
void SendE2bError(const HttpReplyPtr& reply, const Error& error, const Sandbox* sandbox);
void SendE2bNotFound(const HttpReplyPtr& reply, std::string_view id);

std::string TemplateOf(const SandboxInfo& info);
// What create, connect and resume answer: with the token that opens it.
void SendE2bSandbox(const HttpReplyPtr& reply, int status, const E2bDeps& deps,
                    const Sandbox& sandbox);
// As lists have it; `token`: of details alone, empty in lists.
void WriteE2bInfo(const SandboxInfo& info, std::string_view token, JsonWriter* json);

}  // namespace assay
