#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "node/agent_line.h"
#include "node/node_row.h"
#include "node/node_state.h"
#include "node/peer_list.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(NodeState, DrainsAndTakesThatBack) {
  const RealClock clock;
  NodeState node("n1", clock);
  std::vector<std::string> heard;
  node.OnChange([&](bool draining, const std::string& reason) {
    heard.push_back((draining ? "drain:" : "undrain:") + reason);
  });
  EXPECT_EQ(node.name(), "n1");
  EXPECT_FALSE(node.refuses());
  EXPECT_TRUE(node.Undrain());  // nothing to take back
  EXPECT_TRUE(node.Drain("kernel"));
  EXPECT_TRUE(node.Drain("kernel"));  // says nothing new
  EXPECT_TRUE(node.refuses());
  EXPECT_EQ(node.draining(), "kernel");
  EXPECT_TRUE(node.Drain("disk"));
  EXPECT_EQ(node.draining(), "disk");
  EXPECT_TRUE(node.Undrain());
  EXPECT_EQ(node.draining(), std::nullopt);
  EXPECT_FALSE(node.refuses());
  EXPECT_THAT(heard, ElementsAre("drain:kernel", "drain:disk", "undrain:"));
}

TEST(NodeState, AnEndIsForGood) {
  const RealClock clock;
  NodeState node("", clock);
  EXPECT_FALSE(node.name().empty());  // the host's
  node.End("bye");
  EXPECT_FALSE(node.Undrain());
  EXPECT_FALSE(node.Drain("other"));
  EXPECT_EQ(node.draining(), "bye");
}

TEST(NodeState, EveryStartIsAnotherInstance) {
  const RealClock clock;
  EXPECT_NE(NodeState("a", clock).instance(), NodeState("a", clock).instance());
}

AgentFacts Facts(int64_t slots, int64_t free) {
  AgentFacts facts;
  facts.slots = slots;
  facts.slots_free = free;
  facts.max_connections = 4 * slots;
  return facts;
}

TEST(AgentLine, SaysTheShareOfFreeSlots) {
  EXPECT_EQ(AgentLine(Facts(4, 4)), "up ready 100% maxconn:16\n");
  EXPECT_EQ(AgentLine(Facts(4, 3)), "up ready 75% maxconn:16\n");
  EXPECT_EQ(AgentLine(Facts(64, 1)), "up ready 10% maxconn:256\n");
}

// HAProxy drains a server whose share of its weight has no whole part.
TEST(AgentLine, ABusyNodeOfFewSlotsKeepsAWholePartOfItsWeight) {
  EXPECT_EQ(AgentLine(Facts(0, 0)), "up ready 100% maxconn:1\n");
  EXPECT_EQ(AgentLine(Facts(1, 0)), "up ready 100% maxconn:4\n");
  EXPECT_EQ(AgentLine(Facts(3, 0)), "up ready 34% maxconn:12\n");
  EXPECT_EQ(AgentLine(Facts(4, 0)), "up ready 25% maxconn:16\n");
  EXPECT_EQ(AgentLine(Facts(8, 0)), "up ready 13% maxconn:32\n");
}

TEST(AgentLine, AHashedNodeKeepsItsWeight) {
  AgentFacts facts = Facts(4, 0);
  facts.weight = AgentWeight::kSlots;
  EXPECT_EQ(AgentLine(facts), "up ready 100% maxconn:16\n");
}

TEST(AgentLine, SaysThatItDrainsOrIsBroken) {
  AgentFacts facts = Facts(4, 4);
  facts.draining = true;
  EXPECT_EQ(AgentLine(facts), "drain\n");
  facts.broken = "the spawner\nis gone";
  EXPECT_EQ(AgentLine(facts), "down#the_spawner_is_gone\n");
  facts.broken = std::string(1000, 'x');
  EXPECT_LT(AgentLine(facts).size(), 80u);
}

