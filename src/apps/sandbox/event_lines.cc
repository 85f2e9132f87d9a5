#include "apps/sandbox/event_lines.h"

#include <signal.h>

#include <charconv>
#include <cstring>
#include <optional>

#include "apps/sandbox/sandbox_client.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr int kSignalled = 128;
// Longer than any that a server writes.
constexpr size_t kLongestLine = 16 << 20;

std::optional<int> Number(const std::string& text) {
  int number = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<int> SignalNumber(const std::string& name) {
  if (!StartsWith(name, "SIG")) return Number(name);
  for (int signal = 1; signal < NSIG; ++signal) {
    const char* known = ::sigabbrev_np(signal);
    if (known != nullptr && std::string_view(name).substr(3) == known) return signal;
  }
  return std::nullopt;
}

// An end without a code is none: nobody may take it for success.
std::optional<int> ExitCode(JsonValue end) {
  const std::string signal = TextOf(end, "signal");
  if (signal.empty()) return Number(TextOf(end, "exit_code"));
  const auto number = SignalNumber(signal);
  return number ? std::optional(kSignalled + *number) : std::nullopt;
}

std::optional<ExecEvent> Parse(std::string_view line) {
  JsonError ignored;
  const auto document = JsonDocument::Parse(line, &ignored);
  if (!document) return std::nullopt;
  const JsonValue root = document->root();
  const std::string name = TextOf(root, "event");
  ExecEvent event;
  if (name == "start") {
    event.kind = ExecEvent::Kind::kStart;
    const auto pid = Number(TextOf(root, "pid"));
    if (!pid) return std::nullopt;
    event.pid = *pid;
  } else if (name == "stdout" || name == "stderr" || name == "terminal") {
    event.kind = name == "stderr" ? ExecEvent::Kind::kStderr : ExecEvent::Kind::kStdout;
    const auto bytes = root.Find("base64") ? Base64Decode(TextOf(root, "base64"))
                                           : std::optional(TextOf(root, "text"));
    if (!bytes) return std::nullopt;
    event.bytes = *bytes;
  } else if (name == "end") {
    event.kind = ExecEvent::Kind::kEnd;
    const auto exit_code = ExitCode(root);
    if (!exit_code) return std::nullopt;
    event.exit_code = *exit_code;
    event.timed_out = TextOf(root, "timed_out") == "true";
  } else if (name == "error") {
    event.kind = ExecEvent::Kind::kError;
    event.message = TextOf(root.Find("error"), "message");
  } else if (name != "heartbeat") {
    return std::nullopt;
  }
  return event;
}

}  // namespace

bool EventLines::Feed(std::string_view piece, const std::function<bool(const ExecEvent&)>& tell) {
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    if (end == piece.npos) {
      rest_ += piece;
      return rest_.size() <= kLongestLine;
    }
    rest_ += piece.substr(0, end);
    piece.remove_prefix(end + 1);
    const auto event = Parse(rest_);
    rest_.clear();
    if (!event || !tell(*event)) return false;
  }
  return true;
}

}  // namespace assay
