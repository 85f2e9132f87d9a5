// What a folder holds that describes an image by layers: an OCI image layout, or what `docker save`
// writes. Nothing outside of the folder is read, wherever its links lead; what a digest names is
// checked against it. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "images/image_record.h"

namespace assay {

struct ImageLayer {
  std::string path;         // below the folder
  std::string file_digest;  // of the file as it is; empty: nobody says
  std::string tar_digest;   // of what it unpacks to
};

struct LayeredImage {
  ImageRecord record;              // source, digest, and what the configuration says
  std::vector<ImageLayer> layers;  // the lowest first
};

// nullopt: the folder holds no such thing, but, say, a root folder. Of several images in it the one
// for this host's system is taken, and of these the one that bears `name`; where that leaves more
// than one, the error says which there are.
Result<std::optional<LayeredImage>> ReadLayeredImage(const std::string& folder,
                                                     const std::string& name);

// A regular file below the folder.
Result<UniqueFd> OpenInFolder(const std::string& folder, const std::string& path);

}  // namespace assay
