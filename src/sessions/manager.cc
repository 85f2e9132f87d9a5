// The manager of all sandboxes: making each once (Create), and knowing it
// for a while after its end.
#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "base/mutex.h"
#include "sessions/live_sandbox.h"
#include "sessions/request_check.h"
#include "sessions/sandboxes.h"
#include "sessions/session_core.h"
#include "sessions/session_ids.h"

namespace assay {
namespace {

constexpr const char* kStage = "sandbox";
constexpr size_t kMostEnded = 4'000;  // that are still known, of all owners

class Manager final : public Sandboxes {
 public:
  Manager(LiveBoxHost& host, const SandboxPolicy& policy, const Clock& clock,
          SandboxObserver& observer)
      : core_(host, policy, clock, observer) {}
  ~Manager() override;

  void Create(const std::string& tenant, SandboxRequest request, Done done) override
      ASSAY_EXCLUDES(mutex_);
  SandboxPtr Find(const std::string& tenant, const std::string& id) const override
      ASSAY_EXCLUDES(mutex_);
  std::map<std::string, int> CountByTenant() const override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    std::map<std::string, int> counts;
    for (const auto& [tenant, count] : alive_) {
      if (count > 0) counts[tenant] = count;
    }
    return counts;
  }
  std::vector<SandboxPtr> List(const std::string& tenant,
                               const SandboxFilter& filter) const override ASSAY_EXCLUDES(mutex_);
  std::vector<SandboxPtr> All() const override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return {order_.begin(), order_.end()};
  }
  bool Has(const std::string& id) const override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return sandboxes_.count(id) > 0;
  }
  int CountDraining() const override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return core_.draining ? alive_count_ : 0;
  }
  void StartDraining() override { core_.draining = true; }
  void Images(std::function<void(Result<std::vector<BoxImage>>)> done) override;
  int Count(SandboxState state) const override ASSAY_EXCLUDES(mutex_);
  void Close() override ASSAY_EXCLUDES(mutex_);
  const SandboxPolicy& policy() const override { return core_.policy; }
  LiveBoxHost& host() override { return core_.host; }

 private:
  using LivePtr = std::shared_ptr<LiveSandbox>;
  struct Keyed {
    std::string fingerprint;
    LivePtr sandbox;
    bool open = false;
    std::vector<Done> waiting;  // for it to be open
  };

  Status CheckRoom(const std::string& tenant) const ASSAY_REQUIRES(mutex_);
  void Opened(const LivePtr& sandbox, const Status& opened, const Done& done)
      ASSAY_EXCLUDES(mutex_);
  void OnEnded(LiveSandbox& sandbox) ASSAY_EXCLUDES(mutex_);
  void Forget(const std::string& id) ASSAY_EXCLUDES(mutex_);
  static std::string KeyOf(const std::string& tenant, const std::string& key) {
    return std::to_string(tenant.size()) + ":" + tenant + key;
  }

  mutable Mutex mutex_;
  bool closing_ ASSAY_GUARDED_BY(mutex_) = false;
  std::map<std::string, LivePtr> sandboxes_ ASSAY_GUARDED_BY(mutex_);  // ended ones, too
  std::vector<LivePtr> order_ ASSAY_GUARDED_BY(mutex_);                // the newest last
  std::map<std::string, int> alive_ ASSAY_GUARDED_BY(mutex_);          // by tenant
  int alive_count_ ASSAY_GUARDED_BY(mutex_) = 0;
  CondVar all_ended_;
  std::deque<std::string> ended_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, Keyed> keys_ ASSAY_GUARDED_BY(mutex_);
  SessionCore core_;  // last: its threads end before the rest goes
};

Manager::~Manager() {
  Close();
  core_.images.Flush();  // what hears of them may ask for sandboxes
  core_.making.Flush();
  core_.files.Flush();
  core_.changing.Flush();
  // Who ends one on another thread may not be through yet.
  MutexLock lock(mutex_);
  while (alive_count_ > 0) all_ended_.Wait(mutex_);
}

void Manager::Close() {
  std::vector<LivePtr> all;
  {
    MutexLock lock(mutex_);
    closing_ = true;
    all = order_;
  }
  for (const LivePtr& sandbox : all) sandbox->End(SandboxEnd::kShutdown);
}

