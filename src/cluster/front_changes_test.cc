#include "cluster/front_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "cluster/haproxy_config.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ServerTable, FindsColumnsByName) {
  const auto rows = ParseServerTable(
      "# pxname,svname,qcur,scur,slim,stot,status,weight,check_status,addr,agent_status,\n"
      "assay,n1,1,2,4,99,\"UP, \"\"so\"\"\",7,L7OK,10.0.0.1:80,L7OK,\n\n");
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 1u);
  const ServerRow& row = rows->front();
  EXPECT_EQ(row.status, "UP, \"so\"");
  EXPECT_EQ(row.queued, 1);
  EXPECT_EQ(row.current, 2);
  EXPECT_EQ(row.limit, 4);
  EXPECT_EQ(row.total, 99);
  EXPECT_EQ(row.weight, 7);
  EXPECT_EQ(row.address, "10.0.0.1:80");
  EXPECT_EQ(FindServer(*rows, "assay", "n2"), nullptr);
  EXPECT_FALSE(ParseServerTable("Permission denied\n").ok());
  EXPECT_FALSE(ParseServerTable("").ok());
}

// HAProxy as far as these changes go, and a clock that moves with each look.
class FakeHaproxy {
 public:
  struct Server {
    std::string state = "MAINT";
    int64_t current = 0;
    bool agent = false;
  };

  Result<std::string> Answer(const std::string& command) {
    commands.push_back(command);
    if (command == "show stat") return Table();
    if (const auto refusal = refusals.find(command); refusal != refusals.end()) {
      return refusal->second + "\n";
    }
    const auto word = [&command](int number) {
      size_t begin = 0;
      for (; number > 0; --number) begin = command.find(' ', begin) + 1;
      return command.substr(begin, command.find(' ', begin) - begin);
    };
    const std::string place = word(2);
    if (word(0) == "add") {
      servers[place].agent = command.find("agent-check") != command.npos;
      return std::string("New server registered.\n");
    }
    if (servers.count(place) == 0 && word(0) != "shutdown") return std::string("No such server.\n");
    Server& server = servers[word(0) == "shutdown" ? word(3) : place];
    if (word(0) == "del") {
      if (server.current > 0) return std::string("Server still has connections attached to it.\n");
      servers.erase(place);
      return std::string("Server deleted.\n");
    }
    if (word(0) == "enable" && word(1) == "agent" && !server.agent) {
      return std::string("Agent was not configured on this server, cannot enable.\n");
    }
    if (word(0) == "enable" && word(1) == "server") {
      server.state = healthy || up_at_once ? "UP" : "DOWN";
    }
    if (word(0) == "shutdown") server.current = 0;
    if (word(0) == "set") {
      server.state = word(4) == "ready" ? "UP" : word(4) == "drain" ? "DRAIN" : "MAINT";
    }
    return std::string("\n");
  }

  RuntimeCall Call() {
    return [this](const std::string& command) { return Answer(command); };
  }
  Waiting Clock() {
    return {[this] { return now; },
            [this](Nanoseconds time) {
              now += time;
              for (auto& [place, server] : servers)
                server.current -= server.current > 0 ? fewer : 0;
            }};
  }
  void Have(const std::string& name, int64_t current = 0) {
    for (const auto backend : kHaproxyBackends) {
      servers[std::string(backend) + "/" + name] = {"UP", current, false};
    }
  }

  std::map<std::string, Server> servers;
  std::map<std::string, std::string> refusals;  // by command
  std::vector<std::string> commands;
  bool healthy = true;
  bool up_at_once = false;  // as HAProxy has it before the first check
  int64_t fewer = 0;        // requests that end between two looks
  SteadyTime now{};

 private:
  std::string Table() const {
    std::string table = "# pxname,svname,qcur,scur,status,check_status,addr,agent_status,\n";
    for (const auto& [place, server] : servers) {
      const size_t slash = place.find('/');
      table += place.substr(0, slash) + "," + place.substr(slash + 1) + ",0," +
               std::to_string(server.current) + "," + server.state +
               (healthy ? ",L7OK" : ",L4CON") + ",10.0.0.1:80,,\n";
    }
    return table;
  }
};

constexpr Nanoseconds kPatience = std::chrono::seconds(5);
const Member kMember = *ParseMember("n1=10.0.0.1:80,slots=2,agent=9100");

TEST(AddNode, RegistersEverywhereAndWaitsForTheChecks) {
  FakeHaproxy haproxy;
  ASSERT_TRUE(AddNode(haproxy.Call(), kMember, {}, kPatience, haproxy.Clock()).ok());
  EXPECT_EQ(haproxy.servers.size(), kHaproxyBackends.size());
  for (const char* command :
       {"enable health assay/n1", "enable agent assay/n1", "enable server assay_sandboxes/n1"}) {
    EXPECT_THAT(haproxy.commands, Contains(command));
  }
  // Again: nothing to do, and no refusal.
  EXPECT_TRUE(AddNode(haproxy.Call(), kMember, {}, kPatience, haproxy.Clock()).ok());
}

