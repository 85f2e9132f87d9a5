// EgressRules: an EgressPolicy in the form that connections are checked against. Plain value; pure
// functions.
//
// A name is allowed by a rule for names, an address that a program names itself by a rule for
// addresses. What a name leads to is checked again as an address: those that aren't public (private
// networks, loopback, link-local with the metadata services of clouds) and those of this host are
// reached only if a rule for addresses names them: an address or network that lies within that
// block, so that 0.0.0.0/0 names none of them. Whoever answers for a name thus can't turn it into a
// way to the operator's own services.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sessions/egress/addresses.h"
#include "sessions/egress/egress_policy.h"

namespace assay {

// Host names in lower case and without the dot of the root.
std::string NormalizeHost(std::string_view host);

class EgressRules {
 public:
  EgressRules() = default;  // nobody
  // Errors name "egress.hosts" and the rule.
  static Result<EgressRules> Parse(const EgressPolicy& policy);

  // Whether it is worth asking for the address of a name: no name that isn't allowed is ever looked
  // up, because the question itself could carry something out.
  bool MayResolve(const std::string& name, int port) const;
  // Whether `host` (a name, or the address as text) may be connected to at this address.
  bool MayConnect(const std::string& host, int port, const IpAddress& address,
                  const std::vector<IpAddress>& own) const;
  // A connection that begins with TLS may be for this server name. `host`: whom it was allowed for.
  bool MayName(const std::string& host, int port, const std::string& server_name) const;
  // It has to begin with TLS that names a server.
  bool NeedsServerName(const std::string& host, int port) const;

 private:
  struct NameRule {
    std::string name;  // after "*.", if wildcard
    bool wildcard = false;
    int port = 0;  // 0: any
  };
  struct NetworkRule {
    IpNetwork network;
    int port = 0;
  };

  bool NameMatches(const std::string& name, int port) const;
  bool AddressMatches(const IpAddress& address, int port) const;

  EgressPolicy::Kind kind_ = EgressPolicy::Kind::kNone;
  std::vector<NameRule> names_;
  std::vector<NetworkRule> networks_;
};

}  // namespace assay
