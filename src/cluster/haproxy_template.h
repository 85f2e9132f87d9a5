// The text of HAProxy's configuration, with places for what differs from cluster to cluster.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view kHaproxyTemplate =
    R"cfg(# HAProxy 2.6 or newer before a cluster of Assay. Written by `assay cluster`: what is changed here by
# hand is lost with the next render, add or remove.
global
  log stdout format raw local0 notice
  maxconn @MAX_CONNECTIONS@
  # The runtime API: `assay cluster add`, drain, remove and status speak to it.
  stats socket @SOCKET@ mode 600 level admin expose-fd listeners
  stats timeout 2m
  # A request that fits is sent again to another node where that is safe (see the retries below).
  tune.bufsize 65536

defaults
  mode http
  log global
  # No path and no header: both may hold a token.
  log-format "%ci %b/%s %ST %TR/%Tw/%Tc/%Tr/%Ta %B %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq"
  option dontlognull
  # A head must come whole and soon. What follows is bounded by silence alone: verdicts of a batch, and
  # what a sandbox's programs say, come when they come.
  timeout http-request 30s
  timeout http-keep-alive 60s
  timeout connect 2s
  timeout client @ANSWER_TIMEOUT@s
  timeout server @ANSWER_TIMEOUT@s
  timeout client-fin 30s
  timeout check 3s
  # Nobody is there: clients with few tries are held for so long before they are told.
  timeout tarpit 8s
  # How long a request waits for a node that has room; then it gets 503.
  timeout queue @QUEUE_TIMEOUT@s
  # A client that leaves takes its request out of the queue, and the node cancels what it runs for it.
  option abortonclose
  # A machine that vanishes without a word ends its connections within half a minute.
  option srvtcpka
  srvtcpka-idle 10s
  srvtcpka-intvl 5s
  srvtcpka-cnt 4
  option clitcpka
  option forwardfor
  # A connection that can't be made was no request yet: it is tried elsewhere, whatever it was to be.
  retries 2
  option redispatch 1
  retry-on conn-failure
  # A node that drains or whose sandbox is broken says so at /readyz. It gets nothing new, and what it
  # has goes on: nothing here may end the connections of a server that is marked down.
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server @CHECK_OPTIONS@
  # What a client parses is JSON, whoever says it.
  http-error status 502 content-type application/json string "{\"error\":{\"code\":\"unavailable\",\"message\":\"the node that had the request ended before its answer; try again\"},\"detail\":\"the node that had the request ended before its answer; try again\"}" hdr Retry-After 1
  http-error status 503 content-type application/json string "{\"error\":{\"code\":\"unavailable\",\"message\":\"no node of the cluster took the request in time; try again\"},\"detail\":\"no node of the cluster took the request in time; try again\"}" hdr Retry-After 1
  http-error status 504 content-type application/json string "{\"error\":{\"code\":\"unavailable\",\"message\":\"no node of the cluster took the request in time; try again\"},\"detail\":\"no node of the cluster took the request in time; try again\"}" hdr Retry-After 1
