// Adding an image to a store from what somebody has: an OCI image layout (a folder, or a tar of
// one), what `docker save` writes, a tar of a root folder, or a root folder. Thread-safe.
#pragma once

#include <string>

#include "base/result.h"
#include "images/image_store.h"
#include "images/root_builder.h"

namespace assay {

// Blocks for as long as the image is large. kInvalidArgument: the image, its name or the path has a
// fault, which the message tells; nothing of it stays. What kind it is is seen from what it holds.
Result<ImageRecord> AddImage(ImageStore& store, const std::string& name, const std::string& path,
                             const ImageLimits& limits = {});

}  // namespace assay
