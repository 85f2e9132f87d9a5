#include "sessions/egress/egress_rules.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kMaxRules = 1024;
constexpr int kTlsPort = 443;

bool IsHostName(std::string_view name) {
  if (name.empty() || name.size() > 253) return false;
  while (true) {
    const size_t dot = name.find('.');
    const std::string_view label = name.substr(0, dot);
    if (label.empty() || label.size() > 63) return false;
    for (const char c : label) {
      if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-' && c != '_') return false;
    }
    if (dot == name.npos) return true;
    name.remove_prefix(dot + 1);
  }
}

// Takes ":443" from the end; nullopt: what stands there is no port.
std::optional<int> TakePort(std::string_view* rule) {
  const size_t colon = rule->rfind(':');
  const bool bracketed = StartsWith(*rule, "[");
  if (colon == rule->npos || (bracketed && rule->back() == ']')) return 0;
  // An IPv6 address without brackets has no port.
  if (!bracketed && rule->find(':') != colon) return 0;
  const std::string_view digits = rule->substr(colon + 1);
  int port = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || port < 1 ||
      port > 65535) {
    return std::nullopt;
  }
  *rule = rule->substr(0, colon);
  return port;
}

}  // namespace

std::string NormalizeHost(std::string_view host) {
  std::string name = AsciiLower(host);
  if (!name.empty() && name.back() == '.') name.pop_back();
  return name;
}

Result<EgressRules> EgressRules::Parse(const EgressPolicy& policy) {
  EgressRules rules;
  rules.kind_ = policy.kind;
  if (policy.hosts.size() > kMaxRules) {
    return InvalidField("egress", "egress.hosts", "must have at most 1024 entries");
  }
  for (const std::string& text : policy.hosts) {
    std::string_view rest = text;
    const auto port = TakePort(&rest);
    if (port && StartsWith(rest, "[") && rest.back() == ']') {
      rest = rest.substr(1, rest.size() - 2);
    }
    if (const auto network = port ? IpNetwork::Parse(rest) : std::nullopt) {
      rules.networks_.push_back({*network, *port});
      continue;
    }
    NameRule rule{NormalizeHost(rest), false, port.value_or(0)};
    if (rest == "*") {
      rule = {"", true, rule.port};
    } else if (StartsWith(rule.name, "*.")) {
      rule.wildcard = true;
      rule.name.erase(0, 2);
    }
    if (!port || (!rule.name.empty() && !IsHostName(rule.name)) ||
        (rule.name.empty() && !rule.wildcard)) {
      return InvalidField("egress", "egress.hosts",
                          "\"" + ReplaceInvalidUtf8(text.substr(0, 100)) +
                              "\" is no host name, \"*.\" and a name, address or network, with "
                              "\":port\" if need be");
    }
    rules.names_.push_back(std::move(rule));
  }
  return rules;
}

bool EgressRules::NameMatches(const std::string& name, int port) const {
  return std::any_of(names_.begin(), names_.end(), [&](const NameRule& rule) {
    if (rule.port != 0 && rule.port != port) return false;
    if (!rule.wildcard) return name == rule.name;
    if (rule.name.empty()) return true;
    return name.size() > rule.name.size() + 1 && name.ends_with(rule.name) &&
           name[name.size() - rule.name.size() - 1] == '.';
  });
}

bool EgressRules::AddressMatches(const IpAddress& address, int port) const {
  return std::any_of(networks_.begin(), networks_.end(), [&](const NetworkRule& rule) {
    return (rule.port == 0 || rule.port == port) && rule.network.Contains(address);
  });
}

bool EgressRules::MayResolve(const std::string& name, int port) const {
  if (!IsHostName(name)) return false;
  switch (kind_) {
    case EgressPolicy::Kind::kNone: return false;
    case EgressPolicy::Kind::kAllow: return NameMatches(name, port);
    case EgressPolicy::Kind::kDeny: return !NameMatches(name, port);
  }
  return false;
}

bool EgressRules::MayConnect(const std::string& host, int port, const IpAddress& address,
                             const std::vector<IpAddress>& own) const {
  if (kind_ == EgressPolicy::Kind::kNone) return false;
  const bool literal = IpAddress::Parse(host).has_value();
  if (!literal && !MayResolve(host, port)) return false;
  const IpNetwork* const special = SpecialNetwork(address);
  const bool ours = std::find(own.begin(), own.end(), address) != own.end();
  if (kind_ == EgressPolicy::Kind::kDeny) {
    return special == nullptr && !ours && !AddressMatches(address, port);
  }
  if (special == nullptr && !ours) return !literal || AddressMatches(address, port);
  return std::any_of(networks_.begin(), networks_.end(), [&](const NetworkRule& rule) {
    if ((rule.port != 0 && rule.port != port) || !rule.network.Contains(address)) return false;
    return special != nullptr ? special->Contains(rule.network) : rule.network.prefix == 128;
  });
}

bool EgressRules::MayName(const std::string& host, int port, const std::string& server_name) const {
  if (kind_ == EgressPolicy::Kind::kDeny) return !NameMatches(server_name, port);
  return !NeedsServerName(host, port) || server_name == host;
}

bool EgressRules::NeedsServerName(const std::string& host, int port) const {
  return kind_ == EgressPolicy::Kind::kAllow && port == kTlsPort && !IpAddress::Parse(host);
}

}  // namespace assay
