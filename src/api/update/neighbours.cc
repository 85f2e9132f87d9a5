// In this order: the way to the elder's sandboxes; looking after the elder; whose a request is;
// passing on; what both have.
#include "api/update/neighbours.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "access/credentials.h"
#include "access/signed_url.h"
#include "api/kernels/kernel_deps.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"
#include "api/update/elder_files.h"
#include "api/update/joined_answers.h"
#include "api/update/named.h"
#include "api/update/passed_request.h"
#include "base/log.h"
#include "base/text.h"
#include "net/form/query.h"
#include "net/pass/collected_reply.h"

namespace assay {
namespace {

using Passed = HttpRequest::Passed;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kLookEvery{200};
constexpr seconds kPatience{2};  // for one answer
constexpr seconds kSilence{60};  // after which it counts as gone
constexpr seconds kForgetEvery{1};
// From a connection that broke until it is known whether its process has gone.
constexpr milliseconds kDoubt{500};
constexpr int kWaiters = 4;
constexpr int64_t kHeldBytes = 1LL << 30;
constexpr const char* kGone =
    "the process that held it was replaced by an update, and has ended since: its time to drain "
    "was over, or it died";
constexpr const char* kSilent =
    "the process that held it was replaced by an update, and doesn't answer any more";

SteadyTime In(Nanoseconds time) {
  return std::chrono::steady_clock::now() + time;
}

}  // namespace

// ---- the way to the elder's sandboxes ----

class Neighbours::Way final : public ElderSandbox::Way {
 public:
  Way(std::shared_ptr<UnixRelay> relay, Executor& waiting)
      : relay_(std::move(relay)), waiting_(waiting) {}

  void End(const SandboxInfo& sandbox) override {
    auto request = RequestFor(sandbox, "");
    request->method = "DELETE";
    const auto reply = std::make_shared<CollectedReply>([](const auto&) {});
    const HeaderList stamp = StampOf(*request, Passed::kByNewer);
    relay_->Pass({std::move(request), stamp, {}, reply, nullptr});
  }

  void WithFiles(const SandboxInfo& sandbox,
                 std::function<void(Result<LiveFiles*>)> work) override {
    auto shared = std::make_shared<std::function<void(Result<LiveFiles*>)>>(std::move(work));
    const bool taken = waiting_.Submit(1, [relay = relay_, sandbox, shared] {
      ElderFiles files([&](const std::string& path, const std::string& query, HeaderList headers,
                           SteadyTime deadline) {
        auto request = RequestFor(sandbox, "/" + path);
        request->query = query;
        for (auto& header : headers) request->headers.push_back(std::move(header));
        const HeaderList stamp = StampOf(*request, Passed::kByNewer);
        return relay->Ask(std::move(request), stamp, deadline);
      });
      (*shared)(&files);
    });
    if (taken) return;
    (*shared)(Error{ErrorCode::kResource, "sandbox.files", 0,
                    "too many wait for files of the earlier process; try again"});
  }

  TenantRoom::Share Memory(const std::string& tenant) override { return memory_.Open(tenant); }

 private:
  // In the name of the sandbox's owner.
  static std::shared_ptr<HttpRequest> RequestFor(const SandboxInfo& sandbox,
                                                 const std::string& rest) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "GET";
    request->path = "/v1/sandboxes/" + sandbox.id + rest;
    request->headers = {{"x-assay-tenant", sandbox.tenant}};
    request->caller = std::make_shared<const Caller>(
        Caller{"the process that replaces this one", Role::kUser, sandbox.tenant});
    return request;
  }

  const std::shared_ptr<UnixRelay> relay_;
  Executor& waiting_;
  const TenantRoom memory_{kHeldBytes, kHeldBytes / 2};
};

Neighbours::Neighbours(NeighbourParts parts) : parts_(parts) {}

Neighbours::~Neighbours() {
  std::vector<std::shared_ptr<UnixRelay>> relays;
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
    relays = given_up_;
    relays.push_back(last_elder_);
    relays.push_back(successor_);
  }
  // Who waits for an answer gets none.
  for (const auto& relay : relays) {
    if (relay != nullptr) relay->GiveUp();
  }
  if (watch_.joinable()) watch_.join();
  waiting_.reset();
}

// ---- looking after the elder ----