TEST(PeerList, TakesAddressesAFileOrAName) {
  EXPECT_EQ(PeerList::Parse("")->kind, PeerList::Kind::kNone);
  const auto two = PeerList::Parse(" http://a:8080/, https://[::1]:9 ,http://a:8080");
  ASSERT_TRUE(two.ok()) << two.error().ToString();
  EXPECT_THAT(*two->Addresses(), ElementsAre("http://a:8080", "https://[::1]:9"));
  const auto name = PeerList::Parse("dns:localhost:8080");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->name, "localhost");
  EXPECT_EQ(PeerList::Parse("/etc/peers")->kind, PeerList::Kind::kFile);
}

TEST(PeerList, RefusesWhatIsNoAddress) {
  for (const char* text : {"http://", "http://u:p@a:1", "http://a:1/path", "ftp://a:1", "dns:a",
                           "dns::1", "dns:a:", "dns:a:b"}) {
    EXPECT_FALSE(PeerList::Parse(text).ok()) << text;
  }
}

TEST(PeerList, AFileMayGoAndComeAgain) {
  const std::string path = ::testing::TempDir() + "/peers_" + std::to_string(::getpid());
  const auto list = PeerList::Parse(path);
  EXPECT_FALSE(list->Addresses().ok());
  FILE* const file = std::fopen(path.c_str(), "w");
  std::fputs("# nodes\n\nhttp://a:1 # the first\nhttp://b:2\n", file);
  std::fclose(file);
  EXPECT_THAT(*list->Addresses(), ElementsAre("http://a:1", "http://b:2"));
  std::remove(path.c_str());
}

TEST(NodeRow, WhatOneSaysAnotherReads) {
  NodeRow row;
  row.node = "n1";
  row.instance = "abc";
  row.ready = true;
  row.slots_free = 3;
  row.running = 5;
  row.queued = 7;
  row.wait_ms = 11;
  row.memory_free_bytes = 1LL << 40;
  row.uptime_s = 12.5;
  JsonWriter json;
  json.BeginObject().Key("name").String("assay").Key("tier").String("t").Key("slots").Int(8);
  WriteNodeMembers(row, &json);
  json.Key("sandboxes").BeginObject().Key("warm").Int(1).Key("running").Int(2);
  const NodeRow read = ReadNodeRow(json.EndObject().EndObject().Take());
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.node, "n1");
  EXPECT_EQ(read.instance, "abc");
  EXPECT_EQ(read.tier, "t");
  EXPECT_TRUE(read.ready);
  EXPECT_EQ(read.slots, 8);
  EXPECT_EQ(read.slots_free, 3);
  EXPECT_EQ(read.running, 5);
  EXPECT_EQ(read.queued, 7);
  EXPECT_EQ(read.wait_ms, 11);
  EXPECT_EQ(read.memory_free_bytes, 1LL << 40);
  EXPECT_EQ(read.uptime_s, 12.5);
  EXPECT_EQ(read.sandboxes_running, 2);
}

TEST(NodeRow, APeerThatIsNoAssayIsAnError) {
  for (const char* text : {"", "[]", "{}", "<html>", R"({"name":"other"})", R"({"name":7})"}) {
    EXPECT_NE(ReadNodeRow(text).error, "") << text;
  }
}

TEST(NodeRow, APeersTextsAndNumbersAreBounded) {
  const NodeRow row = ReadNodeRow(R"({"name":"assay","node":")" + std::string(10'000, 'x') +
                                  R"(","slots":1e300,"uptime_s":NaN,"ready":"yes"})");
  EXPECT_EQ(row.node.size(), 300u);
  EXPECT_EQ(row.slots, 0);
  EXPECT_EQ(row.uptime_s, 0);
  EXPECT_FALSE(row.ready);
}

TEST(NodeRow, KnowsTheHostsMemory) {
  EXPECT_GT(MemoryFreeBytes(), 1 << 20);
}

}  // namespace
}  // namespace assay
