// Bytes as they lie on disk: compressed, with a header that names and checks them. Pure functions,
// thread-safe.
//
//   assay-store 1 KEY SHA256 SIZE\n      SHA256 and SIZE are of the bytes before compression
//   one zstd frame
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// REQUIRES: the key has no blanks.
std::string PackBytes(std::string_view key, std::string_view bytes);

// nullopt unless `packed` is whole, undamaged, of that key and at most `max_bytes` large.
std::optional<std::string> UnpackBytes(std::string_view key, std::string_view packed,
                                       int64_t max_bytes);

}  // namespace assay
