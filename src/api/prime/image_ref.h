// Which root folder a reference to a container image means: one of the server's images, by the
// rules of images/image_name.h, or the host itself. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The name among `images` that `ref` means. "python" with a tag of Python 3 that isn't among them
// is this host with its toolchains: empty. nullopt: none; nothing is put in its place.
std::optional<std::string> ResolveImage(std::string_view ref,
                                        const std::vector<std::string>& images);

}  // namespace assay
