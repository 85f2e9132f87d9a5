#include "api/tenants/tenant_report.h"

#include <functional>

namespace assay {

std::vector<TenantFigures> TenantReport::All() const {
  std::map<std::string, TenantFigures> by_name;
  for (TenantUsage& usage : sink_.Tenants()) {
    const std::string name = usage.tenant;
    by_name[name].usage = std::move(usage);
  }
  const auto at = [&](const std::string& name) -> TenantFigures& {
    TenantFigures& figures = by_name[name];
    if (figures.usage.tenant.empty()) {
      figures.usage.tenant = name;
      if (table_ != nullptr) figures.usage.limits = table_->Of(name);
    }
    return figures;
  };
  if (sandboxes_ != nullptr) {
    for (const auto& [name, count] : sandboxes_->CountByTenant()) at(name).sandboxes = count;
  }
  if (table_ != nullptr) {
    for (const auto& [key, count] : table_->refused()) at(key.first).refused[key.second] = count;
  }
  std::vector<TenantFigures> all;
  for (auto& [name, figures] : by_name) all.push_back(std::move(figures));
  return all;
}

std::string TenantReport::LabelOf(const std::string& tenant) {
  if (named_.size() < kMostNamed) named_.insert(tenant);
  return named_.count(tenant) != 0 ? tenant : kOthers;
}

void TenantReport::WriteMetrics(MetricPage* page) {
  struct Row {
    double cpu_s = 0;
    int64_t running = 0;
    int64_t queued = 0;
    int64_t sandboxes = 0;
    std::map<std::string, int64_t> refused;
  };
  std::map<std::string, Row> rows;
  {
    const std::vector<TenantFigures> all = All();
    MutexLock lock(mutex_);
    for (const TenantFigures& one : all) {
      Row& row = rows[LabelOf(one.usage.tenant)];
      row.cpu_s += one.usage.cpu_s;
      row.running += one.usage.running;
      row.queued += one.usage.queued;
      row.sandboxes += one.sandboxes;
      for (const auto& [cap, count] : one.refused) row.refused[cap] += count;
    }
  }
  const auto write = [&](const char* name, const char* help, MetricType type, auto value) {
    page->Header(name, help, type);
    for (const auto& [tenant, row] : rows) {
      page->Sample(name, RenderLabel("tenant", tenant), value(row));
    }
  };
  write("assay_tenant_cpu_seconds_total", "Slot time that a tenant's runs have had.",
        MetricType::kCounter, [](const Row& row) { return row.cpu_s; });
  write("assay_tenant_running_tasks", "A tenant's compile, test and checker runs under way.",
        MetricType::kGauge, [](const Row& row) { return row.running; });
  write("assay_tenant_queued_submissions", "A tenant's submissions admitted and not finished.",
        MetricType::kGauge, [](const Row& row) { return row.queued; });
  write("assay_tenant_sandboxes", "A tenant's sandboxes that live.", MetricType::kGauge,
        [](const Row& row) { return row.sandboxes; });
  constexpr char kRefused[] = "assay_tenant_refused_total";
  page->Header(kRefused, "Submissions and sandboxes refused because a tenant had reached a cap.",
               MetricType::kCounter);
  for (const auto& [tenant, row] : rows) {
    for (const auto& [cap, count] : row.refused) {
      page->Sample(kRefused, RenderLabel("tenant", tenant) + "," + RenderLabel("cap", cap), count);
    }
  }
}

}  // namespace assay
