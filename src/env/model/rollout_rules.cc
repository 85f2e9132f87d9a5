#include "env/model/rollout_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay::env {
namespace {

constexpr auto kOptional = Presence::kOptionalOrNull;
constexpr size_t kMostTools = 64;
constexpr size_t kMostPathBytes = 4096;

class RulesReader {
 public:
  RulesReader(JsonValue root, FieldErrors* errors)
      : root_(root), errors_(errors), fields_(root, {}, errors) {}

  RolloutRules Read() {
    ReadLimits();
    ReadTools();
    rules_.sandbox.image = ReadText(&fields_, "image", 256);
    ReadSandbox();
    ReadFollowUp();
    ReadResponse();
    return std::move(rules_);
  }

 private:
  void Whole(FieldReader* fields, const char* name, int64_t least, int64_t most, int64_t* value) {
    if (const auto given = fields->Int(name, kOptional)) {
      *value = *given;
      if (*given < least || *given > most) {
        fields->Fault(name, "value_error",
                      fmt::format("Input should be from {} to {}", least, most));
      }
    }
  }

  // Above 0.
  void Positive(FieldReader* fields, const char* name, double most, double* value) {
    if (const auto given = fields->Number(name, kOptional)) {
      *value = *given;
      if (!(*given > 0 && *given <= most)) {
        fields->Fault(name, "value_error",
                      fmt::format("Input should be more than 0 and at most {}", most));
      }
    }
  }

  template <typename Value, typename Read>
  void IfThere(JsonValue json, const char* name, std::optional<Value>* value, const Read& read) {
    if (const JsonValue given = json.Find(name); !given || given.IsNull()) return;
    value->emplace();
    read(&**value);
  }

