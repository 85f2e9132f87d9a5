#include "net/pass/pass_headers.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::array<std::string_view, 10> kOfConnection = {"connection",
                                                            "keep-alive",
                                                            "proxy-authenticate",
                                                            "proxy-authorization",
                                                            "proxy-connection",
                                                            "te",
                                                            "trailer",
                                                            "transfer-encoding",
                                                            "upgrade",
                                                            "content-length"};

// The names that Connection says are of the connection, too.
std::vector<std::string> NamedByConnection(const HeaderList& headers) {
  std::vector<std::string> names;
  for (const auto& [name, value] : headers) {
    if (name != "connection") continue;
    std::string_view left = value;
    while (!left.empty()) {
      const size_t comma = std::min(left.find(','), left.size());
      names.push_back(AsciiLower(TrimAsciiSpace(left.substr(0, comma))));
      left.remove_prefix(std::min(comma + 1, left.size()));
    }
  }
  return names;
}

}  // namespace

void DropHeadersOfConnection(HeaderList* headers) {
  const std::vector<std::string> named = NamedByConnection(*headers);
  std::erase_if(*headers, [&](const auto& header) {
    return std::find(kOfConnection.begin(), kOfConnection.end(), header.first) !=
               kOfConnection.end() ||
           std::find(named.begin(), named.end(), header.first) != named.end();
  });
}

}  // namespace assay
