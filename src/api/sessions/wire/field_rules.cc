#include "api/sessions/wire/field_rules.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongestPath = 4096;  // PATH_MAX
constexpr size_t kMostTexts = 1024;
constexpr size_t kLongestText = 128 << 10;  // MAX_ARG_STRLEN: longer ones no program can be given
constexpr size_t kMostArguments = 16'384;

bool HasNul(std::string_view text) {
  return text.find('\0') != text.npos;
}

}  // namespace

void RefuseUnknownFields(JsonValue object, const FieldPath& path,
                         std::initializer_list<std::string_view> names, FieldErrors* errors) {
  if (!object.Is(JsonType::kObject)) return;
  for (const auto& member : object.Members()) {
    if (std::find(names.begin(), names.end(), member.key) != names.end()) continue;
    std::string known;
    for (const std::string_view name : names) known.append(known.empty() ? "" : ", ").append(name);
    errors->Add(path / member.key, "extra_forbidden",
                "there is no such field; those there are: " + known);
  }
}

std::string ReadWord(FieldReader& fields, std::string_view name) {
  std::string word = fields.String(name, Presence::kOptionalOrNull).value_or("");
  if (word.size() > kLongestSandboxWord) {
    fields.Fault(name, "string_too_long",
                 "has " + std::to_string(word.size()) + " bytes; at most " +
                     std::to_string(kLongestSandboxWord) + " are taken");
  } else if (std::any_of(word.begin(), word.end(),
                         [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
    fields.Fault(name, "value_error", "must not hold control characters");
  }
  return word;
}

std::string_view FaultOfPath(std::string_view path) {
  if (path.empty()) return "must not be empty";
  if (HasNul(path)) return "must not hold a NUL character";
  if (path.size() >= kLongestPath) return "must be shorter than 4096 bytes";
  return {};
}

std::optional<std::string> ReadPath(FieldReader& fields, std::string_view name, Presence presence) {
  auto path = fields.String(name, presence);
  if (!path) return std::nullopt;
  if (const std::string_view fault = FaultOfPath(*path); !fault.empty()) {
    fields.Fault(name, "value_error", std::string(fault));
    return std::nullopt;
  }
  return path;
}

std::map<std::string, std::string> ReadTexts(FieldReader& fields, std::string_view name,
                                             bool environment, FieldErrors* errors) {
  std::map<std::string, std::string> texts;
  const JsonValue object = fields.Object(name, Presence::kOptionalOrNull);
  if (!object) return texts;
  const FieldPath path = fields.Path(name);
  for (const auto& [key, value] : object.Members()) {
    const auto text = ReadString(value, path / key, errors);
    if (!text) continue;
    if (environment && (key.empty() || HasNul(key) || key.find('=') != key.npos)) {
      errors->Add(path / key, "value_error", "is no name of a variable: empty, or with '=' or NUL");
    } else if (HasNul(*text) || text->size() >= kLongestText) {
      errors->Add(path / key, "value_error", "must be shorter than 128 KiB and hold no NUL");
    } else if (!environment &&
               (key.size() > kLongestSandboxWord || text->size() > kLongestSandboxWord)) {
      errors->Add(path / key, "string_too_long", "name and value take at most 256 bytes each");
    }
    texts[key] = *text;
  }
  if (texts.size() > kMostTexts) {
    errors->Add(path, "too_long", "at most " + std::to_string(kMostTexts) + " are taken");
  }
  return texts;
}

std::optional<Nanoseconds> ReadSeconds(FieldReader& fields, std::string_view name) {
  const auto seconds = fields.Number(name, Presence::kOptionalOrNull);
  if (!seconds) return std::nullopt;
  if (!(*seconds > 0)) {
    fields.Fault(name, "greater_than", "Input should be greater than 0");
    return std::nullopt;
  }
  return FromSeconds(*seconds);
}

ProcessSpec ReadProcess(FieldReader& fields, JsonValue object, FieldErrors* errors) {
  ProcessSpec process;
  const auto command = fields.String("command", Presence::kOptionalOrNull);
  process.argv = fields.Strings("argv", Presence::kOptionalOrNull);
  const JsonValue argv = object.Find("argv");
  const bool listed = argv && !argv.IsNull();
  const JsonValue text = object.Find("command");
  if ((text && !text.IsNull()) == listed) {
    fields.Fault("command", "value_error",
                 "give either `command`, a text for /bin/bash, or `argv`, a list");
  } else if (command) {
    process.argv = {"/bin/bash", "-c", *command};
  }
  if (listed && process.argv.empty()) fields.Fault("argv", "too_short", "must not be empty");
  if (process.argv.size() > kMostArguments) fields.Fault("argv", "too_long", "has too many items");
  const char* const given = listed ? "argv" : "command";
  for (const std::string& argument : process.argv) {
    if (!HasNul(argument) && argument.size() < kLongestText) continue;
    fields.Fault(given, "value_error",
                 "an argument must be shorter than 128 KiB and hold no NUL; write a file for what "
                 "is longer");
    break;
  }
  process.env = ReadTexts(fields, "env", true, errors);
  process.directory = ReadPath(fields, "directory", Presence::kOptionalOrNull).value_or("");
  if (!process.directory.empty() && process.directory[0] != '/') {
    process.directory = std::string(kLiveHome) + "/" + process.directory;
  }
  return process;
}

EgressPolicy ReadEgress(JsonValue object, const FieldPath& path, FieldErrors* errors) {
  EgressPolicy policy;
  FieldReader fields(object, path, errors);
  const JsonValue allow = fields.Array("allow", Presence::kOptionalOrNull);
  const JsonValue deny = fields.Array("deny", Presence::kOptionalOrNull);
  if (allow && deny) {
    errors->Add(path, "value_error",
                "give either `allow`, the only hosts there are, or `deny`, those there aren't");
    return policy;
  }
  if (!allow && !deny) return policy;
  policy.kind = allow ? EgressPolicy::Kind::kAllow : EgressPolicy::Kind::kDeny;
  policy.hosts = fields.Strings(allow ? "allow" : "deny", Presence::kOptional);
  for (size_t i = 0; i < policy.hosts.size(); ++i) {
    const std::string& host = policy.hosts[i];
    if (!host.empty() && host.size() <= kLongestSandboxWord &&
        std::none_of(host.begin(), host.end(), [](unsigned char c) { return c <= 0x20; })) {
      continue;
    }
    errors->Add(path / (allow ? "allow" : "deny") / i, "value_error",
                "is no host: a name, \"*.\" before one, an address or a network");
  }
  return policy;
}

}  // namespace assay
