// Bodies of multipart/form-data: the way browsers and most clients send files. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct MultipartPart {
  std::string name;
  std::optional<std::string> filename;  // of a file, as the client named it
  std::string_view content;             // of the body
};

// `content_type`: of the request, with the boundary. At most kMaxMultipartParts; nullopt: it isn't
// such a body, or breaks off.
std::optional<std::vector<MultipartPart>> ParseMultipart(std::string_view content_type,
                                                         std::string_view body);
inline constexpr size_t kMaxMultipartParts = 10'000;

}  // namespace assay
