// EnumNames: the enumerators of one enum and their names, in one constant table.
//
//   inline constexpr auto kPriorityNames = MakeEnumNames<Priority>({{Priority::kTrain, "train"},
//   …}); static_assert(kPriorityNames.IsWholeUpTo(Priority::kBatch));
//
// Printing, parsing and the lists in messages ("'train', 'eval' or 'batch'") come from the table,
// so that none of them can lack an enumerator that another has. Pure, thread-safe.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/check.h"

namespace assay {

// "'a', 'b' or 'c'".
template <typename Names>
std::string QuotedChoices(const Names& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text.append("'").append(names[i]).append("'");
  }
  return text;
}

template <typename Enum>
struct NamedEnumerator {
  Enum value;
  std::string_view name;
};

template <typename Enum, size_t kSize>
struct EnumNames {
  std::array<NamedEnumerator<Enum>, kSize> rows;

  // REQUIRES: the table has the enumerator.
  constexpr std::string_view NameOf(Enum value) const {
    for (const auto& row : rows) {
      if (row.value == value) return row.name;
    }
    ASSAY_CHECK(false);
  }
  constexpr std::optional<Enum> Find(std::string_view name) const {
    for (const auto& row : rows) {
      if (row.name == name) return row.value;
    }
    return std::nullopt;
  }
  constexpr std::array<std::string_view, kSize> Names() const {
    std::array<std::string_view, kSize> names;
    for (size_t i = 0; i < kSize; ++i) names[i] = rows[i].name;
    return names;
  }
  std::string Choices() const { return QuotedChoices(Names()); }

  // Every enumerator from the first to `last` is there once, in order, each with a name of its own:
  // for static_assert beside the table.
  constexpr bool IsWholeUpTo(Enum last) const {
    if (kSize != static_cast<size_t>(last) + 1) return false;
    for (size_t i = 0; i < kSize; ++i) {
      if (static_cast<size_t>(rows[i].value) != i || rows[i].name.empty()) return false;
      for (size_t j = 0; j < i; ++j) {
        if (rows[j].name == rows[i].name) return false;
      }
    }
    return true;
  }
};

template <typename Enum, size_t kSize>
constexpr EnumNames<Enum, kSize> MakeEnumNames(const NamedEnumerator<Enum> (&rows)[kSize]) {
  EnumNames<Enum, kSize> names{};
  for (size_t i = 0; i < kSize; ++i) names.rows[i] = rows[i];
  return names;
}

}  // namespace assay
