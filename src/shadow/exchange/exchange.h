// Exchange: one request to the user's present sandbox and what it replied. What the shadow audit
// watches or reads from a log, and all that it knows of the peer.
//
// A plain value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::shadow {

using HeaderList = std::vector<std::pair<std::string, std::string>>;  // as they came, in order

// The first header of that name, whatever its case; null: there is none.
const std::string* FindHeader(const HeaderList& headers, std::string_view name);

struct Exchange {
  int64_t arrived_unix_ms = 0;  // when the request's first byte was there; 0: a log doesn't say
  double seconds = -1;          // from then to the reply's last byte; negative: not known

  std::string method;  // "POST"
  std::string target;  // path and query, as on the request line
  HeaderList request_headers;
  std::string request_body;  // of a chunked body the chunks' content

  int status = 0;  // 0: there was no reply; `fault` says why
  HeaderList reply_headers;
  std::string reply_body;

  // Why the exchange can't be compared: "the client left", "the peer closed the connection", "the
  // request is longer than 64 MiB". Empty: request and reply are whole.
  std::string fault;
};

// What it holds of memory, more or less: names and values of headers included.
int64_t BytesOf(const Exchange& exchange);

}  // namespace assay::shadow
