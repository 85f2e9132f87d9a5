// The answers to one HTTP request, however many messages it brought: one JSON body when all are
// there, or events as they come once a client that reads events is told of progress.
//
// Thread-safe; never waits. Kept alive by its sinks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/mcp/sink.h"
#include "base/mutex.h"
#include "net/http.h"

namespace assay {

// What of the request decides how it is answered.
struct McpReplyForm {
  bool events = false;  // the client reads text/event-stream
  bool batch = false;   // answers are an array
  bool statuses =
      false;  // errors have HTTP statuses of their own, as revisions without sessions do
};

class HttpReplySink : public std::enable_shared_from_this<HttpReplySink> {
 public:
  // `expected`: how many sinks will be made, at least one.
  HttpReplySink(HttpReplyPtr http, McpReplyForm form, size_t expected)
      : http_(std::move(http)), form_(form), left_(expected) {}

  // For one of the messages; `id`: the JSON of its id.
  McpSinkPtr ForMessage(std::string id);

 private:
  class One;
  void Notify(const std::string& message) ASSAY_EXCLUDES(mutex_);
  void Finish(McpReply reply, const std::string& id) ASSAY_EXCLUDES(mutex_);

  const HttpReplyPtr http_;
  const McpReplyForm form_;
  Mutex mutex_;
  size_t left_ ASSAY_GUARDED_BY(mutex_);
  bool begun_ ASSAY_GUARDED_BY(mutex_) = false;  // as events
  std::vector<McpReply> replies_ ASSAY_GUARDED_BY(mutex_);
};

// The HTTP status of an error of a revision that has no sessions; 200 for none.
int StatusOfRpcError(int code);

}  // namespace assay
