#include "net/sender/request_id.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace assay {

std::string RequestId(std::string_view given) {
  constexpr size_t kLongest = 128;
  const auto sane = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.' || c == ':';
  };
  if (!given.empty() && given.size() <= kLongest && std::all_of(given.begin(), given.end(), sane)) {
    return std::string(given);
  }
  // Names, not secrets.
  static thread_local std::mt19937_64 numbers(std::random_device{}());
  constexpr char kDigits[] = "0123456789abcdef";
  std::string id(16, '0');
  uint64_t bits = numbers();
  for (char& digit : id) {
    digit = kDigits[bits & 15];
    bits >>= 4;
  }
  return id;
}

}  // namespace assay