  void ReadLimits() {
    const JsonValue json = fields_.Object("limits", kOptional);
    if (!json) return;
    const FieldPath path = FieldPath{} / "limits";
    RefuseOthers(json, path,
                 {"turns", "response_tokens", "deadline_s", "tool_timeout_s", "tool_output_bytes"},
                 errors_);
    FieldReader fields(json, path, errors_);
    RolloutLimits& limits = rules_.limits;
    Whole(&fields, "turns", 1, 10'000, &limits.turns);
    IfThere(json, "response_tokens", &limits.response_tokens,
            [&](int64_t* value) { Whole(&fields, "response_tokens", 1, 1'000'000'000, value); });
    IfThere(json, "deadline_s", &limits.deadline_s,
            [&](double* value) { Positive(&fields, "deadline_s", 86'400, value); });
    Positive(&fields, "tool_timeout_s", 3600, &limits.tool_timeout_s);
    Whole(&fields, "tool_output_bytes", 256, 4 << 20, &limits.tool_output_bytes);
  }

  void ReadTools() {
    rules_.tools = fields_.Strings("tools", kOptional);
    if (rules_.tools.size() > kMostTools) {
      fields_.Fault("tools", "too_long", fmt::format("List should have at most {}", kMostTools));
    }
    for (size_t i = 0; i < rules_.tools.size(); ++i) {
      const std::string& tool = rules_.tools[i];
      constexpr char kLetters[] =
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
      if (tool.empty() || tool.size() > 64 ||
          tool.find_first_not_of(kLetters) != std::string::npos) {
        errors_->Add(FieldPath{} / "tools" / i, "value_error",
                     "'" + tool + "' must be a name of letters, digits, '_' and '-', as in bash");
      } else if (std::find(rules_.tools.begin(), rules_.tools.begin() + static_cast<long>(i),
                           tool) != rules_.tools.begin() + static_cast<long>(i)) {
        errors_->Add(FieldPath{} / "tools" / i, "value_error", "'" + tool + "' is there twice");
      }
    }
  }

  bool HasTool(std::string_view name) const {
    return std::find(rules_.tools.begin(), rules_.tools.end(), name) != rules_.tools.end();
  }

  void ReadSandbox() {
    const JsonValue json = fields_.Object("sandbox", kOptional);
    if (!json) return;
    const FieldPath path = FieldPath{} / "sandbox";
    RefuseOthers(json, path, {"setup", "files", "memory_mb", "cpus"}, errors_);
    FieldReader fields(json, path, errors_);
    SandboxNeeds& sandbox = rules_.sandbox;
    sandbox.setup = ReadText(&fields, "setup", 64 << 10);
    sandbox.files = ReadText(&fields, "files", 256);
    IfThere(json, "memory_mb", &sandbox.memory_mb,
            [&](int64_t* value) { Whole(&fields, "memory_mb", 1, 1 << 24, value); });
    IfThere(json, "cpus", &sandbox.cpus,
            [&](double* value) { Positive(&fields, "cpus", 4096, value); });
    if (rules_.tools.empty()) {
      fields_.Fault("sandbox", "value_error", "is for tools, and there are none");
    }
  }

  void ReadFollowUp() {
    const JsonValue given = root_.Find("follow_up");
    if (!given || given.IsNull()) return;
    FollowUp& follow_up = rules_.follow_up;
    if (given.Is(JsonType::kString)) {
      follow_up.text = fields_.String("follow_up", kOptional).value_or("");
    } else if (const JsonValue json = fields_.Object("follow_up", kOptional)) {
      const FieldPath path = FieldPath{} / "follow_up";
      RefuseOthers(json, path, {"text", "below"}, errors_);
      FieldReader fields(json, path, errors_);
      follow_up.text = fields.String("text", Presence::kRequired).value_or("");
      follow_up.below = fields.Number("below", kOptional).value_or(follow_up.below);
    }
    if (follow_up.text.empty()) {
      fields_.Fault("follow_up", "value_error", "Write what is said to the model");
    } else if (rules_.limits.turns < 2) {
      fields_.Fault("follow_up", "value_error",
                    "is never said: limits.turns allows one answer alone");
    }
  }

  void ReadResponse() {
    ResponseRule& response = rules_.response;
    const JsonValue given = root_.Find("response");
    if (!given || given.IsNull()) {
      if (HasTool("submit")) response.from = ResponseFrom::kSubmit;
      return;
    }
    if (given.Is(JsonType::kString)) {
      const auto from = fields_.Choice("response", kResponseFromNames, kOptional);
      if (!from) return;
      response.from = *from;
      if (*from == ResponseFrom::kFile) {
        fields_.Fault("response", "value_error", "Name the file, as in {file: answer.txt}");
      }
    } else if (const JsonValue json = fields_.Object("response", kOptional)) {
      const FieldPath path = FieldPath{} / "response";
      RefuseOthers(json, path, {"file", "diff"}, errors_);
      FieldReader fields(json, path, errors_);
      const bool file = static_cast<bool>(json.Find("file"));
      response.from = file ? ResponseFrom::kFile : ResponseFrom::kDiff;
      response.path = ReadText(&fields, file ? "file" : "diff", kMostPathBytes);
      if (response.path.empty() || (file && json.Find("diff"))) {
        fields_.Fault("response", "value_error",
                      "Name one of the two, as in {file: answer.txt} or {diff: repository}");
      }
    }
    const bool of_sandbox =
        response.from == ResponseFrom::kFile || response.from == ResponseFrom::kDiff;
    if (of_sandbox && rules_.tools.empty()) {
      fields_.Fault("response", "value_error", "is of the sandbox of tools, and there are none");
    }
    if (response.from == ResponseFrom::kSubmit && !HasTool("submit")) {
      fields_.Fault("response", "value_error", "needs submit among the tools");
    }
  }

  const JsonValue root_;
  FieldErrors* const errors_;
  FieldReader fields_;
  RolloutRules rules_;
};

}  // namespace

RolloutRules ReadRolloutRules(JsonValue root, FieldErrors* errors) {
  return RulesReader(root, errors).Read();
}

std::string ReadText(FieldReader* fields, const char* name, size_t most_bytes) {
  std::string text = fields->String(name, kOptional).value_or("");
  if (text.size() > most_bytes) {
    fields->Fault(name, "string_too_long",
                  fmt::format("Input should have at most {} bytes", most_bytes));
  }
  return text;
}

void RefuseOthers(JsonValue object, const FieldPath& path,
                  const std::vector<std::string_view>& known, FieldErrors* errors) {
  if (!object.Is(JsonType::kObject)) return;
  for (const auto& member : object.Members()) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    errors->Add(path / member.key, "extra_forbidden",
                fmt::format("No such field here; there are {}", fmt::join(known, ", ")));
  }
}

}  // namespace assay::env
