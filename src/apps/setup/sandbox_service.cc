#include "apps/setup/sandbox_service.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "apps/setup/stores.h"
#include "base/log.h"
#include "sandbox/live/live_host.h"

namespace assay {
namespace {

class SandboxMetrics final : public SandboxObserver {
 public:
  explicit SandboxMetrics(MetricRegistry* registry)
      : creations_(registry->AddCounter("assay_sandbox_creations_total",
                                        "Sandboxes asked for, by what became of it.", "outcome")),
        executions_(registry->AddCounter("assay_sandbox_executions_total",
                                         "Processes started in sandboxes for clients.")),
        ends_(registry->AddCounter("assay_sandbox_ends_total", "Sandboxes that ended.", "reason")),
        creation_time_(registry->AddHistogram("assay_sandbox_creation_seconds",
                                              "Time from the request until a sandbox runs.")) {}

  void OnCreated(bool runs, Nanoseconds took) override {
    creations_.Increment(runs ? "runs" : "failed");
    if (runs) creation_time_.Observe(ToSeconds(took));
  }
  void OnExecution() override { executions_.Increment(); }
  void OnEnded(SandboxEnd reason) override { ends_.Increment(kSandboxEndNames.NameOf(reason)); }

 private:
  const Counter<1> creations_;
  const Counter<0> executions_;
  const Counter<1> ends_;
  const Histogram<0> creation_time_;
};

void WriteNumbers(ConfiguredSandboxes& service, MetricPage* page) {
  page->Header("assay_sandboxes", "Sandboxes by state; ended ones as long as they are known.",
               MetricType::kGauge);
  for (const SandboxState state : {SandboxState::kStarting, SandboxState::kRunning,
                                   SandboxState::kPaused, SandboxState::kEnded}) {
    page->Sample("assay_sandboxes", RenderLabel("state", kSandboxStateNames.NameOf(state)),
                 static_cast<int64_t>(service.sandboxes->Count(state)));
  }
  page->Gauge("assay_sandboxes_warm", "Boxes that wait to become sandboxes.", service.host->warm());
}

// Where the folder can't be one of images, every image is unknown.
void UseImages(const Options& options, LiveHostOptions* live) {
  auto opened = OpenImages(options);
  if (!opened.ok()) {
    spdlog::warn("sandboxes have no images: {}", opened.error().ToString());
    return;
  }
  const std::shared_ptr<ImageStore> store = std::move(opened).value();
  live->find_image = [store](const std::string& name) -> Result<LiveImage> {
    ASSAY_ASSIGN_OR_RETURN(HeldImage held, store->Find(name));
    LiveImage image;
    image.root = std::move(held.root);
    image.hold = std::move(held.hold);
    image.defaults.directory = std::move(held.record.workdir);
    for (const std::string& line : held.record.env) {
      const size_t equals = line.find('=');
      if (equals != line.npos) image.defaults.env[line.substr(0, equals)] = line.substr(equals + 1);
    }
    return image;
  };
  live->list_images = [store] {
    std::vector<BoxImage> images;
    for (ImageRecord& record : store->List()) {
      images.push_back({std::move(record.name), std::move(record.digest), std::move(record.created),
                        record.bytes});
    }
    return images;
  };
}

double Cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

SandboxPolicy SandboxPolicyOf(const Options& options) {
  const int64_t host_bytes =
      static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  SandboxPolicy policy;
  policy.node = options.node_name;
  policy.max_sandboxes = static_cast<int>(options.sandboxes);
  policy.max_per_tenant = static_cast<int>(options.sandboxes_per_tenant);
  policy.max_lifetime = FromSeconds(options.sandbox_lifetime_s);
  policy.default_lifetime = std::min(policy.default_lifetime, policy.max_lifetime);
  policy.default_idle = FromSeconds(options.sandbox_idle_s);
  policy.max_limits.cpus = Cores();
  policy.max_limits.memory_bytes = std::min(options.sandbox_memory_mb << 20, host_bytes);
  policy.max_limits.disk_bytes = std::min(options.sandbox_disk_mb << 20, host_bytes);
  policy.max_limits.files = 1 << 20;
  policy.max_limits.processes = options.sandbox_processes;
  policy.egress = options.sandbox_egress == "on";
  policy.max_snapshot_bytes = options.sandbox_snapshots_mb << 20;
  return policy;
}

std::unique_ptr<ConfiguredSandboxes> MakeSandboxService(const Options& options,
                                                        const SandboxOptions& sandbox,
                                                        const Clock& clock, TenantTable* tenants,
                                                        MetricRegistry* registry) {
  if (options.sandboxes == 0) return nullptr;
  LiveHostOptions live;
  live.tier = sandbox.tier;
  live.visible_paths = sandbox.visible_paths;
  live.warm = static_cast<int>(std::min(options.warm_sandboxes, options.sandboxes));
  live.max_boxes = std::max(live.max_boxes, static_cast<int>(options.sandboxes) + live.warm);
  UseImages(options, &live);
  auto host = MakeLiveBoxHost(std::move(live));
  if (!host.ok()) {
    const bool expected = host.error().code == ErrorCode::kUnsupported;
    spdlog::log(expected ? spdlog::level::info : spdlog::level::warn,
                "no sandboxes that live (--sandboxes 0 doesn't ask for them): {}",
                host.error().ToString());
    return nullptr;
  }
  auto service = std::make_unique<ConfiguredSandboxes>();
  service->observer = std::make_unique<SandboxMetrics>(registry);
  service->host = std::move(host).value();
  SandboxPolicy policy = SandboxPolicyOf(options);
  policy.tenants = tenants;
  service->sandboxes = MakeSandboxes(*service->host, policy, clock, service->observer.get());
  registry->AddSource(
      [service = service.get()](MetricPage* page) { WriteNumbers(*service, page); });
  return service;
}

}  // namespace assay