@RESOLVERS@
frontend assay_in
  bind @BIND@@TLS@
  http-request set-header X-Forwarded-Proto @PROTO@
  # The path without a token in it.
  http-request set-var(txn.path) path,regsub(^/t/[^/]+,)
  # The problem that the request is about: its header, or its path.
  http-request set-var(txn.problem) req.hdr(x-assay-problem) if { req.hdr(x-assay-problem) -m found }
  http-request set-var(txn.problem) var(txn.path),field(4,/) if { var(txn.path) -m reg '^/v1/problems/[0-9a-f]{64}(/|$)' }
  # What lives on one node has that node's name in its own: sandboxes sb-NODE-..., kernels k-NODE-...,
  # ports given away x-NODE-... and sessions of MCP m-NODE-...
  http-request set-var(txn.box) var(txn.path) if { var(txn.path) -m reg /(sb|k|x)-[^/]+ }
  http-request set-var(txn.box) req.hdr(e2b-sandbox-id) if { req.hdr(e2b-sandbox-id) -m found }
  http-request set-var(txn.box) req.hdr(mcp-session-id) if { req.hdr(mcp-session-id) -m found }
  http-request set-var(txn.box) req.hdr(host) if { req.hdr(host) -m reg ^[0-9]+-sb- }
  # What its clients name themselves is found again by that name: sessions of NeMo-Skills, kernels, whose
  # names are in the body, as is the sandbox that one is made in, and what is made once for a key.
  # verl-tool's batches name many trajectories at once: all of them are on one node.
  acl makes_sandbox var(txn.path) -m str /v1/sandboxes /api/v1/sandbox /sandboxes /v2/sandboxes /v1/kernels
  acl makes_kernel var(txn.path) -m str /v1/kernels
  acl makes_with_key var(txn.path) -m str /api/v1/sandbox /v1/sandboxes
  http-request set-var(txn.session) req.hdr(x-session-id) if { var(txn.path) -m str /execute }
  http-request set-var(txn.session) var(txn.path),field(3,/),url_dec if { var(txn.path) -m reg ^/sessions/[^/]+$ }
  http-request set-var(txn.session) str(trajectories) if { var(txn.path) -m str /get_observation }
  http-request set-var(txn.session) req.hdr(idempotency-key) if METH_POST makes_sandbox { req.hdr(idempotency-key) -m found }
  http-request wait-for-body time 10s if METH_POST makes_kernel or METH_POST makes_with_key
  http-request set-var(txn.session) req.body,json_query('$.idempotency_key') if METH_POST makes_with_key { req.body,json_query('$.idempotency_key') -m found }
  http-request set-var(txn.session) req.body,json_query('$.name') if METH_POST makes_kernel { req.body,json_query('$.name') -m found }
  http-request set-var(txn.box) req.body,json_query('$.sandbox') if METH_POST makes_kernel { req.body,json_query('$.sandbox') -m found }
  http-request set-var(txn.node) "var(txn.box),regsub('^(.*?[^A-Za-z0-9])?(sb|k|x|m)-([A-Za-z0-9][A-Za-z0-9._-]*?)-[0-9a-f]{24}.*','\3')" if { var(txn.box) -m reg "(^|[^A-Za-z0-9])(sb|k|x|m)-[A-Za-z0-9][A-Za-z0-9._-]*-[0-9a-f]{24}" }
  # Judging the same again gives the same, and what is stored is named by its content; so these may be
  # sent to another node when the first one dies or refuses. Nothing else is sent twice.
  acl judges var(txn.path) -m str /v1/verify /v1/math/verify /run_code /common_evaluate /common_evaluate_batch /submit /verify /get_reward /rm /test_program /test_program_stdio /api/v2/execute /run_jupyter
  acl reads method GET HEAD
  acl puts method PUT
  acl of_problems var(txn.path) -m beg /v1/problems/
  # Only what is there whole can be sent again, and many clients send a head and its body one by one. What
  # is larger than the buffer isn't waited for.
  http-request wait-for-body time 30s if judges or puts of_problems or makes_sandbox METH_POST
  http-request disable-l7-retry unless judges or reads or puts of_problems or makes_sandbox
  # Clients of SandboxFusion try 504 again, three times and soon, and nothing else: also where a node died
  # with a request that is too large to be sent to another (502). While all nodes are gone each try lasts.
  acl three_tries var(txn.path) -m str /run_code /common_evaluate /common_evaluate_batch /submit
  http-after-response set-status 504 if { status 502 503 } { var(txn.path) -m str /run_code /common_evaluate /common_evaluate_batch /submit }
  http-request tarpit deny_status 504 if three_tries { nbsrv(assay) eq 0 }
  # Which node answered.
  http-after-response set-header X-Assay-Server %s
  use_backend assay_sandboxes if { var(txn.node) -m found }
  use_backend assay_sessions if { var(txn.session) -m found }
  use_backend assay_sandboxes if { var(txn.box) -m found } or makes_sandbox
  use_backend assay_sandboxes if { var(txn.path) -m beg /v1/sandboxes /v1/kernels /api/v1/sandbox /sandboxes /v2/sandboxes /gateway/ /exposed/ /contexts /sessions /mcp }
  use_backend assay_by_problem if { var(txn.problem) -m found }
  default_backend assay

# Whatever names no problem: the node with the fewest requests for its weight. A node has at most
# maxconn of them; what is beyond waits here, in one queue for all, and goes to whoever is free first.
backend assay
  balance leastconn
  retry-on conn-failure empty-response 503
@SERVERS_assay@
# Requests that name their problem meet at one node, which then has it decoded, its judge compiled and
# its verdicts cached. A node with 1.25 times the mean load passes them on to the next in the ring. That
# bound takes the place of maxconn, with which all that is beyond would queue at the one node while others
# are idle. No agent either: weights that follow the load would move problems from node to node.
backend assay_by_problem
  balance hash var(txn.problem)
  hash-type consistent
  hash-balance-factor 125
  retry-on conn-failure empty-response 503
@SERVERS_assay_by_problem@
# A new sandbox goes to the node with the fewest connections; a full one's refusal (503) is tried at
# another. What is for a sandbox whose id names its node (sb-NODE-...) goes there, also while that node
# drains and its check fails, and nowhere else while it is down: another one would say that there
# is no such sandbox. Streams stay open for hours, so they have no queue and take no one else's place, and
# no agent, whose maxconn is of requests, bounds them.
backend assay_sandboxes
  balance leastconn
  retry-on conn-failure 503
  use-server %[var(txn.node)] if { var(txn.node) -m found }
  force-persist if { var(txn.node) -m found }
@SERVERS_assay_sandboxes@
# What clients name themselves: where it was before, and anew where its name's place in the ring is. So
# it stays when nodes come or drain; after a restart of HAProxy the ring knows most of them.
backend assay_sessions
  balance hash var(txn.session)
  hash-type consistent
  stick-table type string len 128 size 100k expire 2h
  stick on var(txn.session)
  retry-on conn-failure 503
@SERVERS_assay_sessions@@METRICS@)cfg";

inline constexpr std::string_view kHaproxyMetrics = R"cfg(
# The front's own figures, for Prometheus.
frontend assay_metrics
  bind @BIND@
  http-request use-service prometheus-exporter if { path /metrics }
  http-request deny deny_status 404
)cfg";

inline constexpr std::string_view kHaproxyResolvers = R"cfg(
# Names of nodes, asked again all the time: an address may change with a restart.
resolvers system
  parse-resolv-conf
  hold valid 5s
)cfg";

}  // namespace assay
