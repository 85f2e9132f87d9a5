#include "apps/serve/tls_setup.h"

#include <fmt/format.h>
#include <time.h>

#include "base/log.h"
#include "telemetry/metric_page.h"

namespace assay {
namespace {

// Clients refuse it, which an operator shall read here first.
void WarnOfItsEnd(const TlsIdentity& identity) {
  constexpr int64_t kDay = 86400;
  constexpr int64_t kSoonDays = 14;
  const int64_t left = identity.expires_unix_s() - static_cast<int64_t>(::time(nullptr));
  if (left <= 0) {
    spdlog::warn("--tls-cert: the certificate has expired: clients will refuse it");
  } else if (left < kSoonDays * kDay) {
    spdlog::warn("--tls-cert: the certificate expires in {} days", left / kDay);
  }
}

}  // namespace

Result<std::shared_ptr<TlsIdentity>> LoadTls(const Options& options) {
  if (options.tls_cert.empty() && options.tls_key.empty()) return std::shared_ptr<TlsIdentity>();
  if (options.tls_cert.empty() || options.tls_key.empty()) {
    return Error{ErrorCode::kInvalidArgument, "tls", 0,
                 options.tls_key.empty()
                     ? "--tls-cert: needs --tls-key, the file with the certificate's key"
                     : "--tls-key: needs --tls-cert, the file with the key's certificate"};
  }
  ASSAY_ASSIGN_OR_RETURN(auto identity, TlsIdentity::Load({options.tls_cert, options.tls_key}));
  WarnOfItsEnd(*identity);
  return identity;
}

Status ReloadTls(TlsIdentity* identity) {
  if (identity == nullptr) return {};
  if (Status read = identity->Reload(); !read.ok()) {
    Error error = read.error();
    error.message += "; the certificate in use stays";
    return error;
  }
  spdlog::info("SIGHUP: the certificate was read again");
  WarnOfItsEnd(*identity);
  return {};
}

void AddTlsMetrics(const TlsIdentity& identity, const HttpServer& server,
                   MetricRegistry& registry) {
  registry.AddSource([&identity, &server](MetricPage* page) {
    const TlsStats stats = server.tls_stats();
    page->Header("assay_tls_handshakes_total",
                 "How handshakes ended: done, failed (no common version, or a certificate that the "
                 "client doesn't trust), late (not over in time), made_room (for another one) or "
                 "not_secure (plain HTTP came).",
                 MetricType::kCounter);
    const std::pair<std::string_view, int64_t> ends[] = {{"done", stats.done},
                                                         {"failed", stats.failed},
                                                         {"late", stats.late},
                                                         {"made_room", stats.made_room},
                                                         {"not_secure", stats.not_secure}};
    for (const auto& [end, count] : ends) {
      page->Sample("assay_tls_handshakes_total", RenderLabel("end", end), count);
    }
    page->Gauge("assay_tls_handshakes", "Handshakes that are under way.", stats.under_way);
    page->Gauge("assay_tls_certificate_expires_seconds",
                "Until when the certificate in use is good, in seconds since 1970.",
                identity.expires_unix_s());
  });
}

}  // namespace assay
