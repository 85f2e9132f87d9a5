// What a tier of isolation leaves open between runs, and which limits it only estimates, by name:
// on verdicts and in `assay doctor`. docs/internals/channels.md has all channels, the closed ones
// too.
//
// Plain values; no threading.
#pragma once

#include <span>
#include <string_view>

namespace assay {

struct OpenChannel {
  std::string_view name;
  std::string_view what;
};

// Empty for a tier that isn't known.
std::span<const OpenChannel> OpenChannels(std::string_view tier);

// Those of "memory", "cpu_time" and "processes" that the tier watches from outside instead of
// having the kernel count them: a program over one ends, but not at the exact number. The others
// are exact.
std::span<const std::string_view> ApproximateLimits(std::string_view tier);

}  // namespace assay
