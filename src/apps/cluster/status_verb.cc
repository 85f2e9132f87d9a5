#include "apps/cluster/status_verb.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <optional>
#include <thread>

#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "cluster/front_changes.h"
#include "cluster/haproxy_config.h"
#include "net/http_client.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr auto kNodePatience = std::chrono::seconds(5);
constexpr size_t kAskers = 16;
constexpr const char* kListsAreOfOneNode =
    "Lists through the front (GET /v1/sandboxes, /v1/kernels, ...) are of the one node that "
    "answers: ask each\n"
    "node at its address.\n";

// What a node says of itself.
struct NodeReport {
  std::string version, tier;
  int64_t slots = 0;
  int64_t queued = 0;
  int64_t sandboxes = 0;
  bool draining = false;
  std::string error;  // why it doesn't answer; empty: it does
};

// What the front says of it: the worst status and the sums of all backends.
struct FrontReport {
  std::string status = "-";
  int64_t current = 0, queued = 0, weight = 0, total = 0;
};

NodeReport AskNode(HttpClient& http, const Member& member, const std::string& token) {
  NodeReport report;
  HttpCall call;
  call.method = "GET";
  call.url = member.Url() + "/v1/info";
  if (!token.empty()) call.headers.emplace_back("Authorization", "Bearer " + token);
  call.deadline = std::chrono::steady_clock::now() + kNodePatience;
  const auto response = http.Send(call);
  if (!response.ok()) {
    report.error = response.error().message;
    return report;
  }
  JsonError fault;
  const auto document = JsonDocument::Parse(response->body, &fault);
  if (response->status != 200 || !document) {
    report.error = fmt::format("/v1/info answers with status {}", response->status);
    return report;
  }
  const JsonValue root = document->root();
  const auto text = [&root](const char* key) { return TextAt(root, key); };
  const auto number = [](JsonValue value) {
    return value.Is(JsonType::kNumber) ? static_cast<int64_t>(value.Double()) : 0;
  };
  report.version = text("version");
  report.tier = text("tier");
  report.slots = number(root.Find("slots"));
  report.queued = number(root.Find("queued_submissions"));
  report.sandboxes = number(root.Find("sandboxes").Find("running"));
  report.draining = root.Find("draining").Is(JsonType::kBool) && root.Find("draining").Bool();
  return report;
}

