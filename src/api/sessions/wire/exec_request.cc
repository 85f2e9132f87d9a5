#include "api/sessions/wire/exec_request.h"

#include <signal.h>

#include <cstring>

#include "api/sessions/wire/field_rules.h"
#include "api/shared/item_reply.h"
#include "base/text.h"

namespace assay {
namespace {

// A text, or bytes as base64. More than the process's queue takes is refused at once.
std::string ReadBytes(FieldReader& fields, std::string_view text_name,
                      std::string_view base64_name) {
  const auto text = fields.String(text_name, Presence::kOptionalOrNull);
  const auto base64 = fields.String(base64_name, Presence::kOptionalOrNull);
  std::string bytes = text.value_or("");
  if (base64) {
    const auto decoded = Base64Decode(*base64);
    if (text) {
      fields.Fault(base64_name, "value_error", "give it as text or as base64, not as both");
    } else if (!decoded || Base64Encode(*decoded) != *base64) {
      // Decoding skips what is none of its letters; here that would be input that isn't meant.
      fields.Fault(base64_name, "value_error", "is no base64");
    } else {
      bytes = *decoded;
    }
  }
  if (bytes.size() > kMaxQueuedInput) {
    fields.Fault(base64 ? base64_name : text_name, "too_long",
                 "has " + std::to_string(bytes.size()) + " bytes; at most " +
                     std::to_string(kMaxQueuedInput) +
                     " are taken at once: write a file and read from that");
  }
  return bytes;
}

int ReadSide(FieldReader& fields, std::string_view name, Presence presence, int usual) {
  constexpr int kMost = 4096;
  const auto side = fields.Int(name, presence);
  if (!side) return usual;
  if (*side < 1 || *side > kMost) {
    fields.Fault(name, "value_error", "must be from 1 to 4096");
    return usual;
  }
  return static_cast<int>(*side);
}

int SignalOf(std::string_view name) {
  if (StartsWith(name, "SIG")) name.remove_prefix(3);
  for (int signal = 1; signal < NSIG; ++signal) {
    const char* known = ::sigabbrev_np(signal);
    if (known != nullptr && name == known) return signal;
  }
  return 0;
}

}  // namespace

TerminalSize ReadTerminalSize(JsonValue object, const FieldPath& path, Presence presence,
                              FieldErrors* errors) {
  FieldReader fields(object, path, errors);
  RefuseUnknownFields(object, path, {"rows", "columns"}, errors);
  const TerminalSize usual;
  return {ReadSide(fields, "rows", presence, usual.rows),
          ReadSide(fields, "columns", presence, usual.columns)};
}

ExecAsked ParseExec(const HttpRequest& http, JsonValue root, FieldErrors* errors) {
  ExecAsked asked;
  FieldReader fields(root, {}, errors);
  RefuseUnknownFields(
      root, {},
      {"command", "argv", "env", "directory", "stdin", "stdin_base64", "open_stdin", "timeout_s",
       "terminal", "key", "tag", "stream", "detached", "ends_with_client", "output_bytes"},
      errors);
  ExecutionRequest& execution = asked.execution;
  execution.process = ReadProcess(fields, root, errors);
  asked.input = ReadBytes(fields, "stdin", "stdin_base64");
  const bool open = fields.Bool("open_stdin", Presence::kOptionalOrNull).value_or(false);
  execution.process.input = open || !asked.input.empty();
  asked.close_input = execution.process.input && !open;
  execution.timeout = ReadSeconds(fields, "timeout_s");
  if (const JsonValue terminal = fields.Object("terminal", Presence::kOptionalOrNull)) {
    const TerminalSize size =
        ReadTerminalSize(terminal, fields.Path("terminal"), Presence::kOptional, errors);
    execution.process.terminal = true;
    execution.process.rows = size.rows;
    execution.process.columns = size.columns;
  }
  execution.key = ReadWord(fields, "key");
  execution.tag = ReadWord(fields, "tag");
  asked.detached = fields.Bool("detached", Presence::kOptionalOrNull).value_or(false);
  asked.stream =
      fields.Bool("stream", Presence::kOptionalOrNull).value_or(false) || AcceptsLines(http);
  const auto ends = fields.Bool("ends_with_client", Presence::kOptionalOrNull);
  if (asked.detached && ends.value_or(false)) {
    fields.Fault("ends_with_client", "value_error", "what is detached has no client to end with");
  } else if (!asked.stream && !asked.detached && !ends.value_or(true)) {
    fields.Fault("ends_with_client", "value_error",
                 "nobody could read what it says: ask for a `stream`, or for it `detached`");
  }
  execution.ends_with_listeners = !asked.detached && ends.value_or(true);
  if (const auto bytes = fields.Int("output_bytes", Presence::kOptionalOrNull)) {
    if (*bytes < 0 || *bytes > static_cast<int64_t>(kMaxExecOutput)) {
      fields.Fault(
          "output_bytes", "value_error",
          "must be from 0 to " + std::to_string(kMaxExecOutput) + "; a `stream` has no bound");
    } else {
      asked.output_bytes = static_cast<size_t>(*bytes);
    }
  }
  return asked;
}

InputAsked ParseInput(JsonValue root, FieldErrors* errors) {
  FieldReader fields(root, {}, errors);
  RefuseUnknownFields(root, {}, {"text", "base64", "close"}, errors);
  InputAsked asked{ReadBytes(fields, "text", "base64"), false};
  asked.close = fields.Bool("close", Presence::kOptionalOrNull).value_or(false);
  return asked;
}

int ParseSignal(JsonValue root, FieldErrors* errors) {
  FieldReader fields(root, {}, errors);
  RefuseUnknownFields(root, {}, {"signal"}, errors);
  const JsonValue value = root.Find("signal");
  int signal = 0;
  if (value.Is(JsonType::kString)) {
    signal = SignalOf(value.String());
  } else if (const auto number = fields.Int("signal", Presence::kRequired)) {
    signal = *number > 0 && *number < NSIG ? static_cast<int>(*number) : 0;
  } else {
    return 0;
  }
  if (signal == 0) {
    fields.Fault("signal", "value_error", "is no signal: a name such as SIGTERM, or its number");
  }
  return signal;
}

}  // namespace assay
