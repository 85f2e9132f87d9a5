#include "apps/cluster/add_verb.h"

#include <fmt/format.h>
#include <netdb.h>

#include <cstdio>
#include <memory>

#include "cluster/front_changes.h"

namespace assay {
namespace {

// The same node by its address: HAProxy looks up no names for servers that come later.
Result<Member> WithAddress(Member member) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int fault = ::getaddrinfo(member.host.c_str(), nullptr, &hints, &found); fault != 0) {
    return Error{ErrorCode::kInvalidArgument, "cluster", 0,
                 fmt::format("{}: {}", member.host, ::gai_strerror(fault))};
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, ::freeaddrinfo);
  char text[NI_MAXHOST];
  if (::getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, nullptr, 0,
                    NI_NUMERICHOST) != 0) {
    return Error{ErrorCode::kInvalidArgument, "cluster", 0, member.host + ": has no address"};
  }
  member.host = text;
  return member;
}

}  // namespace

void ClusterAddVerb::AddTo(CommandLine* command) {
  command->Option("node", node_, "NAME=HOST:PORT[,agent=PORT][,slots=N][,weight=N]").Required();
  arguments_.AddForChanges(command);
  command->Option("--wait-s", wait_s_, "how long it may take until its checks say ready [30]")
      .Between(0, 86400);
}

Status ClusterAddVerb::Add() const {
  ASSAY_ASSIGN_OR_RETURN(const Member member, ParseMember(node_));
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd lock, arguments_.Lock());
  ASSAY_ASSIGN_OR_RETURN(ClusterFile cluster, arguments_.Read());
  const Member* const known = FindMember(cluster.nodes, member.name);
  if (known == nullptr) {
    cluster.nodes.push_back(member);
  } else if (!(*known == member)) {
    return Error{
        ErrorCode::kInvalidArgument, "cluster", 0,
        fmt::format("there is another node '{}' already: {}", known->name, WriteMember(*known))};
  }
  ASSAY_RETURN_IF_ERROR(CheckMembers(cluster.nodes));
  if (cluster.front.engine == FrontEngine::kHaproxy) {
    ASSAY_ASSIGN_OR_RETURN(const Member addressed, WithAddress(member));
    ASSAY_RETURN_IF_ERROR(AddNode(RuntimeSocket(cluster.front.socket), addressed, cluster.front,
                                  std::chrono::seconds(wait_s_), RealWaiting()));
  }
  // Last: what the file says is what runs.
  return arguments_.Write(cluster);
}

int ClusterAddVerb::Run(const Options&) const {
  const Status added = Add();
  if (!added.ok()) return FailCluster("add", added.error());
  std::printf("added %s\n", node_.c_str());
  return 0;
}

}  // namespace assay
