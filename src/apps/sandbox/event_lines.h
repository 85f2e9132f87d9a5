// The events of an execution, taken out of the lines of a stream (docs/http.md, ExecEvent). Pure;
// not thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace assay {

struct ExecEvent {
  enum class Kind { kStart, kStdout, kStderr, kHeartbeat, kEnd, kError };
  Kind kind = Kind::kHeartbeat;
  int pid = 0;             // of kStart
  std::string bytes;       // of kStdout, which is a terminal's too, and kStderr
  int exit_code = 0;       // of kEnd: what a shell would say, 128 and the signal
  bool timed_out = false;  // of kEnd
  std::string message;     // of kError
};

class EventLines {
 public:
  // Takes what came, and tells each whole line of it. False: `tell` said so, or a line is no event.
  bool Feed(std::string_view piece, const std::function<bool(const ExecEvent&)>& tell);

 private:
  std::string rest_;
};

}  // namespace assay
