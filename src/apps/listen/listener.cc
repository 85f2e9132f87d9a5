#include "apps/listen/listener.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "access/credentials.h"
#include "base/text.h"
#include "net/site_guard.h"

namespace assay {
namespace {

HttpResponse Unauthorised() {
  HttpResponse response;
  response.status = 401;
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  response.body =
      R"({"error":{"code":"unauthorized","message":"a token is needed: Authorization: Bearer TOKEN"}})";
  return response;
}

HttpGate MakeGate(std::shared_ptr<const SiteGuard> guard, const std::string& token) {
  // Hashes are compared, so that the time it takes says nothing about the token.
  const std::string wanted = token.empty() ? "" : Sha256Hex(token);
  return [guard, wanted](HttpRequest* head, const std::string&) -> std::optional<HttpResponse> {
    const Credentials credentials = TakeCredentials(head);
    if (const auto why = guard->WhyRefused(*head)) return SiteGuard::Refusal(*why);
    const bool known = !credentials.disagree && Sha256Hex(credentials.token) == wanted;
    if (wanted.empty() || known) return std::nullopt;
    return Unauthorised();
  };
}

}  // namespace

void Listener::AddTo(CommandLine* command) {
  command->Option("--host", host_, "address to listen on").ShowDefault();
  command->Option("--port", port_, "port; 0: any that is free").ShowDefault().Between(0, 65535);
  command
      ->Option("--token", token_,
               "who asks must have it, as Authorization: Bearer TOKEN [ASSAY_TOKEN]")
      .FromEnvironment("ASSAY_TOKEN");
  command->Flag("--insecure", insecure_, "let anybody who reaches a public address ask");
}

Result<std::unique_ptr<HttpServer>> Listener::Start(const Router& router) const {
  const auto local = HttpServer::OnlyLocal(host_);
  if (!local.ok()) {
    return Error{ErrorCode::kInvalidArgument, "listen", 0, "--host: " + local.error().message};
  }
  if (!*local && token_.empty() && !insecure_) {
    return Error{ErrorCode::kInvalidArgument, "listen", 0,
                 "--host: others than this machine reach " + host_ +
                     "; give a --token, or --insecure to let anybody ask"};
  }
  HttpServerOptions options;
  options.host = host_;
  options.port = port_;
  options.io_threads = 1;
  options.decode_threads = 1;
  const auto guard =
      std::make_shared<const SiteGuard>(*local, host_, std::vector<std::string>(), !token_.empty());
  auto server = std::make_unique<HttpServer>(
      options,
      [&router](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
        router.Handle(std::move(request), std::move(reply));
      },
      MakeGate(guard, token_));
  ASSAY_RETURN_IF_ERROR(server->Start());
  return server;
}

std::string Listener::UrlOf(const HttpServer& server) const {
  const bool ipv6 = host_.find(':') != std::string::npos;
  return fmt::format("http://{}:{}", ipv6 ? "[" + host_ + "]" : host_, server.port());
}

}  // namespace assay
