#include "apps/serve/relay_door.h"

#include <sys/un.h>
#include <unistd.h>

#include <utility>

#include "api/update/passed_request.h"
#include "net/http_text.h"
#include "node/takeover.h"

namespace assay {
namespace {

constexpr size_t kNameLetters = 6;

HttpResponse Refusal(int status, const char* why) {
  HttpResponse response;
  response.status = status;
  response.body = ErrorText(status, why);
  return response;
}

}  // namespace

std::optional<HttpResponse> RelayDoor::Admit(HttpRequest* head) {
  // The socket's mode lets nobody else in; this says so once more.
  const uint32_t user = head->peer_uid.value_or(UINT32_MAX);
  std::string peer;
  if ((user != ::geteuid() && user != 0) || !TakeStamp(head, &peer)) {
    return Refusal(403, "this socket is for the process that replaces this one");
  }
  if (!std::exchange(head->unjudged, false)) return std::nullopt;
  return gate_(head, peer);
}

Status RelayDoor::Open(const Options& options, const std::string& name) {
  const std::string path = TakeoverPathOf(options.takeover, static_cast<int>(options.port)) +
                           ".relay-" + name.substr(0, kNameLetters);
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{ErrorCode::kInvalidArgument, "takeover", 0,
                 "--takeover: a path of at most 94 bytes, for there are sockets beside it: " +
                     options.takeover};
  }
  HttpServerOptions http;
  http.host.clear();
  http.unix_path = path;
  http.unix_mode = 0600;
  http.io_threads = 1;
  // The other process has waited for the client, and waits for this one.
  http.max_body_bytes = options.max_body_mb << 20;
  server_ = std::make_unique<HttpServer>(
      http,
      [this](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        if (request->path != kElderStatePath) return router_.Handle(request, reply);
        HttpResponse response;
        response.body = neighbours_.TellState();
        reply->Send(std::move(response));
      },
      [this](HttpRequest* head, const std::string&) { return Admit(head); });
  ASSAY_RETURN_IF_ERROR(server_->Listen());
  ASSAY_RETURN_IF_ERROR(server_->Start());
  path_ = path;
  return {};
}

void RelayDoor::Close(SteadyTime deadline) {
  if (server_ != nullptr) server_->Stop(deadline);
}

}  // namespace assay
