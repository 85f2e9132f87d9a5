// What a tier of isolation leaves open between runs, by name: on verdicts and in `assay doctor`.
// docs/internals/channels.md has all channels, the closed ones too.
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

}  // namespace assay
