// A model's response to a puzzle: where its answer stands, and what is said of it. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "logic/model/kind.h"

namespace assay::logic {

// The answer that a response gives after its thoughts: what the last closed code block holds, the
// only form that prompts ask for; without one the last \boxed{…} or <answer>…</answer>, which
// models are used to. Nothing: there is none of them. Any bytes may come; linear.
std::optional<std::string_view> FinalAnswer(std::string_view response);

struct Judged {
  Verdict verdict;
  std::string_view answer;  // a part of the response; empty without one
};
// "no_answer" is the reason where there is none. An error as of Kind::Verify.
Result<Judged> Judge(const Kind& kind, JsonValue facts, std::string_view response);

}  // namespace assay::logic