TEST(AddNode, OneThatIsNotReadyIsTakenOutAgain) {
  FakeHaproxy haproxy;
  haproxy.healthy = false;
  const Status added = AddNode(haproxy.Call(), kMember, {}, kPatience, haproxy.Clock());
  ASSERT_FALSE(added.ok());
  EXPECT_THAT(added.error().message,
              HasSubstr("n1 at 10.0.0.1:80 isn't ready: DOWN, health check"));
  EXPECT_EQ(added.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(haproxy.servers.empty());
}

TEST(AddNode, OneThatNoCheckHasSeenYetIsNotReady) {
  FakeHaproxy haproxy;
  haproxy.healthy = false;
  haproxy.up_at_once = true;
  EXPECT_FALSE(AddNode(haproxy.Call(), kMember, {}, kPatience, haproxy.Clock()).ok());
  EXPECT_TRUE(haproxy.servers.empty());
}

TEST(AddNode, ARefusalHalfWayLeavesNothingBehind) {
  FakeHaproxy haproxy;
  haproxy.refusals["enable health assay_by_problem/n1"] = "Permission denied";
  const Status added = AddNode(haproxy.Call(), kMember, {}, kPatience, haproxy.Clock());
  ASSERT_FALSE(added.ok());
  EXPECT_THAT(added.error().message,
              HasSubstr("refuses 'enable health assay_by_problem/n1': Permission denied"));
  EXPECT_TRUE(haproxy.servers.empty());
}

TEST(AddNode, AnotherNodeOfThatNameIsInTheWay) {
  FakeHaproxy haproxy;
  haproxy.Have("n1");
  const Status added =
      AddNode(haproxy.Call(), *ParseMember("n1=10.0.0.9:80"), {}, kPatience, haproxy.Clock());
  ASSERT_FALSE(added.ok());
  EXPECT_THAT(added.error().message, HasSubstr("has a server 'n1' at 10.0.0.1:80 already"));
  EXPECT_EQ(haproxy.servers.size(), kHaproxyBackends.size());
}

TEST(DrainNode, TheAgentIsTurnedOffFirst) {
  FakeHaproxy haproxy;
  haproxy.Have("n1");
  ASSERT_TRUE(DrainNode(haproxy.Call(), "n1", kPatience, haproxy.Clock()).ok());
  EXPECT_THAT(
      haproxy.commands,
      ElementsAre("show stat", "disable agent assay/n1", "set server assay/n1 state drain",
                  "disable agent assay_by_problem/n1", "set server assay_by_problem/n1 state drain",
                  "disable agent assay_sandboxes/n1", "set server assay_sandboxes/n1 state drain",
                  "disable agent assay_sessions/n1", "set server assay_sessions/n1 state drain",
                  "show stat"));
  ASSERT_TRUE(UndrainNode(haproxy.Call(), "n1").ok());
  EXPECT_EQ(haproxy.servers["assay/n1"].state, "UP");
}

TEST(DrainNode, WaitsForWhatIsUnderWay) {
  FakeHaproxy haproxy;
  haproxy.Have("n1", 3);
  haproxy.fewer = 1;
  EXPECT_TRUE(DrainNode(haproxy.Call(), "n1", kPatience, haproxy.Clock()).ok());
  haproxy.Have("n2", 3);
  haproxy.fewer = 0;
  const Status late = DrainNode(haproxy.Call(), "n2", kPatience, haproxy.Clock());
  ASSERT_FALSE(late.ok());
  EXPECT_THAT(late.error().message, HasSubstr("n2 still has 12 requests under way"));
}

TEST(DrainNode, NobodyOfThatName) {
  FakeHaproxy haproxy;
  haproxy.Have("n1");
  const Status drained = DrainNode(haproxy.Call(), "n2", kPatience, haproxy.Clock());
  ASSERT_FALSE(drained.ok());
  EXPECT_EQ(drained.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(UndrainNode(haproxy.Call(), "n2").ok());
  // Gone already is what was asked for.
  EXPECT_TRUE(RemoveNode(haproxy.Call(), "n2", kPatience, false, haproxy.Clock()).ok());
}

TEST(RemoveNode, ABusyNodeIsOnlyCutOffByForce) {
  FakeHaproxy haproxy;
  haproxy.Have("n1", 2);
  EXPECT_FALSE(RemoveNode(haproxy.Call(), "n1", kPatience, false, haproxy.Clock()).ok());
  EXPECT_EQ(haproxy.servers.size(), kHaproxyBackends.size());
  EXPECT_THAT(haproxy.commands, Not(Contains("shutdown sessions server assay/n1")));
  EXPECT_TRUE(RemoveNode(haproxy.Call(), "n1", kPatience, true, haproxy.Clock()).ok());
  EXPECT_TRUE(haproxy.servers.empty());
}

TEST(RuntimeSocket, SaysThatNobodyListens) {
  const auto answer = RuntimeSocket("/tmp/assay-no-such.sock")("show stat");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().ToString(), HasSubstr("/tmp/assay-no-such.sock"));
}

}  // namespace
}  // namespace assay
