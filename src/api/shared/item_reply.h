// ItemReply: the answer to a request of items that each have a result, put together as results
// come: {"results": […]} in the order of the items, the one result by itself, or a line for each
// when it is there.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "net/http.h"

namespace assay {

class ItemReply {
 public:
  enum class Form {
    kList,
    kOne,    // of a request that has one item and no list
    kLines,  // application/x-ndjson
  };

  // REQUIRES: items > 0; one with kOne.
  ItemReply(HttpReplyPtr reply, Form form, size_t items);
  ItemReply(const ItemReply&) = delete;
  ItemReply& operator=(const ItemReply&) = delete;

  // REQUIRES: once for each item. The last of them ends the answer.
  void Put(size_t index, std::string json) ASSAY_EXCLUDES(mutex_);

 private:
  void PutLine(const std::string& json, bool last) ASSAY_REQUIRES(mutex_);
  std::string Body() ASSAY_REQUIRES(mutex_);

  const HttpReplyPtr reply_;
  const Form form_;
  Mutex mutex_;
  std::vector<std::string> results_ ASSAY_GUARDED_BY(mutex_);
  size_t left_ ASSAY_GUARDED_BY(mutex_);
  bool begun_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Whether a client asks for lines by its Accept.
bool AcceptsLines(const HttpRequest& request);

}  // namespace assay
