#include "lab/eval/export/exporters.h"

#include <map>
#include <utility>

#include "base/check.h"

namespace assay::eval {

const std::vector<Exporter>& AllExporters() {
  static const std::vector<Exporter> kAll = {
      {"scalebox", "samples.jsonl, results.json and accuracy.json", ExportScaleBox},
      {"evalplus", "samples_eval_results.json", ExportEvalPlus},
      {"livecodebench", "codegeneration_output_eval_all.json", ExportLiveCodeBench},
      {"every_eval_ever", "every_eval_ever.json, schema 0.2.1", ExportEveryEvalEver},
  };
  return kAll;
}

Result<ExportInput> ReadForExport(const rollout::RunFolder& folder, const RunReport& report,
                                  GradeProfile profile) {
  ExportInput input;
  input.report = &report;
  for (const ProfileReport& one : report.profiles) {
    if (one.profile == profile) input.profile = &one;
  }
  ASSAY_CHECK(input.profile != nullptr);
  std::map<std::pair<std::string, int64_t>, std::string> responses;
  ASSAY_RETURN_IF_ERROR(folder.ForEachGeneration([&](const rollout::GenerationRecord& row) {
    if (!row.error) responses[{row.item, row.sample}] = row.content;
    return Status();
  }));
  const RunRecords& records = report.records;
  const VerdictsBySample verdicts = VerdictsOf(folder, records.items, profile);
  input.samples.resize(records.items.size());
  for (const ProfileOutcomes& outcomes : records.profiles) {
    if (outcomes.profile != profile) continue;
    for (const Outcome& outcome : outcomes.outcomes) {
      const std::pair<std::string, int64_t> key{records.items[outcome.item].id, outcome.sample};
      const auto response = responses.find(key);
      const auto verdict = verdicts.find(key);
      input.samples[outcome.item].push_back(
          {outcome, response == responses.end() ? "" : response->second,
           verdict == verdicts.end() ? decltype(ExportedSample::parts)() : verdict->second.parts});
    }
  }
  return input;
}

}  // namespace assay::eval
