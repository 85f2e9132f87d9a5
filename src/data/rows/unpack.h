// Compressed streams of several members or frames, as gzip, pigz, zstd and pzstd write them.
//
// A stream that ends in its middle or is damaged is an error, and never a shorter file: both
// formats say where they end. Memory is a window: 32 KiB of gzip, at most 128 MiB of Zstandard (its
// own default; what is written with a longer one is refused).
#pragma once

#include <memory>

#include "data/rows/byte_source.h"

namespace assay {

// `packed` must outlive what is returned.
std::unique_ptr<ByteSource> UnpackGzip(ByteSource& packed);
std::unique_ptr<ByteSource> UnpackZstd(ByteSource& packed);

}  // namespace assay
