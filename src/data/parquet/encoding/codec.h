// Unpacks the compressed bytes of a page. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "data/parquet/format/file_metadata.h"

namespace assay::parquet {

// Nothing, or the kUnsupported that a file of this codec is refused with.
Status CheckCodec(Codec codec);

// `out` becomes the `size` bytes that `packed` holds; any other number of them is an error.
// Allocates `size`, so the caller bounds it. REQUIRES: CheckCodec(codec).ok().
Status Unpack(Codec codec, std::string_view packed, size_t size, std::string* out);

}  // namespace assay::parquet
