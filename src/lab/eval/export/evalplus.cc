// EvalPlus' *_eval_results.json: {date, hash, eval: {task: [{task_id, solution, base_status,
// plus_status, base_fail_tests, plus_fail_tests}]}, pass_at_k: {base, plus}}.
//
// Both words come from the official driver, which judges the two sets of inputs apart. The form has
// no word for a sample without them: it is left out, and pass@k is over the rest. The inputs that
// failed are not kept, so those lists are empty.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lab/eval/export/exporters.h"
#include "lab/eval/metrics/at_k.h"
#include "lab/eval/report/report_json.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

struct Statuses {
  std::string base, plus;  // "pass", "fail", "timeout"; plus is empty where there is none
};

// Empty: the harness said nothing of the part.
std::string WordOf(const ExportedSample& sample, std::string_view part) {
  for (const auto& [name, word] : sample.parts) {
    if (name == part) return word;
  }
  return "";
}

std::optional<Statuses> StatusesOf(const ExportedSample& sample) {
  const SampleState state = sample.outcome.state;
  if (state != SampleState::kPassed && state != SampleState::kFailed) return std::nullopt;
  Statuses statuses{WordOf(sample, "base"), WordOf(sample, "plus")};
  if (statuses.base.empty()) {
    // Nothing was run: without a program both fail, and with none the driver had nothing to say.
    if (!sample.outcome.flags.unextracted && !sample.outcome.flags.empty) return std::nullopt;
    statuses = {"fail", "fail"};
  }
  return statuses;
}

// Of items with counts of all and right samples.
void WritePassAtK(const std::vector<std::pair<int64_t, int64_t>>& items, JsonWriter* json) {
  json->BeginObject();
  for (const int64_t k : {1, 10, 100}) {
    const bool enough =
        std::all_of(items.begin(), items.end(), [k](const auto& item) { return item.first >= k; });
    if (!enough || items.empty()) continue;
    double sum = 0;
    for (const auto& [all, right] : items) sum += PassAtK(all, right, k);
    json->Key(fmt::format("pass@{}", k));
    json->Double(RoundedForReport(sum / static_cast<double>(items.size())));
  }
  json->EndObject();
}

struct TaskCounts {
  std::vector<std::pair<int64_t, int64_t>> base, plus;
};

void WriteSample(const EvalItem& item, const ExportedSample& sample, const Statuses& statuses,
                 JsonWriter* json) {
  json->BeginObject().Key("task_id").Bytes(item.id).Key("solution").Bytes(sample.response);
  json->Key("base_status").Bytes(statuses.base).Key("plus_status");
  statuses.plus.empty() ? json->Null() : json->Bytes(statuses.plus);
  json->Key("base_fail_tests").BeginArray().EndArray();
  json->Key("plus_fail_tests").BeginArray().EndArray().EndObject();
}

std::string DateOf(int64_t now) {
  const std::time_t seconds = now;
  std::tm parts = {};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace

Result<Export> ExportEvalPlus(const ExportInput& input) {
  const RunRecords& records = input.report->records;
  JsonWriter json;
  json.BeginObject().Key("date").String(DateOf(input.now));
  json.Key("hash").Bytes(records.manifest.data.empty() ? "" : records.manifest.data[0].sha256);
  json.Key("eval").BeginObject();
  TaskCounts counts;
  size_t left_out = 0, written = 0;
  for (size_t i = 0; i < records.items.size(); ++i) {
    json.Key(ReplaceInvalidUtf8(records.items[i].id)).BeginArray();
    std::pair<int64_t, int64_t> base, plus;
    for (const ExportedSample& sample : input.samples[i]) {
      const std::optional<Statuses> statuses = StatusesOf(sample);
      if (!statuses) {
        ++left_out;
        continue;
      }
      WriteSample(records.items[i], sample, *statuses, &json);
      ++written;
      const bool base_right = statuses->base == "pass";
      ++base.first;
      base.second += base_right;
      if (statuses->plus.empty()) continue;
      ++plus.first;
      plus.second += base_right && statuses->plus == "pass";
    }
    json.EndArray();
    counts.base.push_back(base);
    counts.plus.push_back(plus);
  }
  if (written == 0) {
    return Error{ErrorCode::kInvalidArgument, "eval.export", 0,
                 fmt::format("no sample of profile '{}' has a base status: this form is for "
                             "HumanEval+ and MBPP+ judged by the official rules (--profile "
                             "official; assay eval grade judges the answers of an older run again)",
                             NameOf(input.profile->profile))};
  }
  json.EndObject().Key("pass_at_k").BeginObject().Key("base");
  WritePassAtK(counts.base, &json);
  json.Key("plus");
  WritePassAtK(counts.plus, &json);
  json.EndObject().EndObject();
  Export made;
  made.files = {{"samples_eval_results.json", json.Take() + "\n"}};
  made.notes = {"the lists of failed inputs are empty: a run doesn't keep them"};
  if (left_out > 0) {
    made.notes.push_back(fmt::format(
        "{} samples without a verdict are left out, which the reference would count as failed",
        left_out));
  }
  return made;
}

}  // namespace assay::eval
