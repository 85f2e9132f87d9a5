// What the doors to kernels stand on, and what they have in common. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "api/shared/responses.h"
#include "kernels/kernels.h"
#include "net/http.h"

namespace assay {

// What kernels run, in the protocols' words.
inline constexpr std::string_view kKernelLanguage = "python";
inline constexpr std::string_view kKernelSpec = "python3";

// Of names (KernelName::kind), by doors.
inline constexpr const char* kNativeKind = "native";
inline constexpr const char* kSessionKind = "session";
inline constexpr const char* kTrajectoryKind = "trajectory";

struct KernelDeps {
  Kernels* kernels = nullptr;  // null: this server has none. Outlives the handlers.
  std::string pod_name;        // of compatible answers; empty: null
};

// Answers 501 and returns null when this server has none.
Kernels* AnyKernels(const KernelDeps& deps, ErrorStyle style, const HttpReplyPtr& reply);
// Answers 403 and returns false for the token of a sandbox: kernels here get sandboxes of their
// own.
bool RefuseSandboxToken(const HttpRequest& http, ErrorStyle style, const HttpReplyPtr& reply);
// Why a kernel couldn't be made, or a cell not be run: 422, or 503 for what may be asked again.
void SendKernelError(const HttpReplyPtr& reply, ErrorStyle style, const Error& error);

// The sandbox of a kernel for which nothing is asked.
SandboxRequest UsualSandbox(Kernels& kernels);

// Who writes a cell and who runs it are strangers: the shortest and longest time a door gives one.
Nanoseconds CellTime(double seconds);

}  // namespace assay
