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

}  // namespace assay::shadow
