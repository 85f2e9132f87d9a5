#include "sessions/egress/addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/check.h"

namespace assay {
namespace {

constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

IpAddress FromV4(const in_addr& v4) {
  IpAddress address;
  std::copy(kMapped.begin(), kMapped.end(), address.bytes.begin());
  std::memcpy(address.bytes.data() + kMapped.size(), &v4, sizeof v4);
  return address;
}

}  // namespace

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  const std::string terminated(text);
  if (terminated.size() != std::strlen(terminated.c_str())) return std::nullopt;
  in_addr v4{};
  if (::inet_pton(AF_INET, terminated.c_str(), &v4) == 1) return FromV4(v4);
  IpAddress address;
  if (::inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) return address;
  return std::nullopt;
}

bool IpAddress::v4() const {
  return std::equal(kMapped.begin(), kMapped.end(), bytes.begin());
}

std::string IpAddress::ToString() const {
  char text[INET6_ADDRSTRLEN];
  const void* raw = v4() ? bytes.data() + kMapped.size() : bytes.data();
  return ::inet_ntop(v4() ? AF_INET : AF_INET6, raw, text, sizeof text);
}

std::optional<IpNetwork> IpNetwork::Parse(std::string_view text) {
  const size_t slash = text.find('/');
  const auto address = IpAddress::Parse(text.substr(0, slash));
  if (!address) return std::nullopt;
  IpNetwork network{*address, 128};
  if (slash == text.npos) return network;
  const std::string_view digits = text.substr(slash + 1);
  const int most = address->v4() ? 32 : 128;
  int prefix = -1;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
  if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() ||
      prefix < 0 || prefix > most) {
    return std::nullopt;
  }
  network.prefix = 128 - most + prefix;
  return network;
}

bool IpNetwork::Contains(const IpAddress& other) const {
  const size_t whole = static_cast<size_t>(prefix / 8);
  if (!std::equal(address.bytes.begin(), address.bytes.begin() + whole, other.bytes.begin())) {
    return false;
  }
  const int bits = prefix % 8;
  return bits == 0 || (address.bytes[whole] ^ other.bytes[whole]) >> (8 - bits) == 0;
}

bool IpNetwork::Contains(const IpNetwork& other) const {
  return prefix <= other.prefix && Contains(other.address);
}

const IpNetwork* SpecialNetwork(const IpAddress& address) {
  static const std::vector<IpNetwork> special = [] {
    std::vector<IpNetwork> parsed;
    for (const char* text : {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
                             "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
                             "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
                             // Unspecified and IPv4-compatible, loopback; NAT64, discard, Teredo,
                             // 6to4; unique local, link-local, site-local, multicast.
                             "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32",
                             "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"}) {
      const auto network = IpNetwork::Parse(text);
      ASSAY_CHECK(network.has_value());
      parsed.push_back(*network);
    }
    return parsed;
  }();
  const auto found = std::find_if(special.begin(), special.end(), [&](const IpNetwork& network) {
    return network.Contains(address);
  });
  return found == special.end() ? nullptr : &*found;
}

std::vector<IpAddress> OwnAddresses() {
  std::vector<IpAddress> own;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return own;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    if (one->ifa_addr->sa_family == AF_INET) {
      own.push_back(FromV4(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr));
    } else if (one->ifa_addr->sa_family == AF_INET6) {
      IpAddress address;
      std::memcpy(address.bytes.data(),
                  &reinterpret_cast<const sockaddr_in6*>(one->ifa_addr)->sin6_addr,
                  address.bytes.size());
      own.push_back(address);
    }
  }
  ::freeifaddrs(all);
  return own;
}

}  // namespace assay