std::shared_ptr<UnixRelay> Neighbours::elder() const {
  MutexLock lock(mutex_);
  return elder_;
}

std::shared_ptr<UnixRelay> Neighbours::successor() const {
  MutexLock lock(mutex_);
  return successor_;
}

bool Neighbours::LookAtElder(UnixRelay& relay) {
  auto request = std::make_shared<HttpRequest>();
  request->method = "GET";
  request->path = kElderStatePath;
  const HeaderList stamp = StampOf(*request, Passed::kByNewer);
  const auto answer = relay.Ask(std::move(request), stamp, In(kPatience));
  if (!answer || answer->status != 200) return false;
  auto state = ReadElderState(answer->body);
  if (!state) return false;
  if (parts_.tokens != nullptr) parts_.tokens->Adopt(state->tokens);
  std::shared_ptr<Way> way;
  {
    MutexLock lock(mutex_);
    way = way_;
  }
  parts_.book.Set(*std::move(state), way);
  return true;
}

void Neighbours::FollowElder(const std::string& relay) {
  accompanied_ = true;
  elder_path_ = relay;
  auto elder = std::make_shared<UnixRelay>(relay);
  waiting_ = std::make_unique<Executor>(1024, kWaiters);
  {
    MutexLock lock(mutex_);
    way_ = std::make_shared<Way>(elder, *waiting_);
    elder_ = last_elder_ = elder;
  }
  if (!LookAtElder(*elder)) {
    spdlog::warn("the server that is being replaced doesn't say yet what it keeps");
  }
  watch_ = std::thread([this, elder] { LookAfterElder(elder); });
}

// False: this process ends.
bool Neighbours::WaitForEnd(Nanoseconds time) {
  MutexLock lock(mutex_);
  const SteadyTime until = In(time);
  while (!ending_ && changed_.WaitUntil(mutex_, until)) continue;
  return !ending_;
}

void Neighbours::LookAfterElder(std::shared_ptr<UnixRelay> relay) {
  SteadyTime heard = In({});
  std::string why;
  while (why.empty() && WaitForEnd(kLookEvery)) {
    if (LookAtElder(*relay)) {
      heard = In({});
    } else if (relay->IsGone()) {
      why = kGone;
    } else if (In({}) - heard > kSilence) {
      why = kSilent;
    }
    if (elder() == nullptr) why = kGone;
  }
  if (why.empty()) return;
  LoseElder(why);
  relay->GiveUp();
  relay.reset();
  // Where it was killed its socket's file is still there.
  ::unlink(elder_path_.c_str());
  while (!parts_.book.All().empty() && WaitForEnd(kForgetEvery)) {
    for (const std::string& id : parts_.book.ForgetOld()) {
      if (parts_.tokens != nullptr) parts_.tokens->Forget(id);
    }
  }
}

void Neighbours::LoseElder(const std::string& why) {
  {
    MutexLock lock(mutex_);
    if (elder_ == nullptr) return;
    elder_.reset();
  }
  const int lost = parts_.book.CountLive();
  parts_.book.Lose(why);
  spdlog::log(lost > 0 ? spdlog::level::warn : spdlog::level::info,
              "the server that was replaced has ended, and {} sandboxes with it", lost);
}

void Neighbours::KnowSuccessor(const std::string& relay) {
  accompanied_ = true;
  auto known = relay.empty() ? nullptr : std::make_shared<UnixRelay>(relay);
  MutexLock lock(mutex_);
  // Its requests end by themselves.
  if (successor_ != nullptr) given_up_.push_back(std::move(successor_));
  successor_ = std::move(known);
}

void Neighbours::OnReplaced() {
  replaced_ = true;
  if (parts_.own != nullptr) parts_.own->StartDraining();
}

std::string Neighbours::TellState() {
  ElderState state;
  if (parts_.own != nullptr) {
    for (const SandboxPtr& sandbox : parts_.own->All()) state.sandboxes.push_back(sandbox->Info());
  }
  for (const SandboxPtr& sandbox : parts_.book.All()) state.sandboxes.push_back(sandbox->Info());
  if (parts_.kernels != nullptr) {
    for (const KernelEntry& entry : parts_.kernels->All()) {
      state.kernels.push_back({entry.name, entry.kernel == nullptr ? "" : entry.kernel->id()});
    }
  }
  for (ElderKernel& kernel : parts_.book.kernels()) state.kernels.push_back(std::move(kernel));
  if (parts_.tokens != nullptr) state.tokens = parts_.tokens->Copies();
  const bool all_ended = std::ranges::all_of(state.sandboxes, [](const SandboxInfo& sandbox) {
    return sandbox.state == SandboxState::kEnded;
  });
  told_of_end_ = all_ended ? told_of_end_ + 1 : 0;
  return WriteElderState(state);
}

