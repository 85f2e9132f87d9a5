#include "api/history/stats_report.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "model/names.h"
#include "text/json_writer.h"

namespace assay {
namespace {

struct Figures {
  int64_t total = 0, masked = 0, accepted = 0, cached = 0;
  double score = 0;
  std::array<int64_t, kVerdictNames.rows.size()> verdicts{};
  std::array<int64_t, kCauseNames.rows.size()> causes{};
  std::vector<float> wait_ms, cpu_ms;

  void Add(const RecentVerdict& verdict) {
    ++total;
    masked += verdict.masked;
    accepted += verdict.verdict == Verdict::kAccepted;
    cached += verdict.cached;
    score += verdict.masked ? 0 : double{verdict.score};
    ++verdicts[static_cast<size_t>(verdict.verdict)];
    ++causes[static_cast<size_t>(verdict.cause)];
    wait_ms.push_back(verdict.wait_ms);
    cpu_ms.push_back(verdict.cpu_ms);
  }
};

template <typename Counts, typename Names>
void WriteCounts(std::string_view key, const Counts& counts, const Names& names, JsonWriter* json) {
  json->Key(key).BeginObject();
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) json->Key(names.rows[i].name).Int(counts[i]);
  }
  json->EndObject();
}

void WriteTimes(std::string_view key, std::vector<float>* times, JsonWriter* json) {
  json->Key(key).BeginObject();
  const auto write = [&](std::string_view name, double share) {
    json->Key(name);
    if (times->empty()) {
      json->Null();
      return;
    }
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(times->size() - 1));
    std::nth_element(times->begin(), times->begin() + at, times->end());
    json->Double((*times)[static_cast<size_t>(at)]);
  };
  write("p50", 0.5);
  write("p95", 0.95);
  write("p99", 0.99);
  json->EndObject();
}

void WriteFigures(Figures* figures, JsonWriter* json) {
  json->Key("total").Int(figures->total).Key("masked").Int(figures->masked);
  json->Key("accepted").Int(figures->accepted).Key("mean_score");
  const int64_t judged = figures->total - figures->masked;
  if (judged > 0) {
    json->Double(figures->score / static_cast<double>(judged));
  } else {
    json->Null();
  }
  WriteCounts("verdicts", figures->verdicts, kVerdictNames, json);
  WriteCounts("causes", figures->causes, kCauseNames, json);
  json->Key("cached").Int(figures->cached);
  WriteTimes("wait_ms", &figures->wait_ms, json);
  WriteTimes("cpu_ms", &figures->cpu_ms, json);
}

uint32_t KeyOf(const RecentVerdict& verdict, StatsBy by) {
  switch (by) {
    case StatsBy::kRun: return verdict.run;
    case StatsBy::kProblem: return verdict.problem;
    case StatsBy::kVerdict: return static_cast<uint32_t>(verdict.verdict);
    case StatsBy::kCause: return static_cast<uint32_t>(verdict.cause);
    case StatsBy::kLanguage: return verdict.language;
    case StatsBy::kTenant: return verdict.tenant;
  }
  ASSAY_CHECK(false);
}

std::string NameOf(uint32_t key, StatsBy by, const NameTable& names) {
  if (by == StatsBy::kVerdict) return std::string(kVerdictNames.rows[key].name);
  if (by == StatsBy::kCause) return std::string(kCauseNames.rows[key].name);
  return names.Get(key);
}

}  // namespace

std::string StatsReport(const StatsQuery& query, const RecentView& view) {
  Figures all;
  std::unordered_map<uint32_t, Figures> by_key;
  const double from = query.now - query.window_s;
  double oldest = query.now;
  view.ForEach([&](const RecentVerdict& verdict) {
    oldest = std::min(oldest, verdict.time);
    if (verdict.time < from) return;
    if (!query.tenant.empty() && view.names.Get(verdict.tenant) != query.tenant) return;
    all.Add(verdict);
    by_key[KeyOf(verdict, query.by)].Add(verdict);
  });
  std::vector<std::pair<uint32_t, Figures*>> rows;
  for (auto& [key, figures] : by_key) rows.emplace_back(key, &figures);
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second->total != b.second->total ? a.second->total > b.second->total
                                              : a.first < b.first;
  });
  if (rows.size() > kMostStatsRows) rows.resize(kMostStatsRows);

  JsonWriter json(1024 + rows.size() * 256);
  json.BeginObject().Key("window_s").Double(query.window_s);
  // Memory may reach less far back than the window.
  json.Key("since").Double(std::max(from, oldest));
  WriteFigures(&all, &json);
  json.Key("by").String(kStatsByNames.NameOf(query.by)).Key("rows").BeginArray();
  for (const auto& [key, figures] : rows) {
    json.BeginObject().Key("key").Bytes(NameOf(key, query.by, view.names));
    WriteFigures(figures, &json);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace assay
