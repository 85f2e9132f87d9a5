// What this host and account give the privileged tier: its probe, for `assay doctor` and for
// BoxRunner's refusal.
// Thread-safe; probes fork short-lived children.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct HostFeature {
  std::string name;  // "pid namespaces"
  bool available = false;
  bool required = false;    // by the privileged tier
  std::string detail;       // what was found, or why it is missing
  std::string consequence;  // what is lost without it; empty when available
};

struct HostReport {
  bool allowed = false;
  // Why not, and what to do about it; empty when it is allowed.
  std::string problem;
  std::vector<HostFeature> features;
  // What the tier doesn't enforce, here or anywhere: for people deciding whether to rely on it.
  std::vector<std::string> not_enforced;
};

HostReport InspectHost();

}  // namespace assay
