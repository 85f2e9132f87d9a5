#include "images/image_name.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongestName = 200;
constexpr size_t kLongestTag = 128;
constexpr std::string_view kRegistries[] = {"docker.io/", "index.docker.io/",
                                            "registry-1.docker.io/"};
// What clients call this host's toolchains.
constexpr std::string_view kHostNames[] = {"base:latest", "code-interpreter-v1:latest"};

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Letters, digits and, further on, ".", "_" and "-".
bool IsWord(std::string_view text) {
  if (text.empty() || !IsWordCharacter(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsWordCharacter(c) || c == '.' || c == '-'; });
}

bool IsPath(std::string_view text) {
  for (bool first = true;; first = false) {
    const size_t slash = text.find('/');
    std::string_view part = text.substr(0, slash);
    // HOST:PORT
    const size_t colon = part.find(':');
    if (first && slash != text.npos && colon != part.npos && IsWord(part.substr(colon + 1))) {
      part = part.substr(0, colon);
    }
    if (!IsWord(part)) return false;
    if (slash == text.npos) return true;
    text.remove_prefix(slash + 1);
  }
}

}  // namespace

ImageName SplitImageName(std::string_view ref) {
  const size_t colon = ref.rfind(':');
  const size_t slash = ref.rfind('/');
  if (colon == ref.npos || (slash != ref.npos && colon < slash)) {
    return {std::string(ref), "latest"};
  }
  return {std::string(ref.substr(0, colon)), std::string(ref.substr(colon + 1))};
}

std::string ShortImageName(std::string_view ref) {
  std::string_view rest = TrimAsciiSpace(ref);
  for (const std::string_view registry : kRegistries) {
    if (StartsWith(rest, registry)) rest.remove_prefix(registry.size());
  }
  constexpr std::string_view kLibrary = "library/";
  if (StartsWith(rest, kLibrary)) rest.remove_prefix(kLibrary.size());
  return std::string(rest);
}

std::string ImageKey(std::string_view ref) {
  const ImageName split = SplitImageName(ShortImageName(ref));
  return split.name + ":" + split.tag;
}

std::optional<std::string> FindImageName(std::string_view ref,
                                         const std::vector<std::string>& names) {
  const std::string key = ImageKey(ref);
  for (const std::string& name : names) {
    if (ImageKey(name) == key) return name;
  }
  return std::nullopt;
}

Result<std::string> CheckImageName(std::string_view given) {
  const std::string name = ShortImageName(given);
  const ImageName split = SplitImageName(name);
  const auto fault = [](const std::string& what) { return InvalidField("images", "name", what); };
  if (name.empty() || name.size() > kLongestName || split.tag.size() > kLongestTag ||
      !IsPath(split.name) || !IsWord(split.tag)) {
    return fault(
        "must be like python:3.11-slim or team/tools:v1, with letters, digits and ._- in "
        "its parts, at most 200 bytes; a digest (@sha256:...) is no name");
  }
  for (const std::string_view host : kHostNames) {
    if (ImageKey(name) == host) {
      return fault("'" + split.name + "' stands for this host's toolchains; take another name");
    }
  }
  return name;
}

}  // namespace assay
