#include "sandbox/tiers/ladder.h"

#include <utility>

namespace assay {
namespace {

Error Refused(ErrorCode code, std::string message) {
  return Error{code, "sandbox.tier", 0, std::move(message)};
}

// One line for each missing step that something can be done about.
std::string Remedies(const HostReport& report) {
  std::string text;
  for (const HostFeature& feature : report.features) {
    if (!feature.available && feature.required && !feature.remedy.empty()) {
      text += "\n  " + feature.name + ": " + feature.remedy;
    }
  }
  return text;
}

}  // namespace

std::span<const Tier* const> Tiers() {
  static const Tier* const kLadder[] = {&PrivilegedTier(), &DelegatedTier(), &UsernsTier(),
                                        &LandlockTier()};
  return kLadder;
}

const Tier* FindTier(std::string_view name) {
  for (const Tier* tier : Tiers()) {
    if (tier->name == name) return tier;
  }
  return nullptr;
}

Status MayUse(const Tier& tier, const HostReport& report, bool allow_weak) {
  const std::string name(tier.name);
  if (!tier.built()) {
    return Refused(ErrorCode::kUnsupported,
                   "the " + name +
                       " tier is not built in this version; `assay doctor` lists those "
                       "that are");
  }
  if (!report.allowed) {
    return Refused(ErrorCode::kPermission, "this host does not allow the " + name +
                                               " tier: " + report.problem + Remedies(report));
  }
  if (report.weak && !allow_weak) {
    return Refused(ErrorCode::kPermission, "the " + name + " tier is weak on this host: " +
                                               report.weakness + "; --allow-weak accepts that");
  }
  return {};
}

std::string OnlyByName(const Tier& tier) {
  const std::string name(tier.name);
  return "the " + name + " tier stands here, and is not taken unless it is asked for (--tier " +
         name + "): " + std::string(tier.only_by_name);
}

Result<const Tier*> ChooseTier(std::span<const Tier* const> tiers, std::string_view asked,
                               bool allow_weak) {
  std::string refusals;
  for (const Tier* tier : tiers) {
    if (asked != kBestTier && asked != tier->name) continue;
    if (asked == kBestTier && !tier->built()) continue;
    const Status may = MayUse(*tier, tier->built() ? tier->probe() : HostReport(), allow_weak);
    if (may.ok() && (asked != kBestTier || tier->only_by_name.empty())) return tier;
    if (asked != kBestTier) return may.error();
    refusals += refusals.empty() ? "" : "\n";
    refusals += may.ok() ? OnlyByName(*tier) : may.error().message;
  }
  if (refusals.empty()) {
    return Refused(ErrorCode::kInvalidArgument, "there is no tier called " + std::string(asked));
  }
  return Refused(ErrorCode::kPermission, refusals);
}

Result<const Tier*> ChooseTier(std::string_view asked, bool allow_weak) {
  return ChooseTier(Tiers(), asked, allow_weak);
}

}  // namespace assay