int Manager::Count(SandboxState state) const {
  std::vector<LivePtr> all;
  {
    MutexLock lock(mutex_);
    if (state == SandboxState::kEnded) return static_cast<int>(ended_.size());
    all = order_;
  }
  return static_cast<int>(std::count_if(
      all.begin(), all.end(), [state](const LivePtr& each) { return each->state() == state; }));
}

void Manager::Images(std::function<void(Result<std::vector<BoxImage>>)> done) {
  if (core_.images.Submit(1, [this, done] { done(core_.host.Images()); })) return;
  done(Error{ErrorCode::kResource, kStage, 0, "too many wait for the list of images; try again"});
}

Status Manager::CheckRoom(const std::string& tenant) const {
  if (closing_) {
    return Error{ErrorCode::kUnavailable, kStage, 0, "the server is shutting down"};
  }
  if (alive_count_ >= core_.policy.max_sandboxes) {
    return Error{ErrorCode::kResource, kStage, 0,
                 "all " + std::to_string(core_.policy.max_sandboxes) +
                     " sandboxes of this server are taken"};
  }
  const auto own = alive_.find(tenant);
  const int64_t has = own == alive_.end() ? 0 : own->second;
  TenantTable* const table = core_.policy.tenants;
  const int64_t most = table == nullptr ? 0 : table->Of(tenant).max_sandboxes;
  if (most > 0 && has >= most) {
    table->CountRefused(tenant, "max_sandboxes");
    return Error{ErrorCode::kResource, kStage, 0,
                 "the tenant '" + tenant + "' has " + std::to_string(has) +
                     " sandboxes, as many as it may (its max_sandboxes)"};
  }
  if (core_.policy.max_per_tenant > 0 && has >= core_.policy.max_per_tenant) {
    return Error{ErrorCode::kResource, kStage, 0,
                 "the tenant '" + tenant + "' has " + std::to_string(has) +
                     " sandboxes, as many as each may (--sandboxes-per-tenant)"};
  }
  return {};
}

void Manager::Create(const std::string& tenant, SandboxRequest request, Done done) {
  if (const Status fine = CheckSandboxRequest(request, core_.policy); !fine.ok())
    return done(fine.error());
  const std::string fingerprint = FingerprintOf(request);
  if (!request.lifetime) request.lifetime = core_.policy.default_lifetime;
  if (!request.idle) request.idle = core_.policy.default_idle;
  auto id = NewSandboxId(core_.policy.node);
  if (!id.ok()) return done(id.error());
  if (request.name.empty()) request.name = *id;

  LivePtr sandbox;
  std::optional<Result<SandboxPtr>> answer;
  {
    MutexLock lock(mutex_);
    const std::string key =
        request.idempotency_key.empty() ? "" : KeyOf(tenant, request.idempotency_key);
    if (const auto known = keys_.find(key); !key.empty() && known != keys_.end()) {
      if (known->second.fingerprint != fingerprint) {
        answer =
            InvalidField(kStage, "idempotency_key", "another sandbox was asked for with this key");
      } else if (!known->second.open) {
        known->second.waiting.push_back(std::move(done));
        return;
      } else {
        answer = SandboxPtr(known->second.sandbox);
      }
    } else if (const Status room = CheckRoom(tenant); !room.ok()) {
      answer = room.error();
    } else {
      sandbox = std::make_shared<LiveSandbox>(
          core_, *id, tenant, std::move(request),
          [this, tenant](SandboxRequest more, Done then) {
            Create(tenant, std::move(more), std::move(then));
          },
          [this](LiveSandbox& ended) { OnEnded(ended); });
      sandboxes_[*id] = sandbox;
      order_.push_back(sandbox);
      ++alive_[tenant];
      ++alive_count_;
      if (!key.empty()) keys_[key] = {fingerprint, sandbox, false, {}};
    }
  }
  if (answer) return done(*std::move(answer));
  core_.making.Submit(1, [this, sandbox, done = std::move(done), asked = core_.clock.Now()] {
    const Status opened = sandbox->Open();
    core_.observer.OnCreated(opened.ok(), core_.clock.Now() - asked);
    Opened(sandbox, opened, done);
  });
}

