#include "api/prime/desk.h"

#include <algorithm>
#include <utility>

#include "api/shared/caller_tenant.h"
#include "net/http_text.h"
#include "sessions/session_ids.h"

namespace assay {
namespace {

// The part of the gateway's paths before the sandbox, for proxies that tell nodes apart.
constexpr const char* kUserNamespace = "assay";
// Of the token for a sandbox that has ended, with which its client asks why.
constexpr Nanoseconds kAfterwards = std::chrono::minutes(10);
// When nobody knows how long it lives.
constexpr Nanoseconds kSomeTime = std::chrono::hours(24);

// What is told again of a request: beyond these it would take memory that nobody counts.
constexpr size_t kMostText = 256;
constexpr size_t kMostTexts = 64 << 10;

void Cut(std::string* text) {
  if (text->size() > kMostText) *text = text->substr(0, kMostText);
}

void DropIfLarge(std::vector<std::string>* texts) {
  size_t bytes = 0;
  for (const std::string& text : *texts) bytes += sizeof(std::string) + text.size();
  if (bytes > kMostTexts) *texts = {};
}

PrimeFacts Bounded(PrimeFacts facts) {
  // JSON, so it is there whole or not at all.
  if (facts.start_command.size() > 16 * kMostText) facts.start_command = {};
  for (std::string* text : {&facts.docker_image, &facts.team_id, &facts.region}) Cut(text);
  DropIfLarge(&facts.labels);
  return facts;
}

bool MayAsk(const HttpRequest& http, const std::string& id) {
  return http.caller == nullptr || http.caller->sandbox.empty() || http.caller->sandbox == id;
}

bool IsHost(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                              "UVWXYZ0123456789.-_:[]") == text.npos;
}

}  // namespace

PrimeFacts PrimeDesk::FactsOf(const SandboxInfo& info) const {
  if (const auto known = known_.find(info.id); known != known_.end()) return known->second.facts;
  // Made through another door.
  PrimeFacts facts;
  facts.docker_image = info.request.box.image;
  for (const auto& [key, value] : info.request.labels) {
    facts.labels.push_back(value.empty() ? key : key + "=" + value);
  }
  return facts;
}

std::optional<PrimeSandbox> PrimeDesk::Find(const HttpRequest& http, const std::string& id) const {
  if (!MayAsk(http, id)) return std::nullopt;
  const std::string tenant = TenantOf(http);
  const SandboxPtr sandbox = sandboxes_.Find(tenant, id);
  if (sandbox != nullptr) {
    SandboxInfo info = sandbox->Info();
    MutexLock lock(mutex_);
    PrimeFacts facts = FactsOf(info);
    return PrimeSandbox{sandbox, std::move(info), std::move(facts)};
  }
  MutexLock lock(mutex_);
  for (const PrimeSandbox& failed : failed_) {
    if (failed.info.id == id && failed.info.tenant == tenant) return failed;
  }
  return std::nullopt;
}

std::vector<PrimeSandbox> PrimeDesk::List(const HttpRequest& http, bool only_live) const {
  const std::string tenant = TenantOf(http);
  SandboxFilter filter;
  filter.only_live = only_live;
  std::vector<PrimeSandbox> all;
  for (const SandboxPtr& sandbox : sandboxes_.List(tenant, filter)) {
    if (!MayAsk(http, sandbox->id())) continue;
    PrimeSandbox one{sandbox, sandbox->Info(), {}};
    MutexLock lock(mutex_);
    one.facts = FactsOf(one.info);
    all.push_back(std::move(one));
  }
  if (only_live) return all;
  MutexLock lock(mutex_);
  for (auto failed = failed_.rbegin(); failed != failed_.rend(); ++failed) {
    if (failed->info.tenant == tenant && MayAsk(http, failed->info.id)) all.push_back(*failed);
  }
  return all;
}

