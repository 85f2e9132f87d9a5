// Kind: what a gold answer is read as. A value.
#pragma once

#include "base/enum_names.h"

namespace assay::science {

// What a gold is read as.
enum class Kind {
  kQuantity,
  kFormula,
  kReaction,
  kConfiguration,
  kChoice,
  kExpression,
  kText,
};
inline constexpr auto kKindNames = MakeEnumNames<Kind>({
    {Kind::kQuantity, "quantity"},
    {Kind::kFormula, "formula"},
    {Kind::kReaction, "reaction"},
    {Kind::kConfiguration, "configuration"},
    {Kind::kChoice, "choice"},
    {Kind::kExpression, "expression"},
    {Kind::kText, "text"},
});
static_assert(kKindNames.IsWholeUpTo(Kind::kText));

}  // namespace assay::science
