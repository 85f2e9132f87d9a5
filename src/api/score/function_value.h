// FunctionValue: what one reward function says of one item, or why it says nothing. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

// Why there is no value: a cause and a reason as results of /v1/verify have them.
struct ScoreMask {
  std::string cause;   // "infrastructure", "problem" or "cancelled"; never "candidate"
  std::string reason;  // a stable word
  std::string message;
};

struct FunctionValue {
  std::optional<double> value;
  ScoreMask mask = {};      // without a value
  std::string detail = {};  // a JSON object; empty: nothing more to say
};

inline FunctionValue Masked(std::string_view cause, std::string_view reason, std::string message,
                            std::string detail = {}) {
  return {.value = std::nullopt,
          .mask = {std::string(cause), std::string(reason), std::move(message)},
          .detail = std::move(detail)};
}

}  // namespace assay
