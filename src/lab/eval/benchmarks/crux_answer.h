// What an answer to a CRUXEval question says: the expression that is put into the assertion. Pure,
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::eval {

enum class CruxSide { kInput, kOutput };

// As their scripts take it out of a generation: what follows [ANSWER], then one side of the first
// "==" (even one inside a text).
std::string CruxOfficialAnswer(std::string_view answer, CruxSide side);

// The same question read with care: the last [ANSWER] part, fences and "assert" put off. Of an
// input the call `f(…)` and nothing beside it, of an output what stands behind the call and "==",
// or the whole. None: there is nothing, or an input is no call of f.
std::optional<std::string> CruxAssayAnswer(std::string_view answer, CruxSide side);

}  // namespace assay::eval