bool Neighbours::IsEndKnown() const {
  return successor() == nullptr || told_of_end_ > 1;
}

int Neighbours::CountLive() const {
  int live = parts_.book.CountLive();
  if (parts_.own == nullptr) return live;
  for (const auto& [tenant, count] : parts_.own->CountByTenant()) live += count;
  return live;
}

// ---- whose a request is ----

bool Neighbours::MayBeJudgedByOther(const HttpRequest& head) const {
  if (!accompanied_ || parts_.tokens == nullptr) return false;
  // Who couldn't judge it passed it on in one direction.
  const bool older = head.passed != Passed::kByOlder && elder() != nullptr;
  const bool newer = head.passed != Passed::kByNewer && successor() != nullptr;
  if (!older && !newer) return false;
  HttpRequest copy;
  copy.path = head.path;
  copy.query = head.query;
  copy.headers = head.headers;
  const Credentials credentials = TakeCredentials(&copy);
  if (StartsWith(credentials.token, kBoxTokenPrefix)) {
    return parts_.tokens->Find(credentials.token) == nullptr;
  }
  const bool is_signed = head.path == "/files" && Query(head.query).Find("signature").has_value();
  return is_signed && credentials.token.empty() && SignerOf(head, *parts_.tokens) == nullptr;
}

bool Neighbours::Owns(const Named& named, const std::string& tenant) const {
  switch (named.kind) {
    case Named::Kind::kNothing: return false;
    case Named::Kind::kSandbox:
      return (parts_.own != nullptr && parts_.own->Has(named.id)) ||
             (elder() == nullptr && parts_.book.Has(named.id));
    case Named::Kind::kKernel:
      return parts_.kernels != nullptr && parts_.kernels->Find(tenant, named.id) != nullptr;
    case Named::Kind::kName:
      return parts_.kernels != nullptr &&
             parts_.kernels->Has({tenant, named.kernel_kind, named.id});
    case Named::Kind::kPort:
      return parts_.exposures != nullptr && parts_.exposures->Open(named.id).has_value();
  }
  return false;
}

bool Neighbours::Divert(const Request& request, const HttpReplyPtr& reply) {
  if (!accompanied_ && request->passed == Passed::kNot) return false;
  const std::shared_ptr<UnixRelay> older = elder();
  const std::shared_ptr<UnixRelay> newer = successor();
  const Named named = NamedBy(*request);
  const bool names = request->unjudged || named.kind != Named::Kind::kNothing;
  if (names && !request->unjudged && Owns(named, TenantOf(*request))) return false;
  if (older == nullptr && named.kind == Named::Kind::kKernel &&
      parts_.book.HasLostKernel(TenantOf(*request), named.id)) {
    SendError(reply, ErrorStyle::kNative, 503, "unavailable",
              "the kernel " + named.id + " was lost: " + kGone);
    return true;
  }
  const bool from_newer = request->passed == Passed::kByNewer;
  if (newer != nullptr && !from_newer && (names || replaced_)) {
    PassToSuccessor(newer, request, reply);
  } else if (older != nullptr && names) {
    PassToElder(older, request, reply);
  } else if (from_newer && names) {
    HttpResponse response;
    response.status = UnixRelay::kMisdirectedStatus;
    reply->Send(std::move(response));
  } else {
    return older != nullptr &&
           (JoinLists(older, request, reply) || SplitBatch(older, request, reply));
  }
  return true;
}

// ---- passing on ----

void Neighbours::AnswerHere(const Router& router, const Request& request,
                            const HttpReplyPtr& reply) {
  if (request->unjudged) {
    return SendError(reply, ErrorStyle::kCompatible, 401, "unknown",
                     "the token is none of this server's, or not any more");
  }
  router.HandleHere(request, reply);
}

