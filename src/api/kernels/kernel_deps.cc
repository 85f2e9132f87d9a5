#include "api/kernels/kernel_deps.h"

#include <algorithm>
#include <chrono>

namespace assay {
namespace {

constexpr Nanoseconds kShortest = std::chrono::milliseconds(100);
constexpr Nanoseconds kLongest = std::chrono::hours(24);

}  // namespace

Kernels* AnyKernels(const KernelDeps& deps, ErrorStyle style, const HttpReplyPtr& reply) {
  if (deps.kernels == nullptr) {
    SendError(reply, style, 501, "no_sandboxes",
              "this server has no kernels, because it has no sandboxes that live: whoever runs it "
              "starts `assay serve` with --sandboxes N");
  }
  return deps.kernels;
}

bool RefuseSandboxToken(const HttpRequest& http, ErrorStyle style, const HttpReplyPtr& reply) {
  if (http.caller == nullptr || http.caller->sandbox.empty()) return true;
  SendError(reply, style, 403, "forbidden", "the token of a sandbox makes no other sandbox");
  return false;
}

void SendKernelError(const HttpReplyPtr& reply, ErrorStyle style, const Error& error) {
  if (error.code == ErrorCode::kInvalidArgument) {
    return SendError(reply, style, 422, "invalid", error.message, error.field);
  }
  SendError(reply, style, 503, error.code == ErrorCode::kResource ? "overloaded" : "unavailable",
            error.message);
}

SandboxRequest UsualSandbox(Kernels& kernels) {
  SandboxRequest request;
  request.box.limits = UsualLimits(kernels.sandboxes().policy().max_limits);
  return request;
}

Nanoseconds CellTime(double seconds) {
  return std::clamp(FromSeconds(seconds), kShortest, kLongest);
}

}  // namespace assay
