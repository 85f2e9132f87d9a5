#include "api/prime/image_ref.h"

#include "base/text.h"
#include "images/image_name.h"

namespace assay {
namespace {

bool IsHostPython(const ImageName& image) {
  return image.name == "python" && (image.tag == "latest" || image.tag == "3" ||
                                    StartsWith(image.tag, "3.") || StartsWith(image.tag, "3-"));
}

}  // namespace

std::optional<std::string> ResolveImage(std::string_view ref,
                                        const std::vector<std::string>& images) {
  const std::string name = ShortImageName(ref);
  if (name.empty()) return std::nullopt;
  if (auto found = FindImageName(name, images)) return found;
  if (IsHostPython(SplitImageName(name))) return std::string();
  return std::nullopt;
}

}  // namespace assay
