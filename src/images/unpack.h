// Tars and folders into the root folder of an image. Not thread-safe.
#pragma once

#include <string>

#include "base/result.h"
#include "images/blob_stream.h"
#include "images/root_builder.h"

namespace assay {

// A layer takes away what lower ones have: ".wh.NAME" stands for a name that is gone, and
// ".wh..wh..opq" for a folder that begins anew.
enum class TarKind { kWhole, kLayer };

// All of the tar, up to its end: then the stream's digests are known.
Status UnpackTar(BlobStream& blob, TarKind kind, RootBuilder* root);

// A copy of all below a folder, but not of file systems that are mounted in it. Links are copied as
// links, files with several names keep them; sockets and devices are left out.
Status CopyFolder(const std::string& path, RootBuilder* root);

}  // namespace assay
