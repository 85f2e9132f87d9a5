#include "lab/audit/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "text/json_writer.h"

namespace assay::audit {
namespace {

constexpr size_t kMostRefused = 20;

int64_t CountOf(const std::map<Advice, int64_t>& counts, Advice advice) {
  const auto found = counts.find(advice);
  return found == counts.end() ? 0 : found->second;
}

}  // namespace

void AuditSummary::Add(const ProblemAudit& audit) {
  ++rows;
  seconds += audit.seconds;
  if (audit.math) {
    ++math;
    return;
  }
  if (!audit.refused.empty()) {
    ++refused;
    if (first_refused.size() < kMostRefused) {
      first_refused.push_back(fmt::format("{}: row {}: {}", audit.file, audit.row, audit.refused));
    }
    return;
  }
  if (!audit.not_judged.empty()) ++not_judged;
  if (!audit.mended_row.empty()) ++mended;
  const Advice advice = audit.advice();
  ++by_advice[advice];
  std::set<FindingKind> kinds;
  for (const Finding& finding : audit.findings) kinds.insert(finding.kind);
  for (const FindingKind kind : kinds) ++by_kind[kind];
  correct += audit.correct;
  correct_passed += audit.correct_passed;
  wrong += audit.wrong;
  wrong_passed += audit.wrong_passed;
  if (audit.strength) {
    killed += audit.strength->killed;
    survived += audit.strength->survived;
    const auto bin = static_cast<size_t>(audit.strength->share() * kBins);
    ++strengths[std::min(bin, kBins - 1)];
    for (const Survivor& each : audit.strength->survivors) ++survivors[each.operator_name];
  }
  if (advice == Advice::kKeep) return;
  std::vector<ProblemLine>& lines = advice == Advice::kDrop ? to_drop : to_mend;
  if (lines.size() == kMostProblems) return;
  lines.push_back(
      {audit.id, audit.file, audit.row, advice, !audit.mended_row.empty(), audit.findings});
}

std::string ReportJson(const ReportHead& head, const AuditSummary& summary) {
  JsonWriter json;
  json.BeginObject().Key("build").String(head.build).Key("judge").Bytes(head.judge);
  json.Key("audit").Raw(head.manifest);
  json.Key("rows").Int(summary.rows).Key("problems").Int(summary.problems());
  json.Key("refused").Int(summary.refused).Key("math").Int(summary.math);
  json.Key("not_judged").Int(summary.not_judged).Key("mended").Int(summary.mended);
  json.Key("verdicts").BeginObject();
  for (const auto& row : kAdviceNames.rows) {
    json.Key(row.name).Int(CountOf(summary.by_advice, row.value));
  }
  json.EndObject().Key("findings").BeginObject();
  for (const auto& [kind, count] : summary.by_kind) {
    json.Key(kFindingNames.NameOf(kind)).Int(count);
  }
  json.EndObject();
  json.Key("correct").Int(summary.correct).Key("correct_passed").Int(summary.correct_passed);
  json.Key("wrong").Int(summary.wrong).Key("wrong_passed").Int(summary.wrong_passed);
  json.Key("mutants").BeginObject().Key("killed").Int(summary.killed);
  json.Key("survived").Int(summary.survived).EndObject();
  json.Key("strengths").BeginArray();
  for (const int64_t count : summary.strengths) json.Int(count);
  json.EndArray().Key("first_refused").BeginArray();
  for (const std::string& line : summary.first_refused) json.Bytes(line);
  json.EndArray().Key("seconds").Double(summary.seconds);
  return json.EndObject().Take() + "\n";
}

std::string ReportText(const AuditSummary& summary) {
  std::string text = fmt::format("{} problems: {} to keep, {} to mend ({} mended), {} to drop\n",
                                 summary.problems(), CountOf(summary.by_advice, Advice::kKeep),
                                 CountOf(summary.by_advice, Advice::kMend), summary.mended,
                                 CountOf(summary.by_advice, Advice::kDrop));
  for (const auto& [kind, count] : summary.by_kind) {
    text += fmt::format("{:8} {:24} {}\n", count, kFindingNames.NameOf(kind), AboutFinding(kind));
  }
  if (summary.killed + summary.survived > 0) {
    text += fmt::format("tests reject {} of {} faulty variants of references\n", summary.killed,
                        summary.killed + summary.survived);
  }
  if (summary.math > 0)
    text += fmt::format("{} rows are gold answers of mathematics\n", summary.math);
  for (const std::string& line : summary.first_refused) text += line + "\n";
  if (summary.refused > static_cast<int64_t>(summary.first_refused.size())) {
    text += fmt::format("… and {} more rows that are no problems\n",
                        summary.refused - static_cast<int64_t>(summary.first_refused.size()));
  }
  if (summary.not_judged > 0) {
    text += fmt::format(
        "{} problems have programs that weren't judged, for the judge failed: the same command "
        "goes on with them\n",
        summary.not_judged);
  }
  return text;
}

}  // namespace assay::audit
