#include "audit/audited_reply.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongestLabel = 256;

// The segment after a prefix: "/v1/sandboxes/ID/files" -> ID.
std::string SegmentAfter(const std::string& path, std::string_view prefix) {
  if (!StartsWith(path, prefix)) return {};
  const std::string_view rest = std::string_view(path).substr(prefix.size());
  return std::string(rest.substr(0, std::min(rest.find('/'), kLongestLabel)));
}

std::string SandboxIn(const HttpRequest& head) {
  if (head.caller != nullptr && !head.caller->sandbox.empty()) return head.caller->sandbox;
  for (const char* prefix :
       {"/v1/sandboxes/", "/api/v1/sandbox/", "/sandboxes/", "/v2/sandboxes/"}) {
    if (std::string id = SegmentAfter(head.path, prefix); !id.empty()) return id;
  }
  return std::string(head.Header("e2b-sandbox-id").substr(0, kLongestLabel));
}

AuditEntry EntryOf(const Router& router, const HttpRequest& head) {
  AuditEntry entry;
  if (head.caller != nullptr) {
    entry.name = head.caller->name;
    entry.role = kRoleNames.NameOf(head.caller->role);
    entry.tenant = TrimAsciiSpace(head.Header("x-assay-tenant"));
    if (entry.tenant.empty()) entry.tenant = head.caller->tenant;
  }
  entry.peer = head.peer_uid ? "uid " + std::to_string(*head.peer_uid) : head.peer;
  entry.method = head.method;
  entry.route = router.RouteOf(head.path);
  entry.run = TrimAsciiSpace(head.Header("x-assay-run")).substr(0, kLongestLabel);
  entry.problem = SegmentAfter(head.path, "/v1/problems/");
  entry.sandbox = SandboxIn(head);
  entry.bytes_in = static_cast<int64_t>(head.body.size());
  return entry;
}

class AuditedReply final : public WatchedReply {
 public:
  AuditedReply(AuditLog& log, AuditEntry entry, HttpReplyPtr inner)
      : WatchedReply(std::move(inner)), log_(log), entry_(std::move(entry)) {
    entry_.status = 499;
  }
  ~AuditedReply() override { OnEnd(); }

  void Note(std::string_view what, std::string_view value) override {
    MutexLock lock(mutex_);
    std::string* field = what == "run"       ? &entry_.run
                         : what == "problem" ? &entry_.problem
                         : what == "sandbox" ? &entry_.sandbox
                                             : nullptr;
    if (field != nullptr) *field = value.substr(0, kLongestLabel);
    WatchedReply::Note(what, value);
  }

 private:
  void OnPart(size_t bytes, int status) override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    entry_.bytes_out += static_cast<int64_t>(bytes);
    if (status != 0) entry_.status = status;
  }
  void OnEnd() override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (std::exchange(added_, true)) return;
    entry_.ms = ToSeconds(std::chrono::steady_clock::now() - started_) * 1000;
    log_.Add(entry_);
  }

  AuditLog& log_;
  const SteadyTime started_ = std::chrono::steady_clock::now();
  Mutex mutex_;
  AuditEntry entry_ ASSAY_GUARDED_BY(mutex_);
  bool added_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

HttpReplyPtr Audited(AuditLog& log, const Router& router, const HttpRequest& request,
                     HttpReplyPtr reply) {
  return std::make_shared<AuditedReply>(log, EntryOf(router, request), std::move(reply));
}

void AuditRefusal(AuditLog& log, const Router& router, const HttpRequest& head,
                  const std::string& peer, int status) {
  AuditEntry entry = EntryOf(router, head);
  if (!head.peer_uid) entry.peer = peer;
  entry.bytes_in = 0;
  entry.status = status;
  log.Add(entry);
}

}  // namespace assay
