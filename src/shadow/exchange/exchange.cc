#include "shadow/exchange/exchange.h"

#include <algorithm>

#include "base/text.h"

namespace assay::shadow {

const std::string* FindHeader(const HeaderList& headers, std::string_view name) {
  const std::string wanted = AsciiLower(name);
  const auto found = std::find_if(headers.begin(), headers.end(), [&](const auto& header) {
    return AsciiLower(header.first) == wanted;
  });
  return found == headers.end() ? nullptr : &found->second;
}

int64_t BytesOf(const Exchange& exchange) {
  size_t bytes = sizeof(Exchange) + exchange.method.size() + exchange.target.size() +
                 exchange.request_body.size() + exchange.reply_body.size() + exchange.fault.size();
  for (const HeaderList* headers : {&exchange.request_headers, &exchange.reply_headers}) {
    for (const auto& header : *headers) {
      bytes += sizeof(header) + header.first.size() + header.second.size();
    }
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace assay::shadow