std::vector<NodeReport> AskAll(const std::vector<Member>& members, const std::string& token) {
  HttpClient http({});
  std::vector<NodeReport> reports(members.size());
  std::atomic<size_t> next{0};
  std::vector<std::thread> askers;
  for (size_t i = 0; i < std::min(kAskers, members.size()); ++i) {
    askers.emplace_back([&] {
      for (size_t mine = next++; mine < members.size(); mine = next++) {
        reports[mine] = AskNode(http, members[mine], token);
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  return reports;
}

FrontReport FrontOf(const std::vector<ServerRow>& rows, const Member& member) {
  FrontReport report;
  for (const std::string_view backend : kHaproxyBackends) {
    const ServerRow* const row = FindServer(rows, backend, member.name);
    if (row == nullptr) continue;
    // "UP" only where all say so.
    if (report.status == "-" || report.status == "UP") report.status = row->status;
    report.current += row->current;
    report.queued += row->queued;
    report.total += row->total;
    report.weight = row->weight;
  }
  return report;
}

bool IsReady(const FrontReport& front, const NodeReport& node, bool asked_front) {
  return node.error.empty() && !node.draining && (!asked_front || front.status.rfind("UP", 0) == 0);
}

std::string AsJson(const ClusterFile& cluster, const std::vector<FrontReport>& fronts,
                   const std::vector<NodeReport>& nodes, const std::string& front_error,
                   int64_t queued, bool ready) {
  JsonWriter json;
  json.BeginObject().Key("ready").Bool(ready).Key("queued").Int(queued);
  // What a list of sandboxes or kernels through the front holds.
  json.Key("lists_are_of").String("one_node");
  json.Key("front_error");
  front_error.empty() ? json.Null() : json.Bytes(front_error);
  json.Key("nodes").BeginArray();
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Member& member = cluster.nodes[i];
    json.BeginObject().Key("node").String(member.name).Key("url").String(member.Url());
    json.Key("front").BeginObject().Key("status").Bytes(fronts[i].status);
    json.Key("running").Int(fronts[i].current).Key("queued").Int(fronts[i].queued);
    json.Key("weight").Int(fronts[i].weight).Key("requests").Int(fronts[i].total).EndObject();
    json.Key("version").Bytes(nodes[i].version).Key("tier").Bytes(nodes[i].tier);
    json.Key("slots").Int(nodes[i].slots).Key("queued").Int(nodes[i].queued);
    json.Key("sandboxes").Int(nodes[i].sandboxes).Key("draining").Bool(nodes[i].draining);
    json.Key("error");
    nodes[i].error.empty() ? json.Null() : json.Bytes(nodes[i].error);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::string AsTable(const ClusterFile& cluster, const std::vector<FrontReport>& fronts,
                    const std::vector<NodeReport>& nodes, int64_t queued) {
  using Align = TextTable::Align;
  TextTable table({{"node"},
                   {"address"},
                   {"front"},
                   {"weight", Align::kRight},
                   {"requests", Align::kRight},
                   {"slots", Align::kRight},
                   {"queued", Align::kRight},
                   {"sandboxes", Align::kRight},
                   {"tier"},
                   {"version"},
                   {"state"}});
  int64_t slots = 0, running = 0, sandboxes = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const NodeReport& node = nodes[i];
    slots += node.slots;
    sandboxes += node.sandboxes;
    running += fronts[i].current;
    const bool up = fronts[i].status.rfind("UP", 0) == 0;
    table.AddRow({{cluster.nodes[i].name},
                  {cluster.nodes[i].Address(), Colour::kDim},
                  {fronts[i].status, up ? Colour::kGreen : Colour::kYellow},
                  {std::to_string(fronts[i].weight)},
                  {std::to_string(fronts[i].current)},
                  {std::to_string(node.slots)},
                  {std::to_string(node.queued)},
                  {std::to_string(node.sandboxes)},
                  {node.tier},
                  {node.version},
                  node.error.empty() ? TextTable::Cell{node.draining ? "draining" : "ready"}
                                     : TextTable::Cell{node.error, Colour::kRed}});
  }
  return table.Render(WantsColour(stdout)) +
         fmt::format(
             "{} nodes, {} slots, {} sandboxes, {} requests under way, {} waiting in front\n",
             nodes.size(), slots, sandboxes, running, queued) +
         (nodes.size() < 2 ? "" : kListsAreOfOneNode);
}

}  // namespace

void ClusterStatusVerb::AddTo(CommandLine* command) {
  arguments_.AddTo(command);
  command->Option("--token-file", token_file_,
                  "file with a token that the nodes take, of role viewer or above "
                  "[ASSAY_TOKEN in the environment]");
  command->Flag("--json", json_, "as JSON");
}

int ClusterStatusVerb::Run(const Options&) const {
  const auto cluster = arguments_.Read();
  if (!cluster.ok()) return FailCluster("status", cluster.error());
  const auto server = NamedServer({"http://localhost:1", "", token_file_});
  if (!server.ok()) return FailCluster("status", server.error());

  const bool asks_front = cluster->front.engine == FrontEngine::kHaproxy;
  std::vector<ServerRow> rows;
  std::string front_error;
  if (asks_front) {
    auto shown = ShowServers(RuntimeSocket(cluster->front.socket));
    if (shown.ok()) {
      rows = std::move(*shown);
    } else {
      front_error = shown.error().ToString();
    }
  }
  const std::vector<NodeReport> nodes = AskAll(cluster->nodes, server->token);
  std::vector<FrontReport> fronts;
  bool ready = front_error.empty();
  for (size_t i = 0; i < nodes.size(); ++i) {
    fronts.push_back(FrontOf(rows, cluster->nodes[i]));
    ready = ready && IsReady(fronts[i], nodes[i], asks_front);
  }
  int64_t queued = 0;
  for (const std::string_view backend : kHaproxyBackends) {
    if (const ServerRow* const sum = FindServer(rows, backend, "BACKEND")) queued += sum->queued;
  }
  if (json_) {
    std::printf("%s\n", AsJson(*cluster, fronts, nodes, front_error, queued, ready).c_str());
  } else {
    std::fputs(AsTable(*cluster, fronts, nodes, queued).c_str(), stdout);
    if (!front_error.empty())
      std::fprintf(stderr, "assay cluster status: %s\n", front_error.c_str());
  }
  return ready ? 0 : kClusterFailed;
}

}  // namespace assay
