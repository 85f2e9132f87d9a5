#include "api/admin/cache_report.h"

#include <vector>

namespace assay {
namespace {

struct Number {
  const char* name;
  MetricType type;
  const char* help;
  int64_t value;
};

std::vector<Number> Numbers(const EngineStats& engine, const ProblemStore& problems,
                            int64_t received_bytes) {
  const ProblemStoreStats store = problems.stats();
  constexpr MetricType kCounter = MetricType::kCounter;
  constexpr MetricType kGauge = MetricType::kGauge;
  return {
      {"http_received_bytes_total", kCounter, "Bytes of request bodies.", received_bytes},
      {"problems_decoded_total", kCounter, "Problems decoded from JSON.", store.decoded},
      {"problems_reused_total", kCounter, "Problems in requests that were decoded before.",
       store.reused},
      {"inline_problem_bytes", kGauge, "Memory of those kept.", store.given_bytes},
      {"stored_problems", kGauge, "Problems sent by PUT, decoded in memory.", store.problems},
      {"stored_problem_bytes", kGauge, "Memory of those.", store.bytes},
      {"stored_problem_hits_total", kCounter, "Problem names found in memory.", store.hits},
      {"stored_problem_loads_total", kCounter, "Problem names found on disk.", store.loads},
      {"stored_problem_misses_total", kCounter, "Problem names not found.", store.misses},
      {"stored_problem_disk_entries", kGauge, "Problems on disk.", store.disk_entries},
      {"stored_problem_disk_bytes", kGauge, "Disk space of those.", store.disk_bytes},
      {"stored_problem_damaged_total", kCounter, "Damaged problems dropped from disk.",
       store.disk_damaged},
      {"compiles_total", kCounter, "Compiler runs.", engine.compiles},
      {"compile_cache_hits_total", kCounter, "Compiles answered from memory.", engine.compile_hits},
      {"compile_cache_disk_hits_total", kCounter, "Compiles answered from disk.",
       engine.compile_disk_hits},
      {"compile_joins_total", kCounter, "Compiles that waited for an identical one.",
       engine.compile_joins},
      {"compile_cache_bytes", kGauge, "Memory of compiled programs.", engine.compile_cache_bytes},
      {"verdict_cache_hits_total", kCounter, "Submissions answered from the verdict cache.",
       engine.verdict_hits},
      {"verdict_joins_total", kCounter,
       "Submissions that took the result of an identical one in flight.", engine.verdict_joins},
      {"verdict_cache_bytes", kGauge, "Memory of kept verdicts.", engine.verdict_cache_bytes},
      {"near_limit_reruns_total", kCounter, "Further runs of tests near their time limit.",
       engine.near_limit_reruns},
      {"near_limit_cleared_total", kCounter, "Tests that kept the limit in a further run.",
       engine.near_limit_cleared},
      {"near_limit_changed_total", kCounter,
       "Near-limit tests whose further run answered something else; they are over the limit.",
       engine.near_limit_changed},
      {"near_limit_refused_total", kCounter,
       "Near-limit tests decided by fewer runs than wanted, as too many were near their limit.",
       engine.near_limit_refused},
  };
}

}  // namespace

void WriteCacheMetrics(const EngineStats& engine, const ProblemStore& problems,
                       int64_t received_bytes, MetricPage* page) {
  for (const Number& number : Numbers(engine, problems, received_bytes)) {
    const std::string name = std::string("assay_") + number.name;
    page->Header(name, number.help, number.type);
    page->Sample(name, "", number.value);
  }
}

void WriteCaches(const EngineStats& engine, const ProblemStore& problems, int64_t received_bytes,
                 JsonWriter* json) {
  json->Key("caches").BeginObject();
  for (const Number& number : Numbers(engine, problems, received_bytes)) {
    json->Key(number.name).Int(number.value);
  }
  json->EndObject();
}

}  // namespace assay
