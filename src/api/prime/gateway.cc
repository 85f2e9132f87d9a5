#include "api/prime/gateway.h"

#include <functional>
#include <string>
#include <utility>

#include "api/prime/gateway_call.h"
#include "api/prime/gateway_exec.h"
#include "api/prime/gateway_files.h"

namespace assay {
namespace {

using RequestPtr = std::shared_ptr<const HttpRequest>;
using Work = std::function<void(const SandboxPtr&, RequestPtr, const HttpReplyPtr&)>;

void Add(Router& router, const PrimeDeskPtr& desk, const char* method, const std::string& name,
         Work work) {
  router.Add(method, std::string(kPrimeGateway) + "/" + name,
             [desk, work = std::move(work)](
                 RequestPtr http, const std::vector<std::string>& parameters, HttpReplyPtr reply) {
               const SandboxPtr sandbox = TakeGatewaySandbox(desk, *http, parameters, reply);
               if (sandbox != nullptr) work(sandbox, std::move(http), reply);
             });
}

}  // namespace

void RegisterPrimeGateway(Router& router, const PrimeDeskPtr& desk, const LateTimersOwner& timers,
                          ProcessService& processes) {
  processes.Register(router,
                     {std::string(kPrimeGateway) + "/command_session.CommandSession",
                      [desk](const ConnectCall& call) { return FindGatewaySandbox(desk, call); }});
  Add(router, desk, "POST", "exec",
      [&timers](const SandboxPtr& sandbox, const RequestPtr& http, const HttpReplyPtr& reply) {
        ExecInSandbox(sandbox, *http, timers.timers(), reply);
      });
  Add(router, desk, "POST", "upload", UploadToSandbox);
  Add(router, desk, "GET", "read-file",
      [](const SandboxPtr& sandbox, const RequestPtr& http, const HttpReplyPtr& reply) {
        ReadSandboxFile(sandbox, *http, reply);
      });
  Add(router, desk, "GET", "download",
      [&timers](const SandboxPtr& sandbox, const RequestPtr& http, const HttpReplyPtr& reply) {
        DownloadFromSandbox(sandbox, *http, timers.timers(), reply);
      });
}

}  // namespace assay
