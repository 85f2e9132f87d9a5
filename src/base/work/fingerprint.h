// Lists of parts as bytes, and their fingerprint: what cache keys and records on disk are made of.
//
// Each part is its length, a colon and its bytes, so that no two different lists look alike: "ab",
// "c" is not "a", "bc". Whoever adds a list of unknown length adds its length first. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace assay {

class PartWriter {
 public:
  PartWriter& Add(std::string_view part) {
    bytes_.append(std::to_string(part.size())).append(":").append(part);
    return *this;
  }
  PartWriter& Add(int64_t number) { return Add(std::to_string(number)); }

  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }
  // SHA-256 of the parts, in hexadecimal digits.
  std::string Fingerprint() const { return Sha256Hex(bytes_); }

 private:
  std::string bytes_;
};

// Reads what a PartWriter wrote. After the first part that is not well-formed all are empty, and
// good() says so: bytes from disk may be damaged.
class PartReader {
 public:
  explicit PartReader(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Text();
  int64_t Number();
  bool good() const { return good_; }
  bool at_end() const { return good_ && bytes_.empty(); }

 private:
  std::string_view Fail();

  std::string_view bytes_;
  bool good_ = true;
};

}  // namespace assay
