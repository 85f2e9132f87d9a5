#include "api/mcp/tools/problem_uri.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kPrefix = "assay://problems/";
constexpr size_t kDigits = 64;

}  // namespace

std::string UriOfProblem(std::string_view sha256) {
  return std::string(kPrefix) + std::string(sha256);
}

std::optional<std::string> ProblemOfUri(std::string_view uri) {
  if (!StartsWith(uri, kPrefix)) return std::nullopt;
  std::string name = AsciiLower(uri.substr(kPrefix.size()));
  const bool digits = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (name.size() != kDigits || !digits) return std::nullopt;
  return name;
}

}  // namespace assay
