#include "telemetry/traces/sampler.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

// Of the id, the last 56 bits are as random as the standard asks for.
constexpr size_t kRandomDigits = 14;
constexpr double kRandomRange = 72057594037927936.0;  // 2^56

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "traces", 0, std::move(message)};
}

double ShareOf(std::string_view trace_id) {
  if (trace_id.size() < kRandomDigits) return 1;
  const std::string_view digits = trace_id.substr(trace_id.size() - kRandomDigits);
  uint64_t bits = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  return static_cast<double>(bits) / kRandomRange;
}

}  // namespace

Result<Sampler> Sampler::Make(std::string_view name, std::string_view ratio,
                              std::string_view name_source, std::string_view ratio_source) {
  constexpr std::string_view kParent = "parentbased_";
  Sampler sampler;
  std::string_view rest = name;
  if (!name.empty()) {
    sampler.follows_parent_ = StartsWith(name, kParent);
    if (sampler.follows_parent_) rest.remove_prefix(kParent.size());
  }
  if (rest == "always_off") {
    sampler.ratio_ = 0;
  } else if (rest == "traceidratio" || (name.empty() && !ratio.empty())) {
    const char* end = ratio.data() + ratio.size();
    const auto [at, fault] = std::from_chars(ratio.data(), end, sampler.ratio_);
    if (ratio.empty()) {
      sampler.ratio_ = 1;
    } else if (fault != std::errc() || at != end || !(sampler.ratio_ >= 0 && sampler.ratio_ <= 1)) {
      return Invalid(std::string(ratio_source) + ": must be a number from 0 to 1, not '" +
                     std::string(ratio) + "'");
    }
  } else if (!rest.empty() && rest != "always_on") {
    return Invalid(std::string(name_source) +
                   ": must be always_on, always_off or traceidratio, perhaps with parentbased_ "
                   "before it, not '" +
                   std::string(name) + "'");
  }
  return sampler;
}

bool Sampler::Takes(const std::optional<TraceContext>& parent, std::string_view trace_id) const {
  if (follows_parent_ && parent) return parent->sampled;
  // The largest share is rounded up to 1.
  return ratio_ >= 1 || ShareOf(trace_id) < ratio_;
}

}  // namespace assay
