#include "apps/serve/node_duties.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "apps/setup/input_file.h"
#include "base/log.h"
#include "cluster/member.h"
#include "node/agent_line.h"

namespace assay {
namespace {

constexpr int64_t kConnectionsPerSlot = 4;
// A process that has just taken over itself has the address a moment before it offers it to others.
constexpr auto kDoorPatience = std::chrono::seconds(10);
constexpr auto kAskAgainEvery = std::chrono::milliseconds(20);

std::string TakeoverPath(const Options& options) {
  return TakeoverPathOf(options.takeover, static_cast<int>(options.port));
}

}  // namespace

const int NodeDuties::kReplacedSignal = SIGUSR1;

Status NodeDuties::Configure(const Options& options) {
  if (!options.node_name.empty()) {
    ASSAY_RETURN_IF_ERROR(CheckMemberName("--node-name", options.node_name));
  }
  ASSAY_ASSIGN_OR_RETURN(PeerList list, PeerList::Parse(options.peers));
  std::string token;
  if (!options.peer_token_file.empty()) {
    ASSAY_ASSIGN_OR_RETURN(token, ReadSecret("--peer-token-file", options.peer_token_file));
  }
  peers_.Set(std::move(list), std::move(token));
  by_free_ = options.agent_weight == "free";
  max_connections_ = options.agent_maxconn;
  return {};
}

std::string NodeDuties::AgentLineOf(const ApiService& api) const {
  const NodeRow row = api.Describe();
  AgentFacts facts;
  facts.slots = row.slots;
  facts.slots_free = row.slots_free;
  facts.max_connections =
      max_connections_ > 0 ? max_connections_.load() : kConnectionsPerSlot * row.slots;
  facts.draining = row.draining;
  if (!row.ready && !row.draining) facts.broken = row.reason;
  facts.weight = by_free_ ? AgentWeight::kFree : AgentWeight::kSlots;
  return AgentLine(facts);
}

Status NodeDuties::TakeOver(const std::string& path, HttpServer& server, ApiService& api,
                            const std::string& relay) {
  spdlog::info("taking over from the server at {}", path);
  if (predecessor_->relay().empty()) {
    spdlog::warn(
        "that server is of a version before sandboxes survived updates: its sandboxes "
        "aren't reached any more, and end with it");
  } else {
    api.neighbours().FollowElder(predecessor_->relay());
    predecessor_->TellRelay(relay);
  }
  return server.Listen(predecessor_->TakeHttp());
}

Status NodeDuties::ListenOrTakeOver(const Options& options, HttpServer& server, ApiService& api,
                                    const std::string& relay) {
  if (options.takeover.empty()) return server.Listen();
  if (options.takeover == "auto" && options.port == 0) {
    return Error{ErrorCode::kInvalidArgument, "takeover", 0,
                 "--takeover auto goes by the port, and --port 0 is none: give a path"};
  }
  const std::string path = TakeoverPath(options);
  const SteadyTime deadline = std::chrono::steady_clock::now() + kDoorPatience;
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(predecessor_, Predecessor::Ask(path));
    if (predecessor_) return TakeOver(path, server, api, relay);
    Status listens = server.Listen();
    if (listens.ok() || listens.error().sys_errno != EADDRINUSE ||
        std::chrono::steady_clock::now() >= deadline) {
      return listens;
    }
    std::this_thread::sleep_for(kAskAgainEvery);
  }
}

Status NodeDuties::Listen(const Options& options, HttpServer& server, ApiService& api,
                          const std::string& relay) {
  ASSAY_RETURN_IF_ERROR(ListenOrTakeOver(options, server, api, relay));
  if (options.agent_port < 0) return {};
  agent_ = std::make_unique<AgentCheck>(options.host, static_cast<int>(options.agent_port),
                                        [this, &api] { return AgentLineOf(api); });
  ASSAY_RETURN_IF_ERROR(agent_->Listen(predecessor_ ? predecessor_->TakeAgent() : UniqueFd()));
  return agent_->Start();
}

Status NodeDuties::Serve(const Options& options, const HttpServer& server, ApiService& api,
                         const std::string& relay) {
  if (options.takeover.empty()) return {};
  if (predecessor_) {
    // Whatever becomes of it, this one serves.
    if (const Status ready = predecessor_->Ready(); !ready.ok()) {
      spdlog::warn("{}", ready.error().ToString());
    }
    predecessor_.reset();
  }
  const UniqueFd http = server.Listener();
  const UniqueFd agent = agent_ == nullptr ? UniqueFd() : agent_->Listener();
  TakeoverDoor::Events events;
  events.relay = [&api](const std::string& path) { api.neighbours().KnowSuccessor(path); };
  events.replaced = [&api] {
    api.neighbours().OnReplaced();
    ::kill(::getpid(), SIGUSR1);
  };
  ASSAY_ASSIGN_OR_RETURN(door_, TakeoverDoor::Open(TakeoverPath(options), http.get(), agent.get(),
                                                   relay, std::move(events)));
  return {};
}

void NodeDuties::StopListening() {
  door_.reset();
  if (agent_ != nullptr) agent_->Stop();
}

}  // namespace assay
