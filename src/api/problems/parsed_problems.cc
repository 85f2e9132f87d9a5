#include "api/problems/parsed_problems.h"

#include "base/text.h"
#include "store/problem_store.h"

namespace assay {
namespace {

constexpr size_t kLargeText = 64 << 10;

int64_t BytesOf(const ParsedProblem& parsed) {
  int64_t bytes = HeldBytes(*parsed.problem);
  if (parsed.calls == nullptr) return bytes;
  for (const CallCase& call : *parsed.calls) {
    bytes += static_cast<int64_t>(sizeof call + call.input_json.size() + call.output_json.size());
  }
  return bytes;
}

}  // namespace

std::optional<ParsedProblem> ParsedProblems::Find(const std::string& key) {
  MutexLock lock(mutex_);
  const ParsedProblem* found = cache_.Find(key);
  if (found == nullptr) return std::nullopt;
  ++reused_;
  return *found;
}

std::optional<ParsedProblem> ParsedProblems::DecodeAndKeep(const std::string& key,
                                                           const Decode& decode) {
  auto parsed = decode();
  if (!parsed) return parsed;
  CountDecoded();
  MutexLock lock(mutex_);
  cache_.Put(key, *parsed, BytesOf(*parsed));
  return parsed;
}

std::optional<ParsedProblem> ParsedProblems::Get(const std::string& key, size_t text_bytes,
                                                 const Decode& decode) {
  if (auto found = Find(key)) return found;
  if (text_bytes < kLargeText) return DecodeAndKeep(key, decode);
  MutexLock decoding(decoding_);
  if (auto found = Find(key)) return found;
  return DecodeAndKeep(key, decode);
}

int64_t ParsedProblems::bytes() const {
  MutexLock lock(mutex_);
  return cache_.bytes();
}

std::string ParsedKey(std::initializer_list<std::string_view> parts) {
  // Hashes of the parts rather than their texts: test data is large, and isn't copied for this.
  std::string hashes;
  for (const std::string_view part : parts) hashes += Sha256Hex(part);
  return "inline:" + Sha256Hex(hashes);
}

}  // namespace assay