void Neighbours::PassToElder(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                             const HttpReplyPtr& reply) {
  auto otherwise = [this, request, reply](UnixRelay::NoAnswer why) {
    if (why == UnixRelay::NoAnswer::kMisdirected && request->passed == Passed::kByNewer) {
      HttpResponse response;
      response.status = UnixRelay::kMisdirectedStatus;
      return reply->Send(std::move(response));
    }
    const Router& router = parts_.router;
    if (why == UnixRelay::NoAnswer::kGone) LoseElder(kGone);
    if (why != UnixRelay::NoAnswer::kBroken) return AnswerHere(router, request, reply);
    // A process that dies breaks connections a moment before it is seen to be gone.
    parts_.timers.After(kDoubt, [&router, request, reply] { AnswerHere(router, request, reply); });
  };
  relay->Pass(
      {request, StampOf(*request, Passed::kByNewer), kStampPrefix, reply, std::move(otherwise)});
}

void Neighbours::PassToSuccessor(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                                 const HttpReplyPtr& reply) {
  // Where it has gone this one does what it can.
  relay->Pass({request, StampOf(*request, Passed::kByOlder), kStampPrefix, reply,
               [&router = parts_.router, request, reply](UnixRelay::NoAnswer) {
                 AnswerHere(router, request, reply);
               }});
}

// ---- what both have ----

bool Neighbours::JoinLists(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                           const HttpReplyPtr& reply) {
  const bool is_list = request->path == "/v1/kernels" || request->path == "/sessions";
  if (!is_list || request->method != "GET") return false;
  const auto joined = [this, request, reply](std::optional<HttpResponse> others) {
    const auto own = std::make_shared<CollectedReply>(
        [reply, others = std::move(others)](std::optional<HttpResponse> answer) {
          if (!answer) return;  // dropped, and so is the reply
          if (answer->status == 200 && others && others->status == 200) {
            answer->body = JoinedLists(answer->body, others->body);
          }
          reply->Send(*std::move(answer));
        });
    parts_.router.HandleHere(request, own);
  };
  const auto theirs = std::make_shared<CollectedReply>(joined);
  relay->Pass({request, StampOf(*request, Passed::kByNewer), kStampPrefix, theirs, nullptr});
  return true;
}

bool Neighbours::SplitBatch(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                            const HttpReplyPtr& reply) {
  if (request->path != "/get_observation" || parts_.kernels == nullptr) return false;
  auto names = TrajectoriesOf(request->body);
  if (!names) return false;
  // What the elder has is asked anew: what it made a moment ago must not be made again.
  const bool taken = waiting_->Submit(1, [this, relay, request, reply, names = *std::move(names)] {
    LookAtElder(*relay);
    const std::string tenant = TenantOf(*request);
    auto own = std::make_shared<std::vector<size_t>>();
    auto others = std::make_shared<std::vector<size_t>>();
    for (size_t i = 0; i < names.size(); ++i) {
      const KernelName name{tenant, kTrajectoryKind, names[i]};
      const bool theirs = !parts_.kernels->Has(name) && parts_.book.HasKernel(name);
      (theirs ? others : own)->push_back(i);
    }
    if (others->empty()) return AnswerHere(parts_.router, request, reply);
    const auto part = [&](const std::vector<size_t>& items) {
      auto copy = std::make_shared<HttpRequest>(*request);
      copy->body = PartOfBatch(request->body, items);
      return copy;
    };
    const auto first = own->empty() ? nullptr : part(*own);
    const auto finish = [this, reply, own, others, first,
                         size = names.size()](std::optional<HttpResponse> theirs) {
      if (!theirs) return;
      if (first == nullptr) return reply->Send(*std::move(theirs));
      const auto ours =
          std::make_shared<CollectedReply>([reply, own, others, size, theirs = *std::move(theirs)](
                                               std::optional<HttpResponse> answer) {
            if (!answer) return;
            reply->Send(JoinedBatch(size, *own, *std::move(answer), *others, theirs));
          });
      parts_.router.HandleHere(first, ours);
    };
    const auto second = part(*others);
    relay->Pass({second, StampOf(*request, Passed::kByNewer), kStampPrefix,
                 std::make_shared<CollectedReply>(finish), nullptr});
  });
  return taken;
}

}  // namespace assay