PrimeSandbox PrimeDesk::Note(const SandboxPtr& sandbox, PrimeFacts facts) {
  PrimeSandbox noted{sandbox, sandbox->Info(), {}};
  MutexLock lock(mutex_);
  if (known_.size() >= sweep_at_) Sweep();
  noted.facts =
      known_.try_emplace(noted.info.id, Known{noted.info.tenant, Bounded(std::move(facts))})
          .first->second.facts;
  return noted;
}

void PrimeDesk::Sweep() {
  for (auto known = known_.begin(); known != known_.end();) {
    if (sandboxes_.Find(known->second.tenant, known->first) != nullptr) {
      ++known;
      continue;
    }
    if (tokens_ != nullptr) tokens_->Forget(known->first);
    known = known_.erase(known);
  }
  sweep_at_ = std::max<size_t>(1024, 2 * known_.size());
}

Result<PrimeSandbox> PrimeDesk::NoteFailed(const std::string& tenant, PrimeCreate create,
                                           std::string message) {
  PrimeSandbox failed;
  ASSAY_ASSIGN_OR_RETURN(failed.info.id, NewSandboxId(sandboxes_.policy().node));
  create.request.env.clear();
  create.request.start.reset();
  create.facts.start_command.clear();
  failed.info.tenant = tenant;
  // What lists tell; nobody has checked how large the rest is.
  failed.info.request.name = std::move(create.request.name);
  Cut(&failed.info.request.name);
  failed.info.request.box.limits = create.request.box.limits;
  failed.info.request.lifetime = create.request.lifetime;
  failed.info.request.idle = create.request.idle;
  failed.info.request.egress = std::move(create.request.egress);
  DropIfLarge(&failed.info.request.egress.hosts);
  failed.info.state = SandboxState::kEnded;
  failed.info.end = SandboxEnd::kFailed;
  failed.info.message = std::move(message);
  if (failed.info.message.size() > 4 * kMostText) failed.info.message.resize(4 * kMostText);
  failed.info.created = failed.info.changed = std::chrono::system_clock::now();
  failed.info.ended = failed.info.created;
  failed.facts = Bounded(std::move(create.facts));
  MutexLock lock(mutex_);
  if (failed_.size() == kMostFailed) {
    if (tokens_ != nullptr) tokens_->Forget(failed_.front().info.id);
    failed_.pop_front();
  }
  failed_.push_back(failed);
  return failed;
}

void PrimeDesk::NoteEgress(const std::string& id) {
  MutexLock lock(mutex_);
  if (const auto known = known_.find(id); known != known_.end()) ++known->second.facts.generation;
}

Result<std::string> PrimeDesk::OriginFor(const HttpRequest& http) {
  const std::string_view host = http.Header("host");
  if (!IsHost(host)) {
    return InvalidField("prime.auth", "host", "the request must say how it reached this server");
  }
  return (CameByTls(http) ? "https://" : "http://") + std::string(host);
}

Result<PrimeAuth> PrimeDesk::Authorize(const HttpRequest& http, const SandboxInfo& info) const {
  ASSAY_ASSIGN_OR_RETURN(const std::string origin, OriginFor(http));
  PrimeAuth auth{origin + "/gateway", kUserNamespace, info.id, "none", {}};
  const WallTime now = std::chrono::system_clock::now();
  const auto later = [&](Nanoseconds time) {
    return now + std::chrono::duration_cast<WallTime::duration>(time);
  };
  const bool ended = info.state == SandboxState::kEnded;
  auth.expires = ended ? later(kAfterwards) : info.expires.value_or(later(kSomeTime));
  if (tokens_ == nullptr) return auth;
  if (ended) {
    ASSAY_ASSIGN_OR_RETURN(
        auth.token,
        tokens_->Mint(info.tenant, info.id, std::chrono::steady_clock::now() + kAfterwards));
  } else {
    ASSAY_ASSIGN_OR_RETURN(auth.token, tokens_->Shared(info.tenant, info.id));
  }
  return auth;
}

}  // namespace assay
