#include "apps/serve/serve_gate.h"

#include <fmt/format.h>

#include "audit/audited_reply.h"
#include "net/http_server.h"
#include "net/http_text.h"

namespace assay {

Error NeedsTokens(const std::string& host) {
  return Error{
      ErrorCode::kInvalidArgument, "serve", 0,
      fmt::format("--host {}: others reach this address, and whoever does may run programs "
                  "here. Give --tokens FILE (`assay token new --tokens FILE --name NAME` "
                  "makes one), or --insecure if something else keeps strangers out",
                  host)};
}

Status CheckListenAddress(const Options& options) {
  if (!options.tokens.empty() || options.insecure) return {};
  ASSAY_ASSIGN_OR_RETURN(const bool local, HttpServer::OnlyLocal(options.host));
  if (local) return {};
  return NeedsTokens(options.host);
}

ServeGate::ServeGate(const TokenStore* tokens, const BoxTokens& boxes, const Router& router,
                     Metrics& metrics, LoginSessions* sessions)
    : metrics_(metrics),
      refusals_(metrics.registry().AddCounter(
          "assay_access_refusals_total",
          "Requests refused for who sent them: their token is missing, unknown, differ (several), "
          "of a role that may not, of another tenant, or a sandbox's for something else; a "
          "browser's session is over, or its request comes without X-Assay-CSRF; or a web page did "
          "(page).",
          "why")),
      router_(router),
      gatekeeper_(
          tokens, boxes, router, clock_,
          [this](std::string_view route, int status, std::string_view why) {
            metrics_.OnHttp(route, status, Nanoseconds{0});
            refusals_.Increment(why);
          },
          sessions) {
  if (tokens == nullptr) return;
  metrics.registry().AddSource([tokens](MetricPage* page) {
    const TokenStore::Stats stats = tokens->stats();
    page->Gauge("assay_tokens", "Tokens that may use this server.", stats.tokens);
    page->Counter("assay_tokens_loads_total", "How often the tokens file was taken.", stats.loads);
    page->Counter("assay_tokens_refused_total",
                  "How often it had a fault, so that the tokens before stayed.", stats.refused);
    page->Gauge("assay_tokens_file_refused", "1 while what the file holds isn't in use.",
                stats.file_refused ? 1 : 0);
  });
}

void ServeGate::Listens(bool local, const Options& options) {
  auto pages =
      std::make_shared<const SiteGuard>(local, options.host, options.allowed_hosts,
                                        !options.tokens.empty(), !options.tls_cert.empty());
  MutexLock lock(mutex_);
  pages_ = std::move(pages);
}

std::optional<HttpResponse> ServeGate::operator()(HttpRequest* head, const std::string& peer) {
  auto refusal = Refuse(head, peer);
  if (refusal && audit_ != nullptr) AuditRefusal(*audit_, router_, *head, peer, refusal->status);
  return refusal;
}

std::optional<HttpResponse> ServeGate::Refuse(HttpRequest* head, const std::string& peer) {
  std::shared_ptr<const SiteGuard> pages;
  {
    MutexLock lock(mutex_);
    pages = pages_;
  }
  // A browser has no way to a Unix socket.
  const auto why = head->peer_uid ? std::nullopt : pages->WhyRefused(*head);
  if (why) {
    metrics_.OnHttp("other", 403, Nanoseconds{0});
    refusals_.Increment("page");
    return SiteGuard::Refusal(*why);
  }
  if (neighbours_ != nullptr && neighbours_->MayBeJudgedByOther(*head)) {
    if (AnnouncedBodyBytes(*head) <= Neighbours::kMostUnjudgedBytes) {
      head->unjudged = true;
      return std::nullopt;
    }
    // In a moment it is known here, or isn't one.
    HttpResponse later;
    later.status = 503;
    later.headers = {{"retry-after", "1"}};
    later.body = ErrorText(503, "the token is being looked up; try again");
    return later;
  }
  return gatekeeper_.Admit(head, peer);
}

}  // namespace assay
