#include "cluster/haproxy_config.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>

#include "cluster/haproxy_template.h"
#include "cluster/template.h"

namespace assay {
namespace {

constexpr std::string_view kChecks =
    "check inter 1s fastinter 500ms downinter 1s fall 2 rise 1 agent-inter 500ms "
    // A dead node has the fewest requests, so that it would get them all until two checks have
    // failed.
    "observe layer4 error-limit 3 on-error mark-down";

bool IsAddress(const std::string& host) {
  in6_addr address = {};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

std::string Servers(const ClusterFile& cluster, std::string_view backend) {
  std::string text;
  for (const Member& member : cluster.nodes) {
    text += fmt::format("  server {} {} {}{}\n", member.name, member.Address(),
                        HaproxyServerOptions(member, cluster.front, backend),
                        IsAddress(member.host) ? "" : " resolvers system init-addr last,libc,none");
  }
  return text;
}

}  // namespace

std::string_view HaproxyCheckOptions() {
  return kChecks;
}

std::string HaproxyServerOptions(const Member& member, const Front& front,
                                 std::string_view backend) {
  std::string text = fmt::format("weight {}", member.Weight());
  if (member.slots > 0 && backend == "assay") {
    text += fmt::format(" maxconn {}", member.slots * front.per_slot);
  }
  if (member.agent_port > 0 && backend == "assay") {
    text += fmt::format(" agent-check agent-port {}", member.agent_port);
  }
  return text;
}

std::string RenderHaproxy(const ClusterFile& cluster) {
  const Front& front = cluster.front;
  const bool names = std::any_of(cluster.nodes.begin(), cluster.nodes.end(),
                                 [](const Member& each) { return !IsAddress(each.host); });
  TemplateValues values = {
      {"MAX_CONNECTIONS", std::to_string(front.max_connections)},
      {"SOCKET", front.socket},
      {"ANSWER_TIMEOUT", std::to_string(front.answer_timeout_s)},
      {"QUEUE_TIMEOUT", std::to_string(front.queue_timeout_s)},
      {"CHECK_OPTIONS", std::string(kChecks)},
      {"RESOLVERS", names ? std::string(kHaproxyResolvers) : ""},
      {"BIND", front.bind},
      {"TLS", front.certificate.empty()
                  ? ""
                  : fmt::format(" ssl crt {} alpn h2,http/1.1", front.certificate)},
      {"PROTO", front.certificate.empty() ? "http" : "https"},
      {"METRICS",
       front.metrics.empty() ? "" : FillTemplate(kHaproxyMetrics, {{"BIND", front.metrics}})},
  };
  for (const std::string_view backend : kHaproxyBackends) {
    values.emplace_back(fmt::format("SERVERS_{}", backend), Servers(cluster, backend));
  }
  return FillTemplate(kHaproxyTemplate, values);
}

}  // namespace assay
