// SiteGuard: refuses what a web page of another site has a visitor's browser send here.
//
// A server without tokens runs programs for whoever reaches its port. A browser on the same machine
// or network reaches it too, and sends requests for any page it shows. Two ways are closed:
//  1. A page of another site sends its requests straight here. Browsers say so, in headers that no
//     page can change: Sec-Fetch-Site, and Origin where that is missing.
//  2. A page has the name of its own site point to this server (DNS rebinding), and its requests
//     then look like those of the same site. Only Host tells: on a listener that only this machine
//     reaches it must be a local name, and elsewhere one of those that the operator allows, if any
//     are named. An address is nobody's name, so that no such page can have it. Where none are
//     named and nobody is asked for a token either, what a page sends (it has an Origin) must not
//     come by a name; a token or a cookie of ours such a page hasn't got.
// Programs that are no browsers send neither header, and pass; so do pages that this server serves,
// and people who follow a link to its own page (/ui/).
//
// Pure, immutable, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http.h"

namespace assay {

class SiteGuard {
 public:
  // `local`: only this machine reaches the listener. `host`: what it listens on, a name that counts
  // as local then. `allowed`: further names; "*" stands for any.
  // `asks`: nobody gets anything here without a token. `tls`: the listener speaks it, so that a
  // page without it is another site's.
  SiteGuard(bool local, const std::string& host, const std::vector<std::string>& allowed,
            bool asks = true, bool tls = false);

  // Why the request is refused, with the remedy; nothing when it passes.
  std::optional<std::string> WhyRefused(const HttpRequest& request) const;
  // 403 with that text, in both error shapes of the API.
  static HttpResponse Refusal(std::string_view why);

 private:
  bool Accepts(std::string_view host) const;

  const bool local_;
  std::vector<std::string> names_;  // in lower case
  bool any_ = false;
  const bool asks_;
  const bool tls_;
};

}  // namespace assay
