// The community's record of evaluations (every_eval_ever, schema 0.2.1): a result for each figure,
// its uncertainty being that over problems; the sampling error stands in the details, where nobody
// takes the one for the other.
#include <fmt/format.h>

#include "base/text.h"
#include "lab/eval/export/exporters.h"
#include "lab/eval/report/report_json.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

void WriteUncertainty(const Estimate& estimate, size_t problems, JsonWriter* json) {
  if (!estimate.problems_se) return;
  json->Key("uncertainty").BeginObject().Key("standard_error").BeginObject();
  json->Key("value").Double(RoundedForReport(*estimate.problems_se));
  json->Key("method").String("analytic, over problems, clustered").EndObject();
  if (const auto& interval = estimate.problems_interval) {
    json->Key("confidence_interval").BeginObject();
    json->Key("lower").Double(RoundedForReport(interval->low));
    json->Key("upper").Double(RoundedForReport(interval->high));
    json->Key("confidence_level").Double(0.95);
    json->Key("method").String("Wilson, effective number of problems").EndObject();
  }
  json->Key("num_samples").Int(static_cast<int64_t>(problems)).EndObject();
}

void WriteDetails(const ExportInput& input, const Estimate& estimate, JsonWriter* json) {
  const Score& score = input.profile->score;
  const auto text = [&](std::string_view name, const std::string& value) {
    json->Key(name).String(value);
  };
  json->Key("details").BeginObject();
  text("profile", std::string(NameOf(input.profile->profile)));
  text("judged_items", std::to_string(score.judged_items));
  text("items", std::to_string(score.items));
  text("judged_samples", std::to_string(score.counts.judged()));
  text("samples", std::to_string(score.counts.asked));
  text("denominator_policy", kDenominatorPolicy);
  const auto share = [&](const char* name, int64_t count) {
    text(name, fmt::format("{:.6f}", score.counts.Share(count)));
  };
  share("share_truncated", score.counts.truncated);
  share("share_empty", score.counts.empty);
  share("share_unextracted", score.counts.unextracted);
  share("share_errored", score.counts.errored);
  share("share_masked", score.counts.masked);
  if (estimate.sampling_se) {
    text("sampling_standard_error", fmt::format("{:.10f}", *estimate.sampling_se));
  }
  json->EndObject();
}

// Of the parameters that were set, those that the schema has words for; all of them as details.
void WriteGeneration(const rollout::Manifest& run, JsonWriter* json) {
  JsonError error;
  const auto document = JsonDocument::Parse(run.sampling, &error);
  json->Key("generation_config").BeginObject().Key("generation_args").BeginObject();
  if (document) {
    for (const char* name : {"temperature", "top_p", "top_k", "max_tokens"}) {
      const JsonValue value = document->root().Find(name);
      if (value.Is(JsonType::kNumber)) json->Key(name).Raw(value.raw());
    }
  }
  json->EndObject().Key("additional_details").BeginObject();
  json->Key("sampling").Bytes(run.sampling).Key("protocol").Bytes(run.protocol);
  json->Key("samples_per_item").String(std::to_string(run.samples));
  json->Key("prompts_sha256").Bytes(run.prompts_sha).EndObject().EndObject();
}

void WriteResult(const ExportInput& input, const std::string& metric, const Estimate& estimate,
                 JsonWriter* json) {
  const rollout::Manifest& run = input.report->records.manifest;
  json->BeginObject().Key("evaluation_name").Bytes(run.benchmark + " " + metric);
  json->Key("source_data").BeginObject().Key("dataset_name").Bytes(run.title);
  json->Key("source_type").String("other").Key("additional_details").BeginObject();
  json->Key("ids_sha256").Bytes(run.ids_sha).Key("window").Bytes(run.window);
  for (size_t i = 0; i < run.data.size(); ++i) {
    json->Key(fmt::format("file_{}", i + 1));
    json->Bytes(fmt::format("{} sha256:{} rows:{}", run.data[i].name, run.data[i].sha256,
                            run.data[i].rows));
  }
  json->EndObject().EndObject();
  json->Key("metric_config").BeginObject().Key("evaluation_description").String(metric);
  json->Key("lower_is_better").Bool(false).Key("score_type").String("continuous");
  json->Key("min_score").Double(0).Key("max_score").Double(1).EndObject();
  json->Key("score_details").BeginObject().Key("score").Double(RoundedForReport(estimate.value));
  WriteDetails(input, estimate, json);
  WriteUncertainty(estimate, input.profile->score.judged_items, json);
  json->EndObject();
  WriteGeneration(run, json);
  json->EndObject();
}

}  // namespace

Result<Export> ExportEveryEvalEver(const ExportInput& input) {
  const RunReport& report = *input.report;
  if (!input.profile->refusal.empty()) {
    return Error{ErrorCode::kInvalidArgument, "eval.export", 0,
                 "there is no headline to publish: " + input.profile->refusal};
  }
  const rollout::Manifest& run = report.records.manifest;
  const std::string now = std::to_string(input.now);
  JsonWriter json;
  json.BeginObject().Key("schema_version").String("0.2.1");
  json.Key("evaluation_id").Bytes(run.benchmark + "/" + run.model + "/" + now);
  json.Key("retrieved_timestamp").String(now);
  json.Key("dedupe_identity").BeginObject();
  json.Key("run_fingerprint").String(Sha256Hex(rollout::ToJson(run)));
  json.Key("hash_algorithm").String("sha256").EndObject();
  json.Key("source_metadata").BeginObject().Key("source_name").String("assay eval");
  json.Key("source_type").String("evaluation_run");
  json.Key("source_organization_name").String("unknown");
  json.Key("evaluator_relationship").String("other").EndObject();
  json.Key("eval_library").BeginObject().Key("name").String("assay");
  json.Key("version").Bytes(run.assay_version.empty() ? "unknown" : run.assay_version).EndObject();
  json.Key("model_info").BeginObject().Key("name").Bytes(run.model).Key("id").Bytes(run.model);
  json.Key("additional_details").BeginObject().Key("endpoint").Bytes(run.endpoint);
  json.EndObject().EndObject().Key("evaluation_results").BeginArray();
  const auto all = [&](const char* figure, const std::vector<EstimateAtK>& values) {
    for (const EstimateAtK& value : values) {
      WriteResult(input, fmt::format("{}{}", figure, value.k), value.estimate, &json);
    }
  };
  all("pass@", input.profile->score.pass_at_k);
  all("pass^", input.profile->score.pass_hat_k);
  all("maj@", input.profile->score.maj_at_k);
  json.EndArray().EndObject();
  Export made;
  made.files = {{"every_eval_ever.json", json.Take() + "\n"}};
  made.notes = {"fill in source_organization_name and evaluator_relationship before publishing"};
  return made;
}

}  // namespace assay::eval
