// What this host and account give a tier, as its probe found it: for `assay doctor`, for the choice
// of a tier and for BoxRunner's refusal.
// Plain values; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct HostFeature {
  std::string name;  // "pid namespaces"
  bool available = false;
  bool required = false;    // by the tier
  std::string detail;       // what was found, or why it is missing
  std::string consequence;  // what is lost without it; empty when available
  std::string remedy;       // what to do about it on this host; may be empty
};

struct HostReport {
  bool allowed = false;
  // Why not, and what to do about it; empty when it is allowed.
  std::string problem;
  std::vector<HostFeature> features;
  // It stands, but lacks what keeps programs from harm: only for who accepts that.
  bool weak = false;
  std::string weakness;  // what it lacks
  // What the tier doesn't enforce, here or anywhere: for people deciding whether to rely on it.
  std::vector<std::string> not_enforced;
};

inline constexpr int kNotTried = -1;

// A required feature: `error` is 0, or an errno, or EPROTO when something that must fail went
// through, or kNotTried when an earlier step failed.
void AddRequired(HostReport& report, std::string name, int error, std::string found,
                 std::string consequence, std::string remedy);

// Whether this kernel lets the next process's id be set: not required by any tier.
void AddSettableIds(HostReport& report);

// Sets `allowed` and `problem` by the features, and what the tier of this name leaves open.
void Conclude(std::string_view tier, HostReport& report);

}  // namespace assay
