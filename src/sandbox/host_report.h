// What isolation this host and account give, for `assay doctor` and for BoxRunner's refusal.
// Thread-safe; probes fork short-lived children.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

enum class IsolationTier {
  kNone,        // nothing we would call isolation
  kPrivileged,  // namespaces, cgroups and seccomp, set up as root
};
// Stamped on verdicts: "privileged"; "none".
std::string_view ToString(IsolationTier tier);

struct HostFeature {
  std::string name;  // "pid namespaces"
  bool available = false;
  bool required = false;    // by the privileged tier
  std::string detail;       // what was found, or why it is missing
  std::string consequence;  // what is lost without it; empty when available
};

struct HostReport {
  IsolationTier tier = IsolationTier::kNone;
  // Why not the privileged tier, and what to do about it; empty when it is allowed.
  std::string tier_problem;
  std::vector<HostFeature> features;
  // What the tier doesn't enforce, here or anywhere: for people deciding whether to rely on it.
  std::vector<std::string> not_enforced;
};

HostReport InspectHost();

}  // namespace assay
