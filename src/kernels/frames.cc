#include "kernels/frames.h"

#include <algorithm>

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kLengthBytes = 4;

std::string Framed(std::string_view json) {
  std::string frame;
  for (const int shift : {24, 16, 8, 0}) frame += static_cast<char>(json.size() >> shift & 0xff);
  frame += json;
  return frame;
}

int64_t Milliseconds(Nanoseconds time) {
  return std::max<int64_t>(1, std::chrono::ceil<std::chrono::milliseconds>(time).count());
}

// What isn't a number of our program's is a large one; nothing but a display hangs on it.
int64_t WholeAt(JsonValue object, std::string_view key) {
  return static_cast<int64_t>(std::clamp(NumberAt(object, key), 0.0, 1e15));
}

bool IsTrue(JsonValue value) {
  return value.Is(JsonType::kBool) && value.Bool();
}

std::string TextOf(JsonValue object, std::string_view key) {
  return ReplaceInvalidUtf8(TextAt(object, key));
}

bool ReadEvent(JsonValue json, std::string_view type, CellEvent* event) {
  event->when = std::chrono::system_clock::now();
  if (type == "stdout" || type == "stderr") {
    event->kind = type == "stdout" ? CellEvent::Kind::kStdout : CellEvent::Kind::kStderr;
    event->text = TextOf(json, "text");
    return true;
  }
  if (type == "result" || type == "display") {
    event->kind = type == "result" ? CellEvent::Kind::kResult : CellEvent::Kind::kDisplay;
    const JsonValue data = json.Find("data");
    if (!data.Is(JsonType::kObject)) return false;
    event->data = ReplaceInvalidUtf8(data.raw());
    return true;
  }
  if (type != "error") return false;
  event->kind = CellEvent::Kind::kError;
  event->name = TextOf(json, "name");
  event->value = TextOf(json, "value");
  event->traceback = TextOf(json, "traceback");
  return true;
}

std::optional<KernelFrame> ReadFrame(JsonValue json) {
  KernelFrame frame;
  frame.cell = WholeAt(json, "cell");
  const std::string type = TextAt(json, "t");
  if (type == "started") {
    frame.kind = KernelFrame::Kind::kStarted;
    frame.python = TextOf(json, "python");
    frame.why = TextOf(json, "why");
    return frame;
  }
  if (type == "done") {
    const auto status = kCellStatusNames.Find(TextAt(json, "status"));
    if (!status || frame.cell == 0) return std::nullopt;
    frame.kind = KernelFrame::Kind::kDone;
    frame.end.status = *status;
    frame.end.count = static_cast<int>(std::min<int64_t>(WholeAt(json, "count"), 1 << 30));
    frame.end.restarted = IsTrue(json.Find("restarted"));
    frame.end.message = TextOf(json, "message");
    frame.end.dropped = WholeAt(json, "dropped");
    return frame;
  }
  if (!ReadEvent(json, type, &frame.event)) return std::nullopt;
  return frame;
}

}  // namespace

std::string RunFrame(int64_t cell, const CellRequest& request) {
  JsonWriter json;
  json.BeginObject().Key("op").String("run").Key("cell").Int(cell);
  json.Key("code").Bytes(request.code).Key("stdin").Bytes(request.input).Key("env").BeginObject();
  for (const auto& [name, value] : request.env) json.Key(ReplaceInvalidUtf8(name)).Bytes(value);
  json.EndObject();
  json.Key("timeout_ms").Int(Milliseconds(request.timeout));
  json.Key("grace_ms").Int(Milliseconds(request.grace));
  json.Key("output_bytes").Int(request.output_bytes).EndObject();
  return Framed(json.text());
}

std::string InterruptFrame() {
  return Framed(R"({"op":"interrupt"})");
}

std::string RestartFrame() {
  return Framed(R"({"op":"restart"})");
}

std::optional<KernelFrame> FrameReader::Next() {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  if (broken_ || rest.size() < kLengthBytes) return std::nullopt;
  size_t length = 0;
  for (const char byte : rest.substr(0, kLengthBytes)) {
    length = length << 8 | static_cast<unsigned char>(byte);
  }
  if (length > kMaxFrameBytes) {
    broken_ = true;
    return std::nullopt;
  }
  if (rest.size() < kLengthBytes + length) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    return std::nullopt;
  }
  begin_ += kLengthBytes + length;
  JsonError error;
  const std::string_view text = rest.substr(kLengthBytes, length);
  const auto document = JsonDocument::Parse(text, &error);
  auto frame = document ? ReadFrame(document->root()) : std::nullopt;
  broken_ = !frame.has_value();
  return frame;
}

}  // namespace assay
