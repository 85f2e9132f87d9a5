#include "apps/cluster/cluster_arguments.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "apps/setup/judges.h"
#include "cluster/haproxy_config.h"
#include "cluster/nginx_config.h"

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::minutes(10);
constexpr auto kLookAgain = std::chrono::milliseconds(100);

}  // namespace

void ClusterArguments::AddText(CommandLine* command, const char* name, std::string Front::*field,
                               const char* help) {
  const Front usual;
  command
      ->OnText(
          name, [this, field](const std::string& text) { texts_.emplace_back(field, text); }, help)
      .DefaultText((usual.*field).empty() ? "[none]" : "[" + usual.*field + "]");
}

void ClusterArguments::AddInt(CommandLine* command, const char* name, int Front::*field,
                              const char* help) {
  const Front usual;
  command
      ->OnInt(
          name, [this, field](const int& value) { ints_.emplace_back(field, value); }, help)
      .DefaultText(fmt::format("[{}]", usual.*field));
}

void ClusterArguments::AddForChanges(CommandLine* command) {
  command
      ->Option("--cluster", path_,
               "the cluster's file: front and nodes [ASSAY_CLUSTER in the environment]")
      .FromEnvironment("ASSAY_CLUSTER");
  AddText(command, "--socket", &Front::socket, "HAProxy's runtime socket: a path, or HOST:PORT");
  AddText(command, "--config", &Front::config,
          "HAProxy's file, written anew with every change so that a restart knows it, too");
}

void ClusterArguments::AddTo(CommandLine* command) {
  AddForChanges(command);
  command->Option("--node", nodes_,
                  "one more node: NAME=HOST:PORT[,agent=PORT][,slots=N][,weight=N]");
  AddFront(command);
}

void ClusterArguments::AddFront(CommandLine* command) {
  AddText(command, "--bind", &Front::bind, "where the front listens");
  AddText(command, "--certificate", &Front::certificate,
          "PEM file with certificate and key: the front speaks https");
  AddText(command, "--metrics", &Front::metrics, "where HAProxy shows its figures to Prometheus");
  AddInt(command, "--max-connections", &Front::max_connections, "connections of clients at a time");
  AddInt(command, "--per-slot", &Front::per_slot,
         "requests that a node is given at a time for each of its slots; the rest waits in front");
  AddInt(command, "--queue-timeout-s", &Front::queue_timeout_s,
         "how long a request waits for a node before it gets 503");
  AddInt(command, "--answer-timeout-s", &Front::answer_timeout_s,
         "how long a node or a client may be silent");
}

Result<ClusterFile> ClusterArguments::Read() const {
  ClusterFile cluster;
  if (!path_.empty()) {
    ASSAY_ASSIGN_OR_RETURN(cluster, ReadCluster(path_));
  }
  for (const std::string& text : nodes_) {
    ASSAY_ASSIGN_OR_RETURN(Member member, ParseMember(text));
    cluster.nodes.push_back(std::move(member));
  }
  for (const auto& [field, text] : texts_) cluster.front.*field = text;
  for (const auto& [field, value] : ints_) cluster.front.*field = value;
  ASSAY_RETURN_IF_ERROR(CheckFront(cluster.front));
  ASSAY_RETURN_IF_ERROR(CheckMembers(cluster.nodes));
  return cluster;
}

Result<UniqueFd> ClusterArguments::Lock() const {
  if (path_.empty()) return UniqueFd();
  // The folder, for the file itself is replaced by each change.
  std::string folder = std::filesystem::path(path_).parent_path();
  if (folder.empty()) folder = ".";
  UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return SystemError("cluster", errno, folder);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() >= deadline) {
      return SystemError("cluster", errno, folder + ": another `assay cluster` changes it");
    }
    std::this_thread::sleep_for(kLookAgain);
  }
  return fd;
}

Status ClusterArguments::Write(const ClusterFile& cluster) const {
  if (!cluster.front.config.empty()) {
    ASSAY_RETURN_IF_ERROR(ReplaceFile(cluster.front.config, RenderFront(cluster)));
  }
  return path_.empty() ? Status{} : ReplaceFile(path_, WriteCluster(cluster));
}

int FailCluster(const char* verb, const Error& error) {
  std::fprintf(stderr, "assay cluster %s: %s\n", verb,
               (error.sys_errno != 0 ? error.ToString() : error.message).c_str());
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kClusterFailed;
}

std::string RenderFront(const ClusterFile& cluster) {
  return cluster.front.engine == FrontEngine::kNginx ? RenderNginx(cluster)
                                                     : RenderHaproxy(cluster);
}

}  // namespace assay
