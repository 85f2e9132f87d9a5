#include "node/peer_list.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "base/whole_file.h"
#include "net/http_client.h"

namespace assay {
namespace {

constexpr const char* kStage = "node.peers";
constexpr size_t kMostPeers = 1'024;
constexpr int64_t kMostFileBytes = 1 << 20;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Of the parts between `separator` that aren't empty.
Result<std::vector<std::string>> ReadAddresses(std::string_view text, char separator,
                                               const std::string& source) {
  std::vector<std::string> addresses;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    part = Trimmed(part.substr(0, part.find('#')));
    while (part.ends_with('/')) part.remove_suffix(1);
    if (part.empty()) continue;
    std::string address(part);
    const auto url = ParseHttpUrl(address);
    if (!url || !url->bare || url->path != "/") {
      return Invalid(source + ": a peer is given as http://HOST:PORT, not '" + address + "'");
    }
    if (std::find(addresses.begin(), addresses.end(), address) != addresses.end()) continue;
    if (addresses.size() == kMostPeers) {
      return Invalid(source + ": more than " + std::to_string(kMostPeers) + " peers");
    }
    addresses.push_back(std::move(address));
  }
  return addresses;
}

Result<std::vector<std::string>> LookUp(const std::string& name, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failed = ::getaddrinfo(name.c_str(), port.c_str(), &hints, &found); failed != 0) {
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 "cannot look up " + name + ": " + ::gai_strerror(failed)};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  std::vector<std::string> addresses;
  for (const addrinfo* each = found; each != nullptr && addresses.size() < kMostPeers;
       each = each->ai_next) {
    char host[NI_MAXHOST] = {};
    if (::getnameinfo(each->ai_addr, each->ai_addrlen, host, sizeof host, nullptr, 0,
                      NI_NUMERICHOST) != 0) {
      continue;
    }
    const bool v6 = each->ai_family == AF_INET6;
    std::string address =
        std::string("http://") + (v6 ? "[" : "") + host + (v6 ? "]:" : ":") + port;
    if (std::find(addresses.begin(), addresses.end(), address) == addresses.end()) {
      addresses.push_back(std::move(address));
    }
  }
  return addresses;
}

}  // namespace

Result<PeerList> PeerList::Parse(std::string_view text) {
  PeerList list;
  text = Trimmed(text);
  if (text.empty()) return list;
  if (StartsWith(text, "dns:")) {
    const std::string_view rest = text.substr(4);
    const size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == rest.size() ||
        rest.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) {
      return Invalid("--peers: dns:NAME:PORT, not '" + std::string(text) + "'");
    }
    list.kind = Kind::kName;
    list.name = rest.substr(0, colon);
    list.port = rest.substr(colon + 1);
    return list;
  }
  if (text.find("://") != std::string_view::npos) {
    list.kind = Kind::kAddresses;
    ASSAY_ASSIGN_OR_RETURN(list.addresses, ReadAddresses(text, ',', "--peers"));
    return list;
  }
  list.kind = Kind::kFile;
  list.path = text;
  return list;
}

Result<std::vector<std::string>> PeerList::Addresses() const {
  switch (kind) {
    case Kind::kNone: break;
    case Kind::kAddresses: return addresses;
    case Kind::kFile: {
      ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kStage, kMostFileBytes));
      return ReadAddresses(text, '\n', path);
    }
    case Kind::kName: return LookUp(name, port);
  }
  return std::vector<std::string>();
}

}  // namespace assay
