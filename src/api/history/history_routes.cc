// In this order: what all of them need, verdicts, series, the other reports, registration.
#include "api/history/history_routes.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "api/history/event_stream.h"
#include "api/history/history_query.h"
#include "api/history/stats_report.h"
#include "api/history/tally_report.h"
#include "api/shared/responses.h"
#include "history/record_json.h"
#include "model/names.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr int64_t kJobBytes = 1 << 20;  // what an answer may take, for the reader's bound
constexpr double kLongestWindow = 30.0 * 86'400;
constexpr double kLatest = 1e11;  // of times: the year 5138
constexpr int64_t kMostPoints = 10'000;
constexpr double kFirstSeries = 900;  // seconds, where no beginning is named

using Request = std::shared_ptr<const HttpRequest>;

double UnixNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void SendUnread(const HttpReplyPtr& reply, const Error& error) {
  SendError(reply, kStyle, 503, "history_unavailable",
            "the history can't be read now: " + error.ToString());
}

// Has `work` done by the thread that may wait.
void Later(const HistoryDeps& deps, const HttpReplyPtr& reply, std::function<void()> work) {
  if (deps.reader.Submit(kJobBytes, std::move(work))) return;
  SendOverloaded(reply, kStyle, 1, "too many questions about the history wait already");
}

void SendPage(const VerdictPage& page, const HttpReplyPtr& reply) {
  JsonWriter json(1024 + page.verdicts.size() * 768);
  json.BeginObject().Key("verdicts").BeginArray();
  for (const VerdictRecord& record : page.verdicts) {
    json.BeginObject();
    WriteRecordMembers(record, &json);
    json.EndObject();
  }
  json.EndArray().Key("next");
  if (page.next) {
    json.Int(*page.next);
  } else {
    json.Null();
  }
  SendJson(reply, 200, json.EndObject().Take());
}

