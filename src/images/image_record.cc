#include "images/image_record.h"

#include <sys/utsname.h>

#include "base/text.h"
#include "text/json_member.h"

namespace assay {
namespace {

constexpr const char* kStage = "images";
// A process has 2 MiB for its words and all of its environment.
constexpr size_t kMostEnvironment = 256 << 10;

void WriteTexts(std::string_view key, const std::vector<std::string>& texts, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const std::string& text : texts) json->Bytes(text);
  json->EndArray();
}

Error Fault(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

}  // namespace

void WriteImageRecord(const ImageRecord& record, JsonWriter* json) {
  json->BeginObject().Key("name").Bytes(record.name).Key("source").Bytes(record.source);
  json->Key("digest");
  record.digest.empty() ? json->Null() : json->Bytes(record.digest);
  json->Key("architecture");
  record.architecture.empty() ? json->Null() : json->Bytes(record.architecture);
  json->Key("created_at").Bytes(record.created);
  json->Key("bytes").Int(record.bytes).Key("files").Int(record.files);
  WriteTexts("env", record.env, json);
  json->Key("workdir");
  record.workdir.empty() ? json->Null() : json->Bytes(record.workdir);
  WriteTexts("entrypoint", record.entrypoint, json);
  WriteTexts("command", record.command, json);
  json->EndObject();
}

std::vector<std::string> TextsOf(JsonValue array) {
  std::vector<std::string> texts;
  if (!array.Is(JsonType::kArray)) return texts;
  for (const JsonValue& item : array.Items()) {
    if (item.Is(JsonType::kString)) texts.push_back(item.String());
  }
  return texts;
}

Result<ImageRecord> ParseImageRecord(std::string_view text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document || !document->root().Is(JsonType::kObject)) {
    return Error{ErrorCode::kInternal, kStage, 0, "image.json is damaged"};
  }
  const JsonValue root = document->root();
  const auto number = [&root](std::string_view key) {
    const JsonValue value = root.Find(key);
    return value.Is(JsonType::kNumber) ? static_cast<int64_t>(value.Double()) : 0;
  };
  ImageRecord record;
  record.name = TextAt(root, "name");
  record.source = TextAt(root, "source");
  record.digest = TextAt(root, "digest");
  record.architecture = TextAt(root, "architecture");
  record.created = TextAt(root, "created_at");
  record.bytes = number("bytes");
  record.files = number("files");
  record.env = TextsOf(root.Find("env"));
  record.workdir = TextAt(root, "workdir");
  record.entrypoint = TextsOf(root.Find("entrypoint"));
  record.command = TextsOf(root.Find("command"));
  if (record.name.empty()) return Error{ErrorCode::kInternal, kStage, 0, "image.json is damaged"};
  return record;
}

std::string_view HostArchitecture() {
  static const std::string architecture = [] {
    utsname name{};
    ::uname(&name);
    const std::string machine = name.machine;
    if (machine == "x86_64") return std::string("amd64");
    return machine == "aarch64" ? std::string("arm64") : machine;
  }();
  return architecture;
}

Status TakeImageConfig(JsonValue config, ImageRecord* record) {
  if (!config.Is(JsonType::kObject)) return Fault("the image's configuration is no JSON object");
  const std::string system = TextAt(config, "os");
  record->architecture = TextAt(config, "architecture");
  if (!system.empty() && system != "linux") return Fault("the image is for " + system);
  if (!record->architecture.empty() && record->architecture != HostArchitecture()) {
    return Fault("the image is for " + record->architecture + ", and this host is " +
                 std::string(HostArchitecture()) + ": take the image for this one");
  }
  const JsonValue run = config.Find("config");
  if (!run.Is(JsonType::kObject)) return {};
  size_t bytes = 0;
  for (std::string& line : TextsOf(run.Find("Env"))) {
    const size_t equals = line.find('=');
    if (equals == 0 || equals == line.npos || line.find('\0') != line.npos) {
      return Fault("the image's configuration: Env: '" + line.substr(0, 80) + "' is no NAME=VALUE");
    }
    bytes += line.size();
    record->env.push_back(std::move(line));
  }
  if (bytes > kMostEnvironment) return Fault("the image's environment is larger than 256 KiB");
  record->workdir = TextAt(run, "WorkingDir");
  if (record->workdir.find('\0') != std::string::npos) {
    return Fault("the image's configuration: WorkingDir is no path");
  }
  if (!record->workdir.empty() && record->workdir.front() != '/') {
    record->workdir.insert(0, "/");
  }
  record->entrypoint = TextsOf(run.Find("Entrypoint"));
  record->command = TextsOf(run.Find("Cmd"));
  return {};
}

}  // namespace assay
