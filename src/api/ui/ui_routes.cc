#include "api/ui/ui_routes.h"

#include <cstdio>
#include <map>
#include <memory>

#include "api/shared/responses.h"
#include "api/ui/page_pack.h"
#include "base/text.h"
#include "ui_embedded.h"

namespace assay {
namespace {

constexpr char kHomePage[] =
    "<!doctype html><meta charset=\"utf-8\"><title>Assay</title>\n"
    "<h1>Assay " ASSAY_VERSION
    "</h1>\n"
    "<p>Runs untrusted programs and judges them. The interface is described in\n"
    "<a href=\"openapi.json\">openapi.json</a>; this server in <a href=\"v1/info\">v1/info</a>\n"
    "and <a href=\"metrics\">metrics</a>.</p>\n";

// What comes from candidates is shown as text. Should that ever fail, a script still wouldn't run,
// and no string becomes markup (trusted types).
constexpr char kPolicy[] =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

std::string_view ContentType(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "application/octet-stream";
}

// Whether a list like "text/html, */*;q=0.8" has the word, and not with q=0.
bool Accepts(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view item = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    const size_t semicolon = std::min(item.find(';'), item.size());
    if (AsciiLower(TrimAsciiSpace(item.substr(0, semicolon))) != word) continue;
    const size_t q = item.find("q=", semicolon);
    return q == item.npos || item.find_first_of("123456789", q) != item.npos;
  }
  return false;
}

// Whether an If-None-Match names it.
bool Named(std::string_view list, const std::string& etag) {
  return list.find(etag) != list.npos || TrimAsciiSpace(list) == "*";
}

class Page {
 public:
  Page() {
    for (PackedFile& file : ReadPagePack(Embedded_assay_ui_zip())) {
      const std::string name = file.name;
      files_.emplace(name, std::move(file));
    }
  }

  void Send(const HttpRequest& request, const std::string& name, const HttpReplyPtr& reply) const {
    const auto found = files_.find(name.empty() ? "index.html" : name);
    if (found == files_.end()) {
      return SendError(reply, ErrorStyle::kNative, 404, "not_found", "the page has no such file");
    }
    const PackedFile& file = found->second;
    const bool gzip = !file.stored && Accepts(request.Header("accept-encoding"), "gzip");
    HttpResponse response;
    response.content_type = ContentType(file.name);
    response.headers = Headers(file, gzip);
    if (Named(request.Header("if-none-match"), Etag(file, gzip))) {
      response.status = 304;
      return reply->Send(std::move(response));
    }
    if (gzip) response.headers.emplace_back("content-encoding", "gzip");
    response.body = gzip ? GzipOf(file) : BytesOf(file);
    reply->Send(std::move(response));
  }

 private:
  // Of what is sent, so that the two encodings differ.
  static std::string Etag(const PackedFile& file, bool gzip) {
    char text[40];
    std::snprintf(text, sizeof text, "\"%08x-%x%s\"", file.crc32, file.size, gzip ? "-gzip" : "");
    return text;
  }

  static std::vector<std::pair<std::string, std::string>> Headers(const PackedFile& file,
                                                                  bool gzip) {
    // Names of assets carry a hash of what they hold.
    const bool lasting = StartsWith(file.name, "assets/");
    return {{"cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache"},
            {"etag", Etag(file, gzip)},
            {"vary", "accept-encoding"},
            {"content-security-policy", kPolicy},
            {"x-content-type-options", "nosniff"},
            {"x-frame-options", "DENY"},
            {"referrer-policy", "no-referrer"},
            {"cross-origin-opener-policy", "same-origin"},
            {"cross-origin-resource-policy", "same-origin"}};
  }

  std::map<std::string, PackedFile, std::less<>> files_;
};

// Addresses without a slash in front, so that they also lead right behind a proxy's prefix.
void Lead(const HttpReplyPtr& reply, std::string_view where) {
  HttpResponse response;
  response.status = 307;
  response.content_type = "text/plain; charset=utf-8";
  response.headers = {{"location", std::string(where)}, {"vary", "accept"}};
  response.body = "The page is at " + std::string(where) + "\n";
  reply->Send(std::move(response));
}

}  // namespace

void RegisterUiRoutes(Router& router, bool enabled) {
  router.Add(
      "GET", "/",
      [enabled](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        if (enabled && Accepts(request->Header("accept"), "text/html")) {
          return Lead(reply, "ui/");
        }
        HttpResponse response;
        response.content_type = "text/html; charset=utf-8";
        response.headers = {{"vary", "accept"}};
        response.body = kHomePage;
        reply->Send(std::move(response));
      });
  const auto page = std::make_shared<const Page>();
  router.Add(
      "GET", "/ui/{file...}",
      [enabled, page](const std::shared_ptr<const HttpRequest>& request,
                      const std::vector<std::string>& parameters, const HttpReplyPtr& reply) {
        if (!enabled) {
          return SendError(reply, ErrorStyle::kNative, 404, "not_found",
                           "this server has no page: it was started with --ui off");
        }
        // Its files' addresses are relative to the folder.
        if (request->path == "/ui") return Lead(reply, "ui/");
        page->Send(*request, parameters[0], reply);
      });
}

}  // namespace assay