void Verdicts(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  HistoryQuery query(*http);
  VerdictFilter filter;
  filter.run = query.Text("run").value_or("");
  filter.problem = query.Text("problem").value_or("");
  filter.language = query.Text("language").value_or("");
  filter.reason = query.Text("reason").value_or("");
  filter.verdict = query.Choice("verdict", kVerdictNames);
  filter.cause = query.Choice("cause", kCauseNames);
  filter.mark = query.Choice("mark", kMarkNames);
  const auto before = query.Int("before", 1, INT64_MAX);
  const auto limit = query.Int("limit", 1, 1'000).value_or(100);
  if (query.Refused(reply)) return;
  const auto tenant = SeenTenant(*http, query, reply);
  if (!tenant) return;
  filter.tenant = *tenant;
  Later(deps, reply, [&deps, filter = std::move(filter), before, limit, reply] {
    const auto page = deps.history->store().Find(filter, before, static_cast<size_t>(limit));
    if (!page.ok()) return SendUnread(reply, page.error());
    SendPage(*page, reply);
  });
}

void WriteMoment(std::string_view event, double at_ms, JsonWriter* json) {
  json->BeginObject().Key("event").String(event).Key("at_ms").Double(at_ms).EndObject();
}

void SendVerdict(const StoredVerdict& verdict, bool bundle, const HttpReplyPtr& reply) {
  const VerdictRecord& record = verdict.record;
  JsonWriter json(8 << 10);
  json.BeginObject();
  WriteRecordMembers(record, &json);
  json.Key("timeline").BeginArray();
  WriteMoment("admitted", 0, &json);
  WriteMoment(record.cached ? "found" : "started", record.wait_ms, &json);
  WriteMoment("finished", record.wait_ms + record.total_ms, &json);
  json.EndArray().Key("excerpts").BeginObject();
  json.Key("stdout").Bytes(verdict.detail.out).Key("stderr").Bytes(verdict.detail.err);
  json.Key("code").Bytes(verdict.detail.code).EndObject().Key("bundle");
  if (bundle) {
    json.String("/v1/verdicts/" + std::to_string(record.id) + "/bundle");
  } else {
    json.Null();
  }
  SendJson(reply, 200, json.EndObject().Take());
}

enum class Wanted { kRecord, kBundle };

void OneVerdict(const HistoryDeps& deps, const Request& http, const std::string& name,
                Wanted wanted, const HttpReplyPtr& reply) {
  int64_t id = 0;
  const auto [at, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc{} || at != name.data() + name.size() || id < 1) {
    return SendError(reply, kStyle, 400, "invalid_id", "a verdict is named by a whole number",
                     "id");
  }
  Later(deps, reply, [&deps, http, id, wanted, reply] {
    const auto found = deps.history->store().Get(id);
    if (!found.ok()) return SendUnread(reply, found.error());
    // Another tenant's is as good as none.
    if (!*found || !Sees(*http, (*found)->record.tenant)) {
      return SendError(reply, kStyle, 404, "unknown_verdict",
                       "there is no verdict " + std::to_string(id) + ", or not any more");
    }
    auto bundle = deps.bundle ? deps.bundle(**found) : std::nullopt;
    if (wanted == Wanted::kRecord) return SendVerdict(**found, bundle.has_value(), reply);
    if (!bundle) {
      return SendError(reply, kStyle, 404, "no_bundle",
                       "there is no bundle of this verdict: its problem isn't stored here, or the "
                       "submission is too large to be kept");
    }
    SendJson(reply, 200, *std::move(bundle));
  });
}

void ListSeries(const History& history, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject().Key("series").BeginArray();
  for (const SeriesInfo& series : history.series()) {
    json.BeginObject().Key("name").String(series.name).Key("unit").String(series.unit);
    json.Key("help").String(series.help).EndObject();
  }
  SendJson(reply, 200, json.EndArray().EndObject().Take());
}

// "a,b" as indices; an unknown name is a fault.
std::vector<size_t> SeriesNamed(const History& history, const std::string& names,
                                HistoryQuery* query) {
  std::vector<size_t> found;
  size_t from = 0;
  while (from <= names.size()) {
    const size_t end = std::min(names.find(',', from), names.size());
    const std::string name = names.substr(from, end - from);
    const auto series = history.FindSeries(name);
    if (!series) {
      query->Fault("name", "there is no series '" + name + "'; GET /v1/series lists them");
      return {};
    }
    if (std::find(found.begin(), found.end(), *series) == found.end()) found.push_back(*series);
    from = end + 1;
  }
  return found;
}

void Series(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const History& history = *deps.history;
  HistoryQuery query(*http);
  const auto names = query.Text("name");
  const auto now = static_cast<int64_t>(UnixNow());
  const double from_time =
      query.Number("from", 0, kLatest).value_or(static_cast<double>(now) - kFirstSeries);
  const int64_t step = query.Int("step_s", 1, 86'400).value_or(1);
  std::vector<size_t> wanted;
  if (names) wanted = SeriesNamed(history, *names, &query);
  if (query.Refused(reply)) return;
  if (!names) return ListSeries(history, reply);
  const auto from = static_cast<int64_t>(from_time);
  const int level = SeriesRings::LevelFor(from, now, step);
  const SeriesLevel& shape = kSeriesLevels[static_cast<size_t>(level)];
  const int64_t first = std::max(from / shape.step_s, now / shape.step_s - shape.slots + 1);
  const int64_t count = std::clamp<int64_t>(now / shape.step_s - first + 1, 0, kMostPoints);
  JsonWriter json;
  json.BeginObject().Key("from").Double(static_cast<double>(first * shape.step_s));
  json.Key("step_s").Int(shape.step_s).Key("series").BeginObject();
  for (const size_t series : wanted) {
    json.Key(history.series()[series].name).BeginArray();
    for (const auto& value : history.Series(series, level, first, count)) {
      if (value) {
        json.Double(*value);
      } else {
        json.Null();
      }
    }
    json.EndArray();
  }
  SendJson(reply, 200, json.EndObject().EndObject().Take());
}

void Stats(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  HistoryQuery query(*http);
  StatsQuery wanted;
  wanted.now = UnixNow();
  wanted.window_s = query.Number("window_s", 1, kLongestWindow).value_or(3600);
  wanted.by = query.Choice("by", kStatsByNames).value_or(StatsBy::kVerdict);
  if (query.Refused(reply)) return;
  const auto tenant = SeenTenant(*http, query, reply);
  if (!tenant) return;
  wanted.tenant = *tenant;
  Later(deps, reply, [&deps, wanted = std::move(wanted), reply] {
    std::string report;
    deps.history->recent().Visit(
        [&](const RecentView& view) { report = StatsReport(wanted, view); });
    SendJson(reply, 200, std::move(report));
  });
}

void ProblemStats(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  HistoryQuery query(*http);
  const auto order = query.Choice("order", kProblemOrderNames).value_or(ProblemOrder::kWorst);
  const auto limit = query.Int("limit", 1, 1'000).value_or(100);
  const auto skip = query.Int("before", 0, INT32_MAX).value_or(0);
  if (query.Refused(reply)) return;
  const auto tenant = SeenTenant(*http, query, reply);
  if (!tenant) return;
  Later(deps, reply, [&deps, tenant = *tenant, order, limit, skip, reply] {
    const DigestPtr digest = deps.history->DigestOf(tenant);
    SendJson(reply, 200,
             ProblemsReport(digest->tallies, digest->findings, order, static_cast<size_t>(skip),
                            static_cast<size_t>(limit)));
  });
}

// Of a digest, for the caller's tenant.
void OfDigest(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply,
              std::string (*render)(const Digest&)) {
  const HistoryQuery query(*http);
  const auto tenant = SeenTenant(*http, query, reply);
  if (!tenant) return;
  Later(deps, reply, [&deps, tenant = *tenant, render, reply] {
    SendJson(reply, 200, render(*deps.history->DigestOf(tenant)));
  });
}

std::string FindingsReport(const Digest& digest) {
  JsonWriter json;
  json.BeginObject().Key("findings").BeginArray();
  for (const Finding& finding : digest.findings) {
    json.BeginObject();
    WriteFindingMembers(finding, &json);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

void Events(const HistoryDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const HistoryQuery query(*http);
  const auto tenant = SeenTenant(*http, query, reply);
  if (!tenant) return;
  StreamEvents(deps.history->events(), *tenant, *http, reply, deps.timers.timers());
}

void SendNone(const HttpReplyPtr& reply) {
  SendError(reply, kStyle, 501, "no_history", "this server keeps no history (--history off)");
}

}  // namespace

void RegisterHistoryRoutes(Router& router, const HistoryDeps& deps) {
  using Handler = void (*)(const HistoryDeps&, const Request&, const HttpReplyPtr&);
  const auto add = [&](const char* path, Handler handler) {
    router.Add("GET", path, [&deps, handler](const Request& http, const HttpReplyPtr& reply) {
      if (deps.history == nullptr) return SendNone(reply);
      handler(deps, http, reply);
    });
  };
  add("/v1/stats", Stats);
  add("/v1/series", Series);
  add("/v1/verdicts", Verdicts);
  add("/v1/problems/stats", ProblemStats);
  add("/v1/runs", [](const HistoryDeps& parts, const Request& http, const HttpReplyPtr& reply) {
    OfDigest(parts, http, reply, [](const Digest& digest) { return RunsReport(digest.tallies); });
  });
  add("/v1/findings", [](const HistoryDeps& parts, const Request& http, const HttpReplyPtr& reply) {
    OfDigest(parts, http, reply, FindingsReport);
  });
  add("/v1/events", Events);
  const auto add_one = [&](const char* path, Wanted wanted) {
    router.Add("GET", path,
               [&deps, wanted](const Request& http, const std::vector<std::string>& parameters,
                               const HttpReplyPtr& reply) {
                 if (deps.history == nullptr) return SendNone(reply);
                 OneVerdict(deps, http, parameters.front(), wanted, reply);
               });
  };
  add_one("/v1/verdicts/{id}", Wanted::kRecord);
  add_one("/v1/verdicts/{id}/bundle", Wanted::kBundle);
}

}  // namespace assay
