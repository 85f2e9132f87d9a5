// The parts of a model's response: its thoughts, and the answer after them. Pure; thread-safe.
#pragma once

#include <string_view>

#include "base/enum_names.h"

namespace assay::scoring {

enum class TextPart {
  kResponse,  // all of it
  kThoughts,  // up to the last </think>, without an opening tag
  kAnswer,    // what follows
};
inline constexpr auto kTextPartNames = MakeEnumNames<TextPart>({
    {TextPart::kResponse, "response"},
    {TextPart::kThoughts, "thoughts"},
    {TextPart::kAnswer, "answer"},
});
static_assert(kTextPartNames.IsWholeUpTo(TextPart::kAnswer));

// Without tags all of a response is its answer. Thoughts that are opened at its beginning and never
// closed are all there is: the answer is then empty.
std::string_view PartOf(std::string_view response, TextPart part);

}  // namespace assay::scoring