void Manager::Opened(const LivePtr& sandbox, const Status& opened, const Done& done) {
  std::vector<Done> waiting;
  const std::string& key = sandbox->request().idempotency_key;
  if (!key.empty()) {
    MutexLock lock(mutex_);
    const auto known = keys_.find(KeyOf(sandbox->tenant(), key));
    if (known != keys_.end() && known->second.sandbox == sandbox) {
      waiting.swap(known->second.waiting);
      known->second.open = true;
      // A request that failed may be sent again, and one may be forgotten by now.
      if (!opened.ok() || sandboxes_.count(sandbox->id()) == 0) keys_.erase(known);
    }
  }
  waiting.push_back(done);
  for (const Done& each : waiting) {
    each(opened.ok() ? Result<SandboxPtr>(sandbox) : Result<SandboxPtr>(opened.error()));
  }
}

void Manager::OnEnded(LiveSandbox& sandbox) {
  std::string oldest;
  {
    MutexLock lock(mutex_);
    ended_.push_back(sandbox.id());
    if (ended_.size() > kMostEnded) oldest = ended_.front();
  }
  core_.timers.After(core_.policy.keep_ended, [this, id = sandbox.id()] { Forget(id); });
  if (!oldest.empty()) Forget(oldest);
  // Last: then this may be gone.
  MutexLock lock(mutex_);
  const auto own = alive_.find(sandbox.tenant());
  if (--own->second == 0) alive_.erase(own);
  if (--alive_count_ == 0) all_ended_.NotifyAll();
}

void Manager::Forget(const std::string& id) {
  LivePtr forgotten;  // until the lock is gone
  MutexLock lock(mutex_);
  // The oldest, nearly always.
  const auto place = std::find(ended_.begin(), ended_.end(), id);
  if (place == ended_.end()) return;
  ended_.erase(place);
  const auto found = sandboxes_.find(id);
  forgotten = std::move(found->second);
  sandboxes_.erase(found);
  order_.erase(std::find(order_.begin(), order_.end(), forgotten));
  const std::string& key = forgotten->request().idempotency_key;
  const auto known = keys_.find(KeyOf(forgotten->tenant(), key));
  const bool its_own = known != keys_.end() && known->second.sandbox == forgotten;
  // Those who wait are told by Opened.
  if (!key.empty() && its_own && known->second.open) {
    keys_.erase(known);
  }
}

SandboxPtr Manager::Find(const std::string& tenant, const std::string& id) const {
  MutexLock lock(mutex_);
  const auto found = sandboxes_.find(id);
  if (found == sandboxes_.end() || found->second->tenant() != tenant) return nullptr;
  return found->second;
}

std::vector<SandboxPtr> Manager::List(const std::string& tenant,
                                      const SandboxFilter& filter) const {
  std::vector<LivePtr> own;
  {
    MutexLock lock(mutex_);
    for (const LivePtr& sandbox : order_) {
      if (sandbox->tenant() == tenant) own.push_back(sandbox);
    }
  }
  std::reverse(own.begin(), own.end());
  std::vector<SandboxPtr> listed;
  for (LivePtr& sandbox : own) {
    const auto& labels = sandbox->request().labels;
    const bool labelled =
        std::all_of(filter.labels.begin(), filter.labels.end(), [&](const auto& wanted) {
          const auto label = labels.find(wanted.first);
          return label != labels.end() && label->second == wanted.second;
        });
    if (!labelled) continue;
    const SandboxState state = sandbox->state();
    if (filter.only_live && state == SandboxState::kEnded) continue;
    if (filter.state && *filter.state != state) continue;
    listed.push_back(std::move(sandbox));
  }
  return listed;
}

}  // namespace

std::unique_ptr<Sandboxes> MakeSandboxes(LiveBoxHost& host, const SandboxPolicy& policy,
                                         const Clock& clock, SandboxObserver* observer) {
  static SandboxObserver nobody;
  return std::make_unique<Manager>(host, policy, clock, observer == nullptr ? nobody : *observer);
}

}  // namespace assay
