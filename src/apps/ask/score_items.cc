#include "apps/ask/score_items.h"

#include <fmt/format.h>

#include <utility>

#include "apps/ask/refusal.h"
#include "lab/shared/asking/ask_patiently.h"

namespace assay {
namespace {

constexpr size_t kMostBytes = 32 << 20;

Error Fault(ErrorCode code, std::string what) {
  return Error{code, "score", 0, std::move(what)};
}

}  // namespace

int64_t ScoreSummary::items() const {
  int64_t count = scored;
  for (const auto& [reason, times] : masked) count += times;
  return count;
}

std::string SummaryText(const ScoreSummary& summary) {
  std::string text = fmt::format("{} scored", summary.scored);
  if (summary.scored > 0) {
    text += fmt::format(", mean {:.4f}", summary.sum / static_cast<double>(summary.scored));
  }
  text += '\n';
  for (const auto& [reason, count] : summary.masked) {
    text += fmt::format("  {} without a score, {}\n", count, reason);
  }
  if (!summary.first_fault.empty()) {
    text += fmt::format("  the first faulty one: {}\n", summary.first_fault);
  }
  return text;
}

Status ScoreItems::Add(std::string_view item, const std::string& group) {
  const bool waits = !group.empty() && groups_.count(group) > 0;
  const bool full = count_ >= means_.items_in_request || waiting_.size() + item.size() > kMostBytes;
  if (full && !waits) ASSAY_RETURN_IF_ERROR(Send());
  if (count_ >= kMostInRequest) {
    return Fault(ErrorCode::kInvalidArgument,
                 fmt::format("is one of more than {} of a group, which is compared within one "
                             "request",
                             kMostInRequest));
  }
  if (gone_groups_.count(group) > 0) {
    return Fault(ErrorCode::kInvalidArgument,
                 "is of a group that was scored before: those of a group must stand together");
  }
  if (!group.empty()) groups_.insert(group);
  waiting_ += (count_ == 0 ? "" : ",") + std::string(item);
  ++count_;
  return Status();
}

Status ScoreItems::Send() {
  if (count_ == 0) return Status();
  service::Question question;
  question.method = "POST";
  question.target = "/v1/score";
  question.headers = {{"content-type", "application/json"}};
  question.body = "{" + means_.members + ",\"items\":[" + std::exchange(waiting_, "") + "]}";
  const size_t asked = std::exchange(count_, 0);
  gone_groups_.merge(std::exchange(groups_, {}));
  const auto answer = lab::AskPatiently([&] { return means_.judge->Send(question); });
  if (!answer.ok()) return answer.error();
  if (answer->status != 200) {
    const bool ours = answer->status < 500 && answer->status != 429;
    return Fault(ours ? ErrorCode::kInvalidArgument : ErrorCode::kUnavailable,
                 RefusalText(answer->body));
  }
  return Take(answer->body, asked);
}

Status ScoreItems::Take(const std::string& body, size_t asked) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  const JsonValue results = document ? document->root().Find("results") : JsonValue();
  if (!results.Is(JsonType::kArray) || results.Count() != asked) {
    return Fault(ErrorCode::kUnavailable, "the answer has no result for each item");
  }
  for (const JsonValue& result : results.Items()) {
    Count(result);
    ASSAY_RETURN_IF_ERROR(means_.on_result(result.raw()));
  }
  if (means_.go_on(summary_)) return Status();
  return Fault(ErrorCode::kCancelled, "interrupted");
}

void ScoreItems::Count(JsonValue result) {
  const JsonValue score = result.Find("score");
  if (score.Is(JsonType::kNumber)) {
    ++summary_.scored;
    summary_.sum += score.Double();
    return;
  }
  const JsonValue mask = result.Find("mask");
  const auto text = [&mask](const char* name) {
    const JsonValue value = mask.Find(name);
    return value.Is(JsonType::kString) ? value.String() : "unknown";
  };
  ++summary_.masked[text("cause") + ": " + text("reason")];
  if (summary_.first_fault.empty() && text("reason") == "invalid_item") {
    summary_.first_fault = text("message");
  }
}

}  // namespace assay
