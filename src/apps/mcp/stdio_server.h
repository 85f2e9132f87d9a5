// StdioServer: the Model Context Protocol over a pair of pipes: a message a line, both ways.
//
// Run belongs to one thread; answers are written by whoever has them, through a LineWriter.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "api/mcp/conversation.h"
#include "api/mcp/handler.h"
#include "apps/mcp/line_writer.h"

namespace assay {

struct StdioBounds {
  size_t line_bytes = 256 << 20;                 // a longer line is an error
  Nanoseconds drain = std::chrono::seconds(10);  // for what is under way at the end of the input
};

class StdioServer {
 public:
  // The descriptors stay the caller's. `handler` outlives every call.
  StdioServer(const McpHandler& handler, int in, int out, StdioBounds bounds = {});

  // Until the input ends or the client is gone; then what is under way may end for a while, and the
  // rest is cancelled.
  void Run();

 private:
  // False at the end of the input.
  bool ReadMore();
  void TakeLines();
  void Take(std::string_view line);
  void WaitForCalls();

  const int in_;
  const StdioBounds bounds_;
  std::shared_ptr<LineWriter> writer_;  // shared with answers that may come late
  const std::shared_ptr<McpConversation> conversation_;
  std::string received_;   // up to a line end that has not come yet
  size_t searched_ = 0;    // of those: no line end is there
  bool skipping_ = false;  // the rest of a line that is too long
};

}  // namespace assay
