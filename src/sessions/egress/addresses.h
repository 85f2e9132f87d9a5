// IP addresses and networks, and which of them are no part of the public Internet. Plain values;
// pure functions. An IPv4 address is kept as the IPv6 address that maps it, so that the two ways to
// write it are one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct IpAddress {
  std::array<uint8_t, 16> bytes{};

  // "10.0.0.1", "::1"; nothing that a resolver would take besides ("127.1", "0x7f.1").
  static std::optional<IpAddress> Parse(std::string_view text);
  std::string ToString() const;
  bool v4() const;

  bool operator==(const IpAddress&) const = default;
};

struct IpNetwork {
  IpAddress address;
  int prefix = 128;  // bits, of 128

  // "10.0.0.0/8", or one address.
  static std::optional<IpNetwork> Parse(std::string_view text);
  bool Contains(const IpAddress& other) const;
  bool Contains(const IpNetwork& other) const;
};

// The block of private, local or otherwise not public addresses that it lies in, those that embed
// an IPv4 address (NAT64, 6to4, Teredo) included; null: it is public.
const IpNetwork* SpecialNetwork(const IpAddress& address);

// The addresses of this host's interfaces now.
std::vector<IpAddress> OwnAddresses();

}  // namespace assay
