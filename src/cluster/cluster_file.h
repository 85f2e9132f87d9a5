// The cluster's file: what the front is like and which nodes are behind it.
//
//   front:
//     bind: 0.0.0.0:8000
//     config: /etc/haproxy/haproxy.cfg
//   nodes:
//     - n1=10.0.0.1:8080,agent=9100,slots=8
//     - {name: n2, url: http://10.0.0.2:8080, agent: 9100, slots: 8}
//
// A file without "nodes:" is a list of nodes, one a line. `assay cluster add` and `remove` change
// the list and write the whole file anew, so comments in it don't stay.
//
// Values and functions on texts and files; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/member.h"

namespace assay {

enum class FrontEngine { kHaproxy, kNginx };

// What stands before the nodes. Times in seconds.
struct Front {
  FrontEngine engine = FrontEngine::kHaproxy;
  std::string bind = "127.0.0.1:8000";
  std::string certificate;  // PEM file with certificate and key: the front speaks https
  // HAProxy's runtime API, through which add, drain, remove and status work.
  std::string socket = "/run/haproxy/assay.sock";
  std::string metrics = "127.0.0.1:8404";  // HAProxy's Prometheus exporter; empty: none
  std::string config;                      // where the rendered file lies; empty: nowhere
  int max_connections = 8000;              // of clients; HAProxy needs two descriptors for each
  int per_slot = 4;             // requests under way that a node is given for each of its slots
  int queue_timeout_s = 30;     // how long a request waits here for a node before it gets 503
  int answer_timeout_s = 3600;  // how long a node, or a client, may be silent
};

struct ClusterFile {
  Front front;
  std::vector<Member> nodes;
};

// `path` stands in messages.
Result<ClusterFile> ParseCluster(const std::string& text, const std::string& path);
Result<ClusterFile> ReadCluster(const std::string& path);
std::string WriteCluster(const ClusterFile& cluster);
Status CheckFront(const Front& front);

// Puts `text` there whole or not at all: a reader never sees half of it, not even after a crash.
Status ReplaceFile(const std::string& path, const std::string& text);

}  // namespace assay
