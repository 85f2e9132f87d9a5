// Rules for fields that several requests about sandboxes have. Faults go to the errors, each with
// its field. Pure, thread-safe.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runner/live_box.h"
#include "sessions/request.h"
#include "text/field_reader.h"

namespace assay {

// What a name, a label or a key may be long.
inline constexpr size_t kLongestSandboxWord = 256;

// A misspelt field would be a limit that isn't there: every member must have one of the names.
void RefuseUnknownFields(JsonValue object, const FieldPath& path,
                         std::initializer_list<std::string_view> names, FieldErrors* errors);
// A short text without control characters; empty where there is none.
std::string ReadWord(FieldReader& fields, std::string_view name);
// An absolute path, or one relative to the home directory, as a system call takes it.
std::optional<std::string> ReadPath(FieldReader& fields, std::string_view name, Presence presence);
// The fault of such a path; empty: it has none.
std::string_view FaultOfPath(std::string_view path);
// An object of strings. `environment`: its names are those of variables.
std::map<std::string, std::string> ReadTexts(FieldReader& fields, std::string_view name,
                                             bool environment, FieldErrors* errors);
std::optional<Nanoseconds> ReadSeconds(FieldReader& fields, std::string_view name);
// `command` for a shell, or `argv`; `env` and `directory`.
ProcessSpec ReadProcess(FieldReader& fields, JsonValue object, FieldErrors* errors);
// {"allow": [...]} or {"deny": [...]} in `object`.
EgressPolicy ReadEgress(JsonValue object, const FieldPath& path, FieldErrors* errors);

}  // namespace assay
