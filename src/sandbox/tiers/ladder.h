// The ladder of tiers: privileged → delegated → userns → landlock → refuse. The best that is built
// and stands on this host is taken, unless one is asked for by name; then it is that one or none.
// A tier may be there for those alone who ask for it (Tier::only_by_name).
//
// Thread-safe; choosing probes, which forks short-lived children.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/tiers/tier.h"

namespace assay {

inline constexpr std::string_view kBestTier = "auto";

// The best one first.
std::span<const Tier* const> Tiers();
// Null: there is none of this name.
const Tier* FindTier(std::string_view name);

// What a tier is allowed to be used with, or why it isn't, with the remedies of this host.
// `allow_weak`: one that stands but lacks something that keeps programs from harm may be used.
Status MayUse(const Tier& tier, const HostReport& report, bool allow_weak);

// Of one that stands and is only for who asks for it: that, and why.
std::string OnlyByName(const Tier& tier);

// `asked`: kBestTier or a tier's name. kPermission says what is missing and what to do about it.
Result<const Tier*> ChooseTier(std::string_view asked, bool allow_weak);
// The same among given ones, for tests.
Result<const Tier*> ChooseTier(std::span<const Tier* const> tiers, std::string_view asked,
                               bool allow_weak);

}  // namespace assay
