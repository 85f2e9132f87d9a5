// The files of the page, as they travel inside the program: one ZIP file, made by web/pack.mjs.
//
// A ZIP file, because people can open it, and because what it holds of a file is what gzip holds
// between its head and its tail: most browsers get it as it lies there, and nothing is compressed
// here. The bytes are our own, so that one that can't be read is a fault of the build.
//
// Values and pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct PackedFile {
  std::string name;           // "index.html", "assets/index-B1x0.js"
  std::string_view deflated;  // the raw deflate stream; the file itself where it is stored
  uint32_t crc32 = 0;         // of the file
  uint32_t size = 0;          // of the file
  bool stored = false;        // not compressed
};

// What the ZIP file holds, in its order; views of `zip`. CHECKs that it is one.
std::vector<PackedFile> ReadPagePack(std::string_view zip);
// The file as gzip, without compressing anything; REQUIRES: not stored.
std::string GzipOf(const PackedFile& file);
// The file.
std::string BytesOf(const PackedFile& file);

}  // namespace assay
