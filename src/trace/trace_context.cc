#include "trace/trace_context.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace assay {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr size_t kTraceDigits = 32;
constexpr size_t kSpanDigits = 16;
constexpr size_t kLength = 2 + 1 + kTraceDigits + 1 + kSpanDigits + 1 + 2;
constexpr unsigned kSampledFlag = 1;

// Lower case only, as the standard has it.
bool IsHex(std::string_view text) {
  return text.find_first_not_of(kHexDigits) == text.npos;
}

bool IsId(std::string_view text) {
  return IsHex(text) && text.find_first_not_of('0') != text.npos;
}

unsigned ByteOf(std::string_view digits) {
  return static_cast<unsigned>(kHexDigits.find(digits[0]) * 16 + kHexDigits.find(digits[1]));
}

// Ids are no secrets: they need to be different, and not to be hard to guess.
std::string RandomId(size_t digits) {
  thread_local std::mt19937_64 generator = [] {
    std::random_device source;
    std::seed_seq seed{source(), source(), source(), source()};
    return std::mt19937_64(seed);
  }();
  std::string id;
  while (!IsId(id) || id.empty()) {
    id.clear();
    while (id.size() < digits) {
      uint64_t bits = generator();
      for (int i = 0; i < 16; ++i, bits >>= 4) id += kHexDigits[bits & 15];
    }
  }
  return id;
}

}  // namespace

std::optional<TraceContext> ParseTraceparent(std::string_view text) {
  if (text.size() < kLength || text[2] != '-' || text[35] != '-' || text[52] != '-') {
    return std::nullopt;
  }
  const std::string_view version = text.substr(0, 2);
  const std::string_view trace = text.substr(3, kTraceDigits);
  const std::string_view span = text.substr(36, kSpanDigits);
  const std::string_view flags = text.substr(53, 2);
  if (!IsHex(version) || version == "ff" || !IsId(trace) || !IsId(span) || !IsHex(flags)) {
    return std::nullopt;
  }
  const bool whole =
      version == "00" ? text.size() == kLength : text.size() == kLength || text[kLength] == '-';
  if (!whole) return std::nullopt;
  return TraceContext{
      std::string(trace), std::string(span), (ByteOf(flags) & kSampledFlag) != 0, {}};
}

std::string RenderTraceparent(const TraceContext& context) {
  return "00-" + context.trace_id + "-" + context.span_id + (context.sampled ? "-01" : "-00");
}

std::string NewTraceId() {
  return RandomId(kTraceDigits);
}

std::string NewSpanId() {
  return RandomId(kSpanDigits);
}

}  // namespace assay
