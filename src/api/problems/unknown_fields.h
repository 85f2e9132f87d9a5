// Fields that a request has and nobody reads: most often a wrong name for one that would matter.
// They are no faults, for clients send fields of their own, but results name them. Pure,
// thread-safe.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "text/field_reader.h"

namespace assay {

// More warnings help nobody.
inline constexpr size_t kMostWarnings = 5;

// One for each member of `object`, which may be nothing, that is not among `known`.
template <typename Names>
void WarnOfUnknown(JsonValue object, const FieldPath& path, const Names& known,
                   std::vector<std::string>* warnings) {
  if (!object.Is(JsonType::kObject)) return;
  for (const auto& [name, value] : object.Members()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (warnings->size() == kMostWarnings) return;
    warnings->push_back(ToString(path / name) +
                        ": there is no such field, it is ignored; known are " +
                        QuotedChoices(known));
  }
}

// Of a problem as the native routes describe it, of its comparison and its judges.
void WarnOfUnknownInProblem(JsonValue problem, const FieldPath& path,
                            std::vector<std::string>* warnings);

}  // namespace assay
