#include "cluster/nginx_config.h"

#include <fmt/format.h>

#include "cluster/template.h"

namespace assay {
namespace {

constexpr std::string_view kConfig =
    R"cfg(# nginx 1.18 or newer before a cluster of Assay. Written by `assay cluster render --for nginx`; after
# a change of the nodes render it again and `nginx -s reload`, which loses no request.
#
# What the open version of nginx can't do, and HAProxy can: ask nodes whether they are ready before a
# request fails, follow their free slots, queue in front of all, keep a problem's node from being
# overloaded, add and remove nodes while it runs.
worker_processes auto;
worker_rlimit_nofile 65536;

events {
  worker_connections @MAX_CONNECTIONS@;
}

http {
  # No path and no header: both may hold a token.
  log_format assay '$remote_addr $status $bytes_sent $request_time $upstream_addr';
  access_log off;

  # Whatever names no problem: the node with the fewest requests.
  upstream assay {
    least_conn;
@SERVERS@    keepalive 64;
  }

  # Requests that name their problem meet at one node, which has it decoded and its judge compiled.
  upstream assay_by_problem {
    hash $assay_problem consistent;
@SERVERS@    keepalive 64;
  }
  # What its clients name themselves is found again by that name.
  upstream assay_sessions {
    hash $assay_session consistent;
@SERVERS@    keepalive 64;
  }
@NODES@
  # The problem that a request is about: its path, or its header.
  map $uri $assay_problem {
    ~^(?:/t/[^/]+)?/v1/problems/(?<assay_hash>[0-9a-f]+) $assay_hash;
    default $http_x_assay_problem;
  }
  map $assay_problem $assay_any {
    "" assay;
    default assay_by_problem;
  }
  # Sessions of NeMo-Skills, and what is made once for a key; verl-tool's batches name many trajectories,
  # so all are on one node. Keys and names that are in a body are not seen.
  map $uri $assay_session {
    ~^(?:/t/[^/]+)?/sessions/(?<assay_named>[^/]+)$ $assay_named;
    ~^(?:/t/[^/]+)?/execute$ $http_x_session_id;
    ~^(?:/t/[^/]+)?/get_observation$ trajectories;
    ~^(?:/t/[^/]+)?/(?:v1/sandboxes|v1/kernels|sandboxes|v2/sandboxes)$ $http_idempotency_key;
    default "";
  }
  map $assay_session $assay_unplaced {
    "" $assay_any;
    default assay_sessions;
  }
  # What lives on one node has that node's name in its own: sandboxes sb-NODE-…, kernels k-NODE-…, ports
  # given away x-NODE-…, sessions of MCP m-NODE-….
  map "$uri $http_e2b_sandbox_id $http_mcp_session_id $host" $assay_upstream {
@PLACED@    default $assay_unplaced;
  }

  server {
    listen @BIND@@TLS@;
    client_max_body_size 256m;
    client_header_timeout 30s;
    client_body_timeout 60s;
    keepalive_timeout 60s;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 2s;
    # Between two pieces, not of the whole answer: verdicts of a batch come when they come.
    proxy_read_timeout @ANSWER_TIMEOUT@s;
    proxy_send_timeout @ANSWER_TIMEOUT@s;
    # A stream is passed on as it comes.
    proxy_buffering off;
    # nginx sends a request that is no GET again only when nothing of it was sent.
    proxy_next_upstream error timeout http_503;
    proxy_next_upstream_tries 3;

    # Clients of SandboxFusion try 504 again, and nothing else.
    location ~ ^(/t/[^/]+)?/(run_code|common_evaluate|common_evaluate_batch|submit)$ {
      proxy_next_upstream error timeout http_503 non_idempotent;
      proxy_intercept_errors on;
      error_page 502 503 =504 @late;
      proxy_pass http://$assay_upstream;
    }
    location @late {
      return 504;
    }
    # Judging the same again gives the same, so that these may be sent again when a node dies.
    location ~ ^(/t/[^/]+)?/(v1/verify|v1/math/verify|verify|get_reward|rm|test_program|test_program_stdio|api/v2/execute|run_jupyter)$ {
      proxy_next_upstream error timeout http_503 non_idempotent;
      proxy_pass http://$assay_upstream;
    }
    location / {
      proxy_request_buffering off;
      proxy_pass http://$assay_upstream;
    }
  }
}
)cfg";

}  // namespace

std::string RenderNginx(const ClusterFile& cluster) {
  std::string servers, nodes, placed;
  for (const Member& member : cluster.nodes) {
    servers += fmt::format("    server {} weight={} max_fails=3 fail_timeout=10s;\n",
                           member.Address(), member.Weight());
    nodes += fmt::format("\n  upstream assay_node_{} {{\n    server {};\n    keepalive 16;\n  }}\n",
                         member.name, member.Address());
    std::string pattern;
    for (const char c : member.name) pattern += c == '.' ? "\\." : std::string(1, c);
    placed +=
        fmt::format("    \"~(?:^|[^A-Za-z0-9])(?:sb|k|x|m)-{}-[0-9a-f]{{24}}\" assay_node_{};\n",
                    pattern, member.name);
  }
  // An upstream without a server is refused, and so would be the whole file.
  if (servers.empty()) servers = "    server 127.0.0.1:1 down;\n";
  const Front& front = cluster.front;
  return FillTemplate(
      kConfig,
      {{"MAX_CONNECTIONS", std::to_string(front.max_connections)},
       {"SERVERS", servers},
       {"NODES", nodes},
       {"PLACED", placed},
       {"BIND", front.bind},
       {"TLS", front.certificate.empty()
                   ? ""
                   : fmt::format(" ssl;\n    ssl_certificate {0};\n    ssl_certificate_key {0}",
                                 front.certificate)},
       {"ANSWER_TIMEOUT", std::to_string(front.answer_timeout_s)}});
}

}  // namespace assay
