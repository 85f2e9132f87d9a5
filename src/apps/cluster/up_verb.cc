#include "apps/cluster/up_verb.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <thread>

#include "apps/cli/interrupt.h"
#include "apps/setup/judges.h"
#include "base/whole_file.h"
#include "cluster/front_changes.h"
#include "cluster/haproxy_config.h"

namespace assay {
namespace {

constexpr auto kStartPatience = std::chrono::minutes(3);
constexpr auto kFrontEnd = std::chrono::seconds(10);
constexpr auto kNodesEnd = std::chrono::seconds(45);
constexpr auto kLookAgain = std::chrono::milliseconds(50);
// Few enough for a session of an ordinary user.
constexpr int kFrontConnections = 400;
constexpr int64_t kMostLogBytes = 64 << 20;

Error Failed(std::string message) {
  return Error{ErrorCode::kUnavailable, "cluster", 0, std::move(message)};
}

// Where HAProxy is: ordinary users' paths often lack the folder.
std::string FindHaproxy() {
  std::string paths = ::getenv("PATH") == nullptr ? "" : ::getenv("PATH");
  paths += ":/usr/local/sbin:/usr/sbin";
  for (size_t begin = 0; begin <= paths.size();) {
    const size_t end = std::min(paths.find(':', begin), paths.size());
    const std::string path = paths.substr(begin, end - begin) + "/haproxy";
    if (end > begin && ::access(path.c_str(), X_OK) == 0) return path;
    begin = end + 1;
  }
  return {};
}

std::string EndOfLog(const std::string& path) {
  constexpr size_t kMost = 2000;
  const auto log = ReadFile(path, "cluster", kMostLogBytes);
  if (!log.ok()) return {};
  return log->substr(log->size() - std::min(kMost, log->size()));
}

struct Ports {
  int http = 0, agent = 0;
};

// The ports that a node says it listens on, once it does.
Result<Ports> PortsOf(ChildProcess& node, SteadyTime deadline) {
  static const std::regex kHttp("listening on http://[^\\n]*:([0-9]+)\\n");
  static const std::regex kAgent("\\nagent check: port ([0-9]+)\\n");
  while (true) {
    const auto log = ReadFile(node.log_path(), "cluster", kMostLogBytes);
    std::smatch http, agent;
    if (log.ok() && std::regex_search(*log, http, kHttp) &&
        std::regex_search(*log, agent, kAgent)) {
      return Ports{std::atoi(http[1].str().c_str()), std::atoi(agent[1].str().c_str())};
    }
    if (node.Ended()) return Failed("a node ended: " + EndOfLog(node.log_path()));
    if (std::chrono::steady_clock::now() >= deadline) {
      return Failed("a node doesn't listen: " + EndOfLog(node.log_path()));
    }
    std::this_thread::sleep_for(kLookAgain);
  }
}

Status WaitForFront(ChildProcess& front, const ClusterFile& cluster, SteadyTime deadline) {
  const RuntimeCall call = RuntimeSocket(cluster.front.socket);
  while (true) {
    if (front.Ended()) return Failed("HAProxy ended: " + EndOfLog(front.log_path()));
    const auto rows = ShowServers(call);
    if (rows.ok() && std::all_of(rows->begin(), rows->end(), [](const ServerRow& row) {
          return row.server == "FRONTEND" || row.check == "L7OK" || row.server == "BACKEND";
        })) {
      return {};
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return Failed("HAProxy finds no node ready: " + EndOfLog(front.log_path()));
    }
    std::this_thread::sleep_for(kLookAgain);
  }
}

}  // namespace

void ClusterUpVerb::AddTo(CommandLine* command) {
  command->Option("--nodes", nodes_, "how many nodes [2]").Between(1, 64);
  command->Option("--slots", slots_, "programs that each runs at a time [1]").Between(1, 1024);
  command->Option("--bind", bind_, "where the front listens [127.0.0.1:8000]");
  command->Option("--folder", folder_,
                  "for the cluster's file, HAProxy's and the logs [one that is removed in the "
                  "end]");
  command->Option("--haproxy", haproxy_, "the program [from PATH]");
  command->Option("--serve", serve_, "one more argument of each `assay serve`, like --tier=userns");
}

Status ClusterUpVerb::Start(const std::string& folder, Processes* processes) const {
  const SteadyTime deadline = std::chrono::steady_clock::now() + kStartPatience;
  const std::string haproxy = haproxy_.empty() ? FindHaproxy() : haproxy_;
  if (haproxy.empty()) return Failed("there is no haproxy: apt install haproxy, or --haproxy PATH");
  ClusterFile cluster;
  cluster.front.bind = bind_;
  cluster.front.metrics = "";
  cluster.front.max_connections = kFrontConnections;
  cluster.front.socket = folder + "/haproxy.sock";
  cluster.front.config = folder + "/haproxy.cfg";
  ASSAY_RETURN_IF_ERROR(CheckFront(cluster.front));
  // Nodes choose their ports, so they learn of each other when all have one.
  const std::string peers = folder + "/peers";
  ASSAY_RETURN_IF_ERROR(ReplaceFile(peers, ""));
  for (int i = 1; i <= nodes_; ++i) {
    // Unpinned: nodes of one machine would all take its first cores.
    std::vector<std::string> argv = {"/proc/self/exe", "serve",
                                     "--host",         "127.0.0.1",
                                     "--port",         "0",
                                     "--agent-port",   "0",
                                     "--pin",          "off",
                                     "--slots",        std::to_string(slots_),
                                     "--node-name",    fmt::format("n{}", i),
                                     "--peers",        peers};
    argv.insert(argv.end(), serve_.begin(), serve_.end());
    ASSAY_ASSIGN_OR_RETURN(
        ChildProcess node,
        ChildProcess::Start(std::move(argv), fmt::format("{}/n{}.log", folder, i)));
    processes->nodes.push_back(std::move(node));
  }
  std::string addresses;
  for (int i = 1; i <= nodes_; ++i) {
    Member member;
    member.name = fmt::format("n{}", i);
    member.host = "127.0.0.1";
    member.slots = slots_;
    ASSAY_ASSIGN_OR_RETURN(const Ports ports,
                           PortsOf(processes->nodes[static_cast<size_t>(i) - 1], deadline));
    member.port = ports.http;
    member.agent_port = ports.agent;
    addresses += fmt::format("http://127.0.0.1:{}\n", member.port);
    cluster.nodes.push_back(std::move(member));
  }
  ASSAY_RETURN_IF_ERROR(ReplaceFile(peers, addresses));
  ASSAY_RETURN_IF_ERROR(ReplaceFile(cluster.front.config, RenderHaproxy(cluster)));
  ASSAY_RETURN_IF_ERROR(ReplaceFile(folder + "/cluster.yaml", WriteCluster(cluster)));
  ASSAY_ASSIGN_OR_RETURN(
      ChildProcess front,
      ChildProcess::Start({haproxy, "-db", "-f", cluster.front.config}, folder + "/haproxy.log"));
  processes->front.emplace(std::move(front));
  return WaitForFront(*processes->front, cluster, deadline);
}

int ClusterUpVerb::Watch(Processes* processes) const {
  constexpr timespec kNow{0, 200'000'000};
  const sigset_t signals = EndingSignals();
  std::vector<bool> told(processes->nodes.size());
  while (::sigtimedwait(&signals, nullptr, &kNow) <= 0) {
    if (processes->front->Ended()) {
      std::fprintf(stderr, "assay cluster up: HAProxy ended: %s\n",
                   EndOfLog(processes->front->log_path()).c_str());
      return kClusterFailed;
    }
    for (size_t i = 0; i < told.size(); ++i) {
      if (told[i] || !processes->nodes[i].Ended()) continue;
      told[i] = true;
      std::fprintf(stderr, "assay cluster up: n%zu ended; the others go on\n", i + 1);
    }
  }
  return 0;
}

void ClusterUpVerb::Stop(Processes* processes) const {
  // The front first: it takes no new connection and lets those it has end.
  if (processes->front) {
    processes->front->Signal(SIGUSR1);
    processes->front->WaitUntil(std::chrono::steady_clock::now() + kFrontEnd);
  }
  for (ChildProcess& node : processes->nodes) node.Signal(SIGTERM);
  const SteadyTime deadline = std::chrono::steady_clock::now() + kNodesEnd;
  for (ChildProcess& node : processes->nodes) node.WaitUntil(deadline);
}

int ClusterUpVerb::Run(const Options&) const {
  const sigset_t signals = EndingSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::string folder = folder_;
  std::error_code fault;
  if (folder.empty()) {
    char made[] = "/tmp/assay-cluster-XXXXXX";
    if (::mkdtemp(made) == nullptr) {
      return FailCluster("up", SystemError("cluster", errno, "no folder below /tmp"));
    }
    folder = made;
  } else {
    std::filesystem::create_directories(folder, fault);
    folder = std::filesystem::absolute(folder);
  }
  Processes processes;
  const Status started = Start(folder, &processes);
  int code = kClusterFailed;
  if (started.ok()) {
    std::printf("%d nodes behind http://%s\nassay cluster status --cluster %s/cluster.yaml\n",
                nodes_, bind_.c_str(), folder.c_str());
    std::fflush(stdout);
    code = Watch(&processes);
  } else {
    FailCluster("up", started.error());
  }
  Stop(&processes);
  if (folder_.empty()) std::filesystem::remove_all(folder, fault);
  return code;
}

}  // namespace assay
