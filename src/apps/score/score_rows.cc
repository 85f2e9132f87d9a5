#include "apps/score/score_rows.h"

#include <set>
#include <utility>

#include "apps/ask/refusal.h"
#include "data/rows/rows.h"
#include "lab/shared/asking/ask_patiently.h"
#include "text/json_reader.h"

namespace assay {
namespace {

constexpr size_t kMostInRequest = 65'536;  // of the API
constexpr size_t kMostBytes = 32 << 20;

// Completions of one prompt, as the API tells them; empty: of no group.
std::string GroupOf(JsonValue row) {
  const JsonValue origin = row.Find("origin");
  if (!origin.Is(JsonType::kObject) || !origin.Find("group")) return "";
  std::string key;
  for (const char* name : {"group", "run", "step", "tenant"}) {
    const JsonValue part = origin.Find(name);
    key += (part ? std::string(part.raw()) : "") + "\n";
  }
  return key;
}

// Rows that wait for their request.
class Pending {
 public:
  explicit Pending(const ScoreWork& work) : work_(work) {}

  Status Add(std::string_view row) {
    ++number_;
    JsonError error;
    const auto document = JsonDocument::Parse(row, &error);
    if (!document || !document->root().Is(JsonType::kObject)) {
      return Fault(document ? "is no JSON object" : error.message);
    }
    const std::string group = work_.rubric.compares ? GroupOf(document->root()) : "";
    const bool same = !group.empty() && group == group_;
    const bool full = count_ >= work_.rows_in_request || items_.size() + row.size() > kMostBytes;
    if (count_ >= kMostInRequest) {
      return Fault("is one of more than " + std::to_string(kMostInRequest) +
                   " of a group, which is compared within one request");
    }
    if (full && !same) ASSAY_RETURN_IF_ERROR(Send());
    if (!group.empty() && !same && !groups_.insert(group).second && work_.rubric.compares) {
      return Fault(
          "is of a group with rows before the last one: those of a group must stand "
          "together");
    }
    group_ = group;
    items_ += (count_ == 0 ? "" : ",") + std::string(row);
    ++count_;
    return Status();
  }

  // Asks about what waits and writes what is said.
  Status Send() {
    if (count_ == 0) return Status();
    service::Question question;
    question.method = "POST";
    question.target = "/v1/score";
    question.headers = {{"content-type", "application/json"}};
    question.body = "{" + work_.rubric.members + ",\"items\":[" + std::exchange(items_, "") + "]}";
    const size_t asked = std::exchange(count_, 0);
    const auto answer = lab::AskPatiently([&] { return work_.judge->Send(question); });
    if (!answer.ok()) return answer.error();
    if (answer->status != 200) {
      return Error{answer->status < 500 && answer->status != 429 ? ErrorCode::kInvalidArgument
                                                                 : ErrorCode::kUnavailable,
                   "score", 0, RefusalText(answer->body)};
    }
    return Take(answer->body, asked);
  }

  const ScoreSummary& summary() const { return summary_; }

 private:
  Status Fault(const std::string& what) const {
    return Error{ErrorCode::kInvalidArgument, "score", 0,
                 "row " + std::to_string(number_) + " " + what};
  }

  Status Take(const std::string& body, size_t asked) {
    JsonError error;
    const auto document = JsonDocument::Parse(body, &error);
    const JsonValue results = document ? document->root().Find("results") : JsonValue();
    if (!results.Is(JsonType::kArray) || results.Count() != asked) {
      return Error{ErrorCode::kUnavailable, "score", 0, "the answer has no result for each row"};
    }
    for (const JsonValue& result : results.Items()) {
      Count(result);
      ASSAY_RETURN_IF_ERROR(work_.out->Write(std::string(result.raw())));
    }
    ASSAY_RETURN_IF_ERROR(work_.out->Flush());
    if (work_.tell(summary_)) return Status();
    return Error{ErrorCode::kCancelled, "score", 0, "interrupted"};
  }

  void Count(JsonValue result) {
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

  const ScoreWork& work_;
  ScoreSummary summary_;
  std::string items_;
  size_t count_ = 0;
  int64_t number_ = 0;
  std::string group_;
  std::set<std::string> groups_;
};

}  // namespace

int64_t ScoreSummary::rows() const {
  int64_t count = scored;
  for (const auto& [reason, times] : masked) count += times;
  return count;
}

Result<ScoreSummary> ScoreRows(const ScoreWork& work) {
  Pending pending(work);
  ASSAY_RETURN_IF_ERROR(
      ForEachRowOf(work.files, [&](std::string_view row) { return pending.Add(row); }));
  ASSAY_RETURN_IF_ERROR(pending.Send());
  return pending.summary();
}

}  // namespace assay
