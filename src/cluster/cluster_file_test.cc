#include "cluster/cluster_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/whole_file.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

TEST(Member, IsReadAndWritten) {
  for (const char* text : {"n1=10.0.0.1:8080", "n1=10.0.0.1:8080,agent=9100,slots=8,weight=50",
                           "a.b-c_d=[::1]:1", "x=node-1.example.org:65535,slots=4096"}) {
    const auto member = ParseMember(text);
    ASSERT_TRUE(member.ok()) << text;
    EXPECT_EQ(WriteMember(*member), text);
  }
  EXPECT_EQ(ParseMember("n1=http://h:80/")->Url(), "http://h:80");
  EXPECT_EQ(ParseMember("n1=http://[::1]:80")->host, "::1");
}

TEST(Member, WeighsWhatItsSlotsDo) {
  EXPECT_EQ(ParseMember("n=h:1,slots=2")->Weight(), 8);
  EXPECT_EQ(ParseMember("n=h:1,slots=4096")->Weight(), 256);
  EXPECT_EQ(ParseMember("n=h:1")->Weight(), 32);
  EXPECT_EQ(ParseMember("n=h:1,slots=2,weight=7")->Weight(), 7);
  EXPECT_EQ(ParseMember("n=h:1,slots=2,weight=7,agent=9")->Weight(), 10);
}

TEST(Member, FaultsNameTheWordThatIsWrong) {
  const std::pair<const char*, const char*> kFaults[] = {
      {"n1", "NAME=HOST:PORT"},
      {"=h:1", "name:"},
      {"-a=h:1", "name:"},
      {"a b=h:1", "name:"},
      {"a\nserver x=h:1", "name:"},
      {"a=h", "HOST:PORT"},
      {"a=:80", "HOST:PORT"},
      {"a=::1:80", "HOST:PORT"},
      {"a=h h:80", "HOST:PORT"},
      {"a=https://h:80", "behind a front"},
      {"a=h:0", "port:"},
      {"a=h:65536", "port:"},
      {"a=h:8x", "port:"},
      {"a=h:80,agent=x", "agent:"},
      {"a=h:80,slots=0", "slots:"},
      {"a=h:80,weight=257", "weight:"},
      {"a=h:80,colour=red", "'colour=red'"},
      {"a=h:80,", "are known"},
  };
  for (const auto& [text, what] : kFaults) {
    const auto member = ParseMember(text);
    ASSERT_FALSE(member.ok()) << text;
    EXPECT_THAT(member.error().message, HasSubstr(what)) << text;
    EXPECT_EQ(member.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(ClusterFile, YamlAndLinesSayTheSame) {
  const auto yaml = ParseCluster(
      "front: {bind: '0.0.0.0:80', per-slot: 2, engine: nginx}\nnodes:\n"
      "  - n1=10.0.0.1:8080,slots=8\n"
      "  - {name: n2, url: 'http://10.0.0.2:8080', agent: 9100, weight: 7}\n",
      "f");
  ASSERT_TRUE(yaml.ok()) << yaml.error().message;
  EXPECT_EQ(yaml->front.bind, "0.0.0.0:80");
  EXPECT_EQ(yaml->front.per_slot, 2);
  EXPECT_EQ(yaml->front.engine, FrontEngine::kNginx);
  const auto lines = ParseCluster(
      "# mine\nn1=10.0.0.1:8080,slots=8   # big\n\nn2=10.0.0.2:8080,agent=9100,weight=7\n", "f");
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->nodes, yaml->nodes);
  EXPECT_TRUE(ParseCluster("", "f")->nodes.empty());
}

TEST(ClusterFile, IsWrittenAsItIsRead) {
  ClusterFile cluster;
  cluster.front.config = "/etc/haproxy/haproxy.cfg";
  cluster.front.metrics = "";
  cluster.front.queue_timeout_s = 7;
  cluster.nodes = {*ParseMember("n1=[::1]:80,slots=2"), *ParseMember("n2=h:80")};
  const auto again = ParseCluster(WriteCluster(cluster), "f");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->nodes, cluster.nodes);
  EXPECT_EQ(WriteCluster(*again), WriteCluster(cluster));
}

TEST(ClusterFile, FaultsSayWhere) {
  const std::pair<const char*, const char*> kFaults[] = {
      {"n1=h:1\nn2\n", "f: line 2: 'n2'"},
      {"nodes:\n  - n1=h:1\n  - n2\n", "f: nodes[1]: 'n2'"},
      {"nodes:\n  - n1=h:1\n  - n1=h:2\n", "two nodes are named 'n1'"},
      {"nodes:\n  - n1=h:1\n  - n2=h:1\n", "'n1' and 'n2' are both at h:1"},
      {"nodes: 7\n", "nodes (a list)"},
      {"front: {colour: red}\n", "front.colour: there is no such field"},
      {"front: {per-slot: x}\n", "front.per-slot: must be a whole number"},
      {"front: {per-slot: 0}\n", "front.per-slot: must be from 1"},
      {"front: {engine: apache}\n", "'haproxy' or 'nginx'"},
      {"front: {bind: ''}\n", "front.bind: must say"},
      {"front: {bind: \"x\\n  bind y\"}\n", "front.bind: has a character"},
      {"front: {certificate: 'a b'}\n", "front.certificate: has a character"},
      {"nodes: [\n", "f: line"},
  };
  for (const auto& [text, what] : kFaults) {
    const auto cluster = ParseCluster(text, "f");
    ASSERT_FALSE(cluster.ok()) << text;
    EXPECT_THAT(cluster.error().message, HasSubstr(what)) << text;
  }
}

TEST(ReplaceFile, KeepsTheModeAndLeavesNothingElse) {
  char folder[] = "/tmp/assay-replace-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::string path = std::string(folder) + "/f";
  ASSERT_TRUE(ReplaceFile(path, "one").ok());
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  ASSERT_TRUE(ReplaceFile(path, "two").ok());
  EXPECT_EQ(*ReadFile(path, "test"), "two");
  struct stat info = {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  EXPECT_FALSE(ReplaceFile(std::string(folder) + "/no/f", "x").ok());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay
