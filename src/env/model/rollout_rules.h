// What environment.yaml says of a rollout, and nothing else looks at: its bounds, its tools and
// their sandbox, what is said after an answer that isn't right yet, and what the response is.
//
// Plain values and a pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "text/field_reader.h"

namespace assay::env {

// Of a rollout; runs of programs have theirs among `item`.
struct RolloutLimits {
  int64_t turns = 1;  // answers of the model
  std::optional<int64_t> response_tokens;
  std::optional<double> deadline_s;
  // Of one call of a tool.
  double tool_timeout_s = 60;
  int64_t tool_output_bytes = 16 << 10;
};

// Sent as the user's next message while the score is below `below` and turns are left.
struct FollowUp {
  std::string text;  // empty: none is
  double below = 1;
};

// What of a rollout is scored.
enum class ResponseFrom {
  kMessage,  // the model's last message
  kSubmit,   // the argument of `submit`; where it was never called, the last message
  kFile,     // a file of the sandbox
  kDiff,     // what was changed in a git repository of the sandbox
};
inline constexpr auto kResponseFromNames =
    MakeEnumNames<ResponseFrom>({{ResponseFrom::kMessage, "message"},
                                 {ResponseFrom::kSubmit, "submit"},
                                 {ResponseFrom::kFile, "file"},
                                 {ResponseFrom::kDiff, "diff"}});
static_assert(kResponseFromNames.IsWholeUpTo(ResponseFrom::kDiff));

struct ResponseRule {
  ResponseFrom from = ResponseFrom::kMessage;
  std::string path;  // of the file, or of the repository's folder
};

// Of the sandbox that tools work in.
struct SandboxNeeds {
  std::string image;  // may have {fields} of the row; empty: the server's own toolchains
  std::string setup;  // a command for bash, run before the first call
  std::string files;  // field of a row with what is written there before: {"path": "text"}
  std::optional<int64_t> memory_mb;
  std::optional<double> cpus;
};

struct RolloutRules {
  RolloutLimits limits;
  std::vector<std::string> tools;
  FollowUp follow_up;
  ResponseRule response;
  SandboxNeeds sandbox;
};

// Reads `limits`, `tools`, `image`, `sandbox`, `follow_up` and `response` of a manifest.
RolloutRules ReadRolloutRules(JsonValue root, FieldErrors* errors);

// A text that may be left out; a fault when it is longer.
std::string ReadText(FieldReader* fields, const char* name, size_t most_bytes);

// Adds a fault for each member of `object` that isn't among `known`.
void RefuseOthers(JsonValue object, const FieldPath& path,
                  const std::vector<std::string_view>& known, FieldErrors* errors);

}  // namespace assay::env
