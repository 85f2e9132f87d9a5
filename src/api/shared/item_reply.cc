#include "api/shared/item_reply.h"

#include <string_view>
#include <utility>

#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr std::string_view kLines = "application/x-ndjson";

}  // namespace

ItemReply::ItemReply(HttpReplyPtr reply, Form form, size_t items)
    : reply_(std::move(reply)),
      form_(form),
      results_(form == Form::kLines ? 0 : items),
      left_(items) {}

void ItemReply::Put(size_t index, std::string json) {
  std::string body;
  {
    MutexLock lock(mutex_);
    const bool last = --left_ == 0;
    // Under the lock, so that the head comes before every line and every line before the end.
    if (form_ == Form::kLines) return PutLine(json, last);
    results_[index] = std::move(json);
    if (!last) return;
    body = Body();
  }
  SendJson(reply_, 200, std::move(body));
}

void ItemReply::PutLine(const std::string& json, bool last) {
  if (!std::exchange(begun_, true)) {
    HttpResponse head;
    head.content_type = kLines;
    reply_->Begin(std::move(head));
  }
  reply_->Write(json + "\n");
  if (last) reply_->End();
}

std::string ItemReply::Body() {
  if (form_ == Form::kOne) return std::move(results_[0]);
  std::string body = R"({"results":[)";
  for (size_t i = 0; i < results_.size(); ++i) {
    if (i > 0) body += ',';
    body += results_[i];
    results_[i] = {};
  }
  return body + "]}";
}

bool AcceptsLines(const HttpRequest& request) {
  return request.Header("accept").find(kLines) != std::string_view::npos;
}

}  // namespace assay
