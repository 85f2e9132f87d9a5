// The calls that change a curriculum, as JSON: what a trainer sends, and what the journal keeps.
// Plain values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "lab/rl/curriculum/state/curriculum.h"
#include "text/field_reader.h"

namespace assay::curriculum {

struct GroupsBack {
  std::vector<int64_t> groups;
};
struct StageEnd {
  std::string stage;  // to go on with; empty: the next one
};

// In the order of Call's alternatives.
enum class CallKind { kNext, kReport, kReturn, kMeasure, kAdvance };
inline constexpr auto kCallKindNames = MakeEnumNames<CallKind>({{CallKind::kNext, "next"},
                                                                {CallKind::kReport, "report"},
                                                                {CallKind::kReturn, "return"},
                                                                {CallKind::kMeasure, "measure"},
                                                                {CallKind::kAdvance, "advance"}});
static_assert(kCallKindNames.IsWholeUpTo(CallKind::kAdvance));

struct Call {
  std::variant<Ask, std::vector<GroupResult>, GroupsBack, std::vector<Measure>, StageEnd> what;
  // The caller's name for it: sent again it has the same answer. Empty: none.
  std::string key;
  CallKind kind() const { return static_cast<CallKind>(what.index()); }
};

// Nothing for a call that is only done.
using Answer = std::variant<std::monostate, Batch, Reported>;

// `body`: next {step?, groups?}, report {groups: [{group, rewards, truncated?}]}, return
// {groups: [number, …]}, measure {problems: [{id, solved, of}]}, advance {stage?}; each with a
// `key`, if it has one. Faults are in `errors`, and the call is then of no use.
Call ReadCall(CallKind kind, JsonValue body, FieldErrors* errors);
// The same body, in one fixed form.
std::string WriteCall(const Call& call);

// On an error the curriculum is as it was.
Result<Answer> Apply(const Call& call, Curriculum* curriculum);

}  // namespace assay::curriculum
