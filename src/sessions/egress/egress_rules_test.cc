#include "sessions/egress/egress_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using Kind = EgressPolicy::Kind;

EgressRules Rules(Kind kind, std::vector<std::string> hosts) {
  auto rules = EgressRules::Parse({kind, std::move(hosts)});
  EXPECT_TRUE(rules.ok()) << rules.error().ToString();
  return *rules;
}
IpAddress Ip(const std::string& text) {
  const auto address = IpAddress::Parse(text);
  EXPECT_TRUE(address.has_value()) << text;
  return address.value_or(IpAddress());
}
const char kPublic[] = "93.184.216.34";

TEST(EgressAddresses, OnlyPlainSpellingsAreAddresses) {
  for (const char* text : {"127.1", "0x7f.0.0.1", "2130706433", "127.0.0.1.", "01.2.3.4", "",
                           "::1%lo", "1.2.3.4/32", "localhost"}) {
    EXPECT_FALSE(IpAddress::Parse(text).has_value()) << text;
  }
  EXPECT_FALSE(IpAddress::Parse(std::string_view("1.2.3.4\0x", 9)).has_value());
  EXPECT_EQ(Ip("::ffff:127.0.0.1"), Ip("127.0.0.1"));
  EXPECT_EQ(Ip("::ffff:7f00:1").ToString(), "127.0.0.1");
  EXPECT_EQ(Ip("2001:DB8::1").ToString(), "2001:db8::1");
  for (const char* text : {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8x", "::/129"}) {
    EXPECT_FALSE(IpNetwork::Parse(text).has_value()) << text;
  }
}

TEST(EgressAddresses, KnowsWhatIsNotPublic) {
  for (const char* text : {"127.0.0.1",
                           "127.255.255.254",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "0.0.0.0",
                           "100.64.0.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "fe80::1",
                           "fc00::1",
                           "fd12::1",
                           "ff02::1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::7f00:1",
                           "2002:7f00:1::",
                           "::127.0.0.1"}) {
    EXPECT_NE(SpecialNetwork(Ip(text)), nullptr) << text;
  }
  for (const char* text : {kPublic, "172.15.0.1", "172.32.0.1", "9.255.255.255", "11.0.0.0",
                           "2606:4700::1111", "100.128.0.1"}) {
    EXPECT_EQ(SpecialNetwork(Ip(text)), nullptr) << text;
  }
}

TEST(EgressRules, WithoutAPolicyNothingIsAllowed) {
  for (const EgressRules& rules : {EgressRules(), Rules(Kind::kNone, {"example.com", "*"})}) {
    EXPECT_FALSE(rules.MayResolve("example.com", 443));
    EXPECT_FALSE(rules.MayConnect(kPublic, 443, Ip(kPublic), {}));
  }
}

TEST(EgressRules, AllowsNamesAndWhatIsBelowThem) {
  const EgressRules rules =
      Rules(Kind::kAllow, {"Example.COM.", "*.example.org", "git.example:22"});
  EXPECT_TRUE(rules.MayResolve("example.com", 443));
  EXPECT_TRUE(rules.MayResolve("example.com", 80));
  EXPECT_TRUE(rules.MayResolve("files.example.org", 443));
  EXPECT_TRUE(rules.MayResolve("a.b.example.org", 443));
  EXPECT_TRUE(rules.MayResolve("git.example", 22));
  EXPECT_FALSE(rules.MayResolve("git.example", 443));
  for (const char* name :
       {"example.org", "evilexample.org", ".example.org", "www.example.com", "example.co",
        "example.com.evil.org", "", "exa mple.com", "example.com/", "*"}) {
    EXPECT_FALSE(rules.MayResolve(name, 443)) << name;
  }
  EXPECT_TRUE(rules.MayConnect("example.com", 443, Ip(kPublic), {}));
  EXPECT_FALSE(rules.MayConnect(kPublic, 443, Ip(kPublic), {}));  // by name only
}

TEST(EgressRules, ANameIsNoWayToAddressesThatAreNotPublic) {
  const EgressRules rules = Rules(Kind::kAllow, {"example.com", "*", "0.0.0.0/0", "::/0"});
  const std::vector<IpAddress> own = {Ip("93.184.216.1")};
  for (const char* text : {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "93.184.216.1"}) {
    EXPECT_FALSE(rules.MayConnect("example.com", 443, Ip(text), own)) << text;
    EXPECT_FALSE(rules.MayConnect(text, 443, Ip(text), own)) << text;
  }
  EXPECT_TRUE(rules.MayConnect("example.com", 443, Ip(kPublic), own));
  EXPECT_TRUE(rules.MayConnect(kPublic, 443, Ip(kPublic), own));
}

TEST(EgressRules, RulesForAddressesNameThem) {
  const EgressRules rules = Rules(
      Kind::kAllow, {"db.internal", "10.1.0.0/16:5432", "93.184.216.1", "[::1]:80", "fd00::/8"});
  const std::vector<IpAddress> own = {Ip("93.184.216.1")};
  EXPECT_TRUE(rules.MayConnect("10.1.2.3", 5432, Ip("10.1.2.3"), own));
  EXPECT_TRUE(rules.MayConnect("db.internal", 5432, Ip("10.1.2.3"), own));
  EXPECT_FALSE(rules.MayConnect("db.internal", 22, Ip("10.1.2.3"), own));
  EXPECT_FALSE(rules.MayConnect("10.2.2.3", 5432, Ip("10.2.2.3"), own));
  EXPECT_FALSE(rules.MayConnect("other.internal", 5432, Ip("10.1.2.3"), own));
  EXPECT_TRUE(rules.MayConnect("93.184.216.1", 9, Ip("93.184.216.1"), own));
  EXPECT_TRUE(rules.MayConnect("::1", 80, Ip("::1"), own));
  EXPECT_FALSE(rules.MayConnect("::1", 81, Ip("::1"), own));
  EXPECT_TRUE(rules.MayConnect("fd00::7", 81, Ip("fd00::7"), own));
}

TEST(EgressRules, DeniesWhatIsListedAndNeverGoesInside) {
  const EgressRules rules = Rules(Kind::kDeny, {"*.evil.org", "evil.org", "93.184.216.0/24"});
  EXPECT_TRUE(rules.MayResolve("example.com", 443));
  EXPECT_FALSE(rules.MayResolve("www.evil.org", 443));
  EXPECT_TRUE(rules.MayConnect("8.8.8.8", 53, Ip("8.8.8.8"), {}));
  EXPECT_FALSE(rules.MayConnect("8.8.8.8", 53, Ip("8.8.8.8"), {Ip("8.8.8.8")}));
  EXPECT_FALSE(rules.MayConnect("example.com", 443, Ip(kPublic), {}));
  EXPECT_FALSE(rules.MayConnect("example.com", 443, Ip("127.0.0.1"), {}));
  EXPECT_TRUE(rules.MayName("8.8.8.8", 443, "example.com"));
  EXPECT_FALSE(rules.MayName("8.8.8.8", 443, "www.evil.org"));
  // With nothing listed all that is public is open.
  EXPECT_TRUE(Rules(Kind::kDeny, {}).MayConnect(kPublic, 1, Ip(kPublic), {}));
}

TEST(EgressRules, OnThePortOfTlsTheServerNameCounts) {
  const EgressRules rules = Rules(Kind::kAllow, {"example.com", "10.0.0.1"});
  EXPECT_TRUE(rules.NeedsServerName("example.com", 443));
  EXPECT_FALSE(rules.NeedsServerName("example.com", 8443));
  EXPECT_FALSE(rules.NeedsServerName("10.0.0.1", 443));
  EXPECT_TRUE(rules.MayName("example.com", 443, "example.com"));
  EXPECT_FALSE(rules.MayName("example.com", 443, "other.example.com"));
}

TEST(EgressRules, ARuleThatIsNoneIsNamed) {
  for (const char* text : {"", " ", "http://example.com", "example.com/path", "*.", "*example.com",
                           "a.*.com", "example.com:0", "example.com:65536", "example.com:", ":80",
                           "example.com:80x", "[::1", "a..b", "\xff", "10.0.0.0/33"}) {
    const auto rules = EgressRules::Parse({Kind::kAllow, {"fine.org", text}});
    ASSERT_FALSE(rules.ok()) << text;
    EXPECT_EQ(rules.error().field, "egress.hosts");
  }
  EXPECT_FALSE(EgressRules::Parse({Kind::kAllow, std::vector<std::string>(1025, "a.b")}).ok());
}

}  // namespace
}  // namespace assay
