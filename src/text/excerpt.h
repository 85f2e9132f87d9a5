// Untrusted text for messages. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// Where it is cut unless told otherwise.
inline constexpr size_t kExcerptBytes = 60;

// A piece of untrusted text fit for a message: cut, valid UTF-8, control characters escaped.
std::string Excerpt(std::string_view text, size_t most_bytes = kExcerptBytes);

}  // namespace assay
