// The bodies of the routes that start processes and talk to them. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>

#include "net/http.h"
#include "sessions/execution.h"
#include "text/field_reader.h"

namespace assay {

struct ExecAsked {
  ExecutionRequest execution;
  std::string input;              // written once it is started
  bool close_input = true;        // after that
  bool stream = false;            // events, not one answer
  bool detached = false;          // the answer comes once it has started
  size_t output_bytes = 1 << 20;  // kept of each of stdout and stderr, of one answer
};
inline constexpr size_t kMaxExecOutput = 64 << 20;

ExecAsked ParseExec(const HttpRequest& http, JsonValue root, FieldErrors* errors);

struct InputAsked {
  std::string bytes;
  bool close = false;  // after them
};
InputAsked ParseInput(JsonValue root, FieldErrors* errors);

// {"signal": "SIGTERM"}, "TERM" or 15. 0 with a fault.
int ParseSignal(JsonValue root, FieldErrors* errors);

struct TerminalSize {
  int rows = 24;
  int columns = 80;
};
TerminalSize ReadTerminalSize(JsonValue object, const FieldPath& path, Presence presence,
                              FieldErrors* errors);

}  // namespace assay
