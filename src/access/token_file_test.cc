#include "access/token_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "access/token_entry.h"
#include "access/token_store.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kHash(64, 'a');
const std::string kOtherHash(64, 'b');

std::string FaultOf(const std::string& text) {
  const auto table = ParseTokens(text, "t.yaml");
  return table.ok() ? "" : table.error().message;
}

class TokenFileTest : public ::testing::Test {
 protected:
  TokenFileTest() {
    char folder[] = "/tmp/assay-tokens-XXXXXX";
    folder_ = ::mkdtemp(folder);
    path_ = folder_ + "/tokens.yaml";
  }
  ~TokenFileTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& text) {
    std::ofstream(path_) << text;
    ::chmod(path_.c_str(), 0600);
  }
  std::string Contents() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string folder_;
  std::string path_;
};

TEST(ParseTokens, MakesCallers) {
  const auto table = ParseTokens(
      "# ours\n- {name: ci, role: user, sha256: " + kHash + "}\n" +
          "- name: boss@x\n  role: admin\n  tenant: research\n  sha256: " + std::string(64, 'B') +
          "\n",
      "t.yaml");
  ASSERT_TRUE(table.ok()) << table.error().message;
  ASSERT_EQ(table->table.size(), 2u);
  const Caller& ci = *table->table.at(kHash);
  EXPECT_EQ(ci.name, "ci");
  EXPECT_EQ(ci.role, Role::kUser);
  EXPECT_EQ(ci.tenant, "ci");  // its own unless another is named
  EXPECT_EQ(table->table.at(kOtherHash)->tenant, "research");
  EXPECT_TRUE(ParseTokens("", "t.yaml")->table.empty());
  EXPECT_TRUE(ParseTokens("# nobody yet\n", "t.yaml")->table.empty());
}

TEST(ParseTokens, NamesFileLineAndFieldOfAFault) {
  const std::string good = "- {name: a, role: user, sha256: " + kHash + "}\n";
  EXPECT_THAT(FaultOf(good + "- {role: user, sha256: " + kOtherHash + "}\n"),
              HasSubstr("t.yaml:2: name: is missing"));
  EXPECT_THAT(FaultOf(good + "\n- {name: b, role: user}\n"), HasSubstr("t.yaml:3: sha256: is"));
  EXPECT_THAT(FaultOf(good + "- {name: b, sha256: " + kOtherHash + "}\n"),
              HasSubstr("t.yaml:2: role: is missing"));
  EXPECT_THAT(FaultOf("- {name: b, role: root, sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:1: role: must be 'viewer', 'user' or 'admin'"));
  EXPECT_THAT(FaultOf("- {name: 'b c', role: user, sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:1: name: must have"));
  EXPECT_THAT(FaultOf("- {name: b, role: user, tenant: '', sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:1: tenant: must have"));
  EXPECT_THAT(FaultOf("- {name: b, role: user, weight: 2, sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:1: weight: is a tenant's, not a token's"));
  EXPECT_THAT(FaultOf("- {name: b, role: user, colour: 2, sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:1: there is no such field"));
  EXPECT_THAT(FaultOf("- {name: b, name: c, role: user, sha256: " + kHash + "}\n"),
              HasSubstr("name"));
  EXPECT_THAT(FaultOf(good + good), HasSubstr("t.yaml:2: name: another token has the name 'a'"));
  EXPECT_THAT(FaultOf(good + "- {name: b, role: user, sha256: " + kHash + "}\n"),
              HasSubstr("t.yaml:2: sha256: another token is the same"));
  EXPECT_THAT(FaultOf("tokens: []\n"), HasSubstr("must be a list"));
  EXPECT_THAT(FaultOf("- a\n"), HasSubstr("t.yaml:1: must be a map"));
  EXPECT_THAT(FaultOf("- {name: [a], role: user, sha256: " + kHash + "}\n"),
              HasSubstr("each but uids a plain value"));
  EXPECT_THAT(FaultOf(good + "- {name: b\n"), StartsWith("t.yaml:"));
}

TEST(ParseTokens, ReadsWhatTenantsMayHave) {
  const auto file = ParseTokens(
      "- {name: a, role: user, tenant: research, sha256: " + kHash + ", expires: 2027-01-31}\n" +
          "- {tenant: research, weight: 2.5, max_running: 3, max_queued: 40, max_sandboxes: 5, "
          "cpu_s_per_hour: 7200}\n- {name: local, role: admin, uids: [0, 1000]}\n",
      "t.yaml");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->tenants.at("research"), (TenantLimits{2.5, 3, 40, 5, 7200}));
  EXPECT_EQ(file->table.at(kHash)->expires, 1801353600);
  EXPECT_EQ(file->uids.at(1000)->name, "local");
  EXPECT_EQ(file->uids.at(0)->role, Role::kAdmin);
  EXPECT_EQ(file->table.size(), 1u);
}

TEST(ParseTokens, NamesTheFaultyFieldOfATenant) {
  EXPECT_THAT(FaultOf("- {tenant: a, weight: 0}\n"), HasSubstr("t.yaml:1: weight: must be"));
  EXPECT_THAT(FaultOf("- {tenant: a, weight: nan}\n"), HasSubstr("weight: must be"));
  EXPECT_THAT(FaultOf("- {tenant: a, max_queued: 1.5}\n"), HasSubstr("max_queued: must be"));
  EXPECT_THAT(FaultOf("- {tenant: a, max_running: -1}\n"), HasSubstr("max_running: must be"));
  EXPECT_THAT(FaultOf("- {tenant: a, cpu_s_per_hour: x}\n"), HasSubstr("cpu_s_per_hour: must"));
  EXPECT_THAT(FaultOf("- {weight: 2}\n"), HasSubstr("t.yaml:1: tenant: is missing"));
  EXPECT_THAT(FaultOf("- {tenant: a, weight: 2, colour: red}\n"), HasSubstr("no such field"));
  EXPECT_THAT(FaultOf("- {tenant: a, weight: 2}\n- {tenant: a, max_queued: 2}\n"),
              HasSubstr("t.yaml:2: tenant: 'a' has an entry already"));
  for (const char* when : {"tomorrow", "2027-02-30", "2027-13-01", "2027-01-01T25:00:00Z",
                           "2027-01-01T10:00:00", "20270101"}) {
    EXPECT_THAT(FaultOf("- {name: a, role: user, sha256: " + kHash + ", expires: '" + when + "'}"),
                HasSubstr("t.yaml:1: expires: must be"))
        << when;
  }
  EXPECT_THAT(FaultOf("- {name: a, role: user, uids: [x]}\n"), HasSubstr("uids: must be"));
  EXPECT_THAT(FaultOf("- {name: a, role: user, uids: [1]}\n- {name: b, role: user, uids: [1]}\n"),
              HasSubstr("t.yaml:2: uids: 1 is another entry's, too"));
}

TEST(ParseTokens, NeverQuotesWhatMayBeAToken) {
  for (const char* field : {"sha256: assay_SECRET", "name: 'assay_SECRET x'", "assay_SECRET: 1",
                            "assay_SECRET: [1]", "assay_SECRET:"}) {
    const std::string fault = FaultOf("- {role: user, " + std::string(field) + "}\n");
    EXPECT_FALSE(fault.empty()) << field;
    EXPECT_THAT(fault, Not(HasSubstr("SECRET"))) << field;
  }
}

TEST_F(TokenFileTest, KeepsTheHashOfATokenThatIsMade) {
  const auto token = AddToken(path_, {"ci", Role::kUser, ""});
  ASSERT_TRUE(token.ok()) << token.error().message;
  EXPECT_THAT(*token, StartsWith("assay_"));
  EXPECT_EQ(token->size(), 6u + 43u);
  EXPECT_THAT(Contents(), Not(HasSubstr(*token)));
  struct stat info = {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600u);

  const auto other = AddToken(path_, {"boss", Role::kAdmin, "research"});
  ASSERT_TRUE(other.ok());
  EXPECT_NE(*token, *other);
  const auto read = ReadTokenFile(path_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->file.table.at(Sha256Hex(*token))->name, "ci");
  EXPECT_EQ(read->file.table.at(Sha256Hex(*other))->tenant, "research");
}

TEST_F(TokenFileTest, IsAddedToOnlyWhereThatIsRight) {
  ASSERT_TRUE(AddToken(path_, {"ci", Role::kUser, ""}).ok());
  EXPECT_THAT(AddToken(path_, {"ci", Role::kUser, ""}).error().message, HasSubstr("--name: "));
  EXPECT_THAT(AddToken(path_, {"a b", Role::kUser, ""}).error().message, HasSubstr("--name: "));
  EXPECT_THAT(AddToken(path_, {"b", Role::kUser, "x y"}).error().message, HasSubstr("--tenant: "));
  Write("# no end of line");
  EXPECT_TRUE(AddToken(path_, {"b", Role::kUser, ""}).ok());
  EXPECT_EQ(ReadTokenFile(path_)->file.table.size(), 1u);
  Write("[{name: a, role: user, sha256: " + kHash + "}]\n");
  EXPECT_THAT(AddToken(path_, {"b", Role::kUser, ""}).error().message,
              HasSubstr("an entry a line"));
  Write("- {name: a\n");
  EXPECT_FALSE(AddToken(path_, {"b", Role::kUser, ""}).ok());
}

TEST_F(TokenFileTest, OthersMayNotReadOrWrite) {
  Write("");
  for (const mode_t mode : {0604, 0602, 0620, 0601}) {
    ::chmod(path_.c_str(), mode);
    const auto read = ReadTokenFile(path_);
    ASSERT_FALSE(read.ok()) << mode;
    EXPECT_THAT(read.error().message, HasSubstr("chmod g-w,o-rwx " + path_));
  }
  for (const mode_t mode : {0400, 0600, 0640}) {
    ::chmod(path_.c_str(), mode);
    EXPECT_TRUE(ReadTokenFile(path_).ok()) << mode;
  }
  EXPECT_FALSE(ReadTokenFile(folder_).ok());
  EXPECT_FALSE(ReadTokenFile(folder_ + "/none").ok());
  const std::string pipe = folder_ + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ReadTokenFile(pipe).error().message, HasSubstr("no regular file"));
}

TEST_F(TokenFileTest, IsReadAgainWhenItHasChangedAndSettled) {
  const std::string first = *AddToken(path_, {"a", Role::kUser, ""});
  const auto store = TokenStore::Open(path_);
  ASSERT_TRUE(store.ok());
  ASSERT_NE((*store)->Find(first), nullptr);
  EXPECT_EQ((*store)->Find("assay_other"), nullptr);
  EXPECT_EQ((*store)->Find(""), nullptr);

  const std::string second = *AddToken(path_, {"b", Role::kAdmin, ""});
  (*store)->ReloadIfChanged();  // it may still be written
  EXPECT_EQ((*store)->Find(second), nullptr);
  (*store)->ReloadIfChanged();
  ASSERT_NE((*store)->Find(second), nullptr);
  EXPECT_EQ((*store)->Find(second)->role, Role::kAdmin);
  EXPECT_EQ((*store)->stats().loads, 2);
  (*store)->ReloadIfChanged();
  EXPECT_EQ((*store)->stats().loads, 2);
}

TEST_F(TokenFileTest, ATokenIsGoodUntilItExpires) {
  const std::string line = "- {name: a, role: user, sha256: " + Sha256Hex("one") + ", expires: ";
  Write(line + "2020-01-01}\n");
  const auto store = TokenStore::Open(path_);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ((*store)->Find("one"), nullptr);
  Write(line + "2999-12-31}\n");
  (*store)->Reload();
  EXPECT_NE((*store)->Find("one"), nullptr);
}

TEST_F(TokenFileTest, KnowsATokenWhoseTimeIsOverFromOneThatNeverWas) {
  Caller caller{"a", Role::kUser, ""};
  caller.expires = TokenTimeOf("2020-01-01T00:00:07Z");
  const std::string over = *AddToken(path_, caller);
  const std::string good = *AddToken(path_, {"b", Role::kUser, ""});
  const auto store = TokenStore::Open(path_);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ((*store)->Find(over), nullptr);
  ASSERT_NE((*store)->FindExpired(over), nullptr);
  EXPECT_EQ(TokenTimeText(*(*store)->FindExpired(over)->expires), "2020-01-01T00:00:07Z");
  EXPECT_EQ((*store)->FindExpired(good), nullptr);
  EXPECT_EQ((*store)->FindExpired("none"), nullptr);
}

TEST(TokenEnd, IsATimeFromNowOrAMoment) {
  constexpr int64_t kNow = 1'800'000'000;
  EXPECT_EQ(TokenEndOf("30d", kNow), kNow + 30 * 86'400);
  EXPECT_EQ(TokenEndOf("12h", kNow), kNow + 12 * 3'600);
  EXPECT_EQ(TokenEndOf("90m", kNow), kNow + 90 * 60);
  EXPECT_EQ(TokenEndOf("36500d", kNow), kNow + 36'500LL * 86'400);
  EXPECT_EQ(TokenEndOf("2027-01-31", kNow), 1'801'353'600);
  for (const char* none : {"", "d", "30", "30s", "-1d", "0d", "1.5d", "30 d", "36501d", "soon",
                           "99999999999999999999d", "2020-01-01", "2027-02-30"}) {
    EXPECT_EQ(TokenEndOf(none, kNow), std::nullopt) << none;
  }
}

TEST_F(TokenFileTest, SaysWhatTenantsMayHaveEachTimeItIsRead) {
  Write("- {tenant: a, max_queued: 7}\n");
  TenantTable tenants;
  const auto store = TokenStore::Open(path_, &tenants);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(tenants.Of("a").max_queued, 7);
  Write("- {tenant: a, max_queued: 8}\n- {tenant: b, weight: x}\n");
  (*store)->Reload();
  EXPECT_EQ(tenants.Of("a").max_queued, 7);  // a faulty file changes nothing
  Write("- {tenant: b, weight: 2}\n");
  (*store)->Reload();
  EXPECT_EQ(tenants.Of("a").max_queued, 0);
  EXPECT_EQ(tenants.Of("b").weight, 2);
}

TEST_F(TokenFileTest, WithAFaultLeavesTheTokensBefore) {
  const std::string token = *AddToken(path_, {"a", Role::kUser, ""});
  const std::string good = Contents();
  const auto store = TokenStore::Open(path_);
  ASSERT_TRUE(store.ok());
  Write("- {name: a, role: king}\n");
  for (int i = 0; i < 5; ++i) (*store)->ReloadIfChanged();
  EXPECT_NE((*store)->Find(token), nullptr);
  EXPECT_TRUE((*store)->stats().file_refused);
  EXPECT_EQ((*store)->stats().refused, 1);  // said once

  std::filesystem::remove(path_);
  for (int i = 0; i < 5; ++i) (*store)->ReloadIfChanged();
  EXPECT_NE((*store)->Find(token), nullptr);
  EXPECT_EQ((*store)->stats().refused, 2);

  Write(good);
  (*store)->Reload();
  EXPECT_FALSE((*store)->stats().file_refused);
  Write("");
  (*store)->Reload();
  EXPECT_EQ((*store)->Find(token), nullptr);  // taken away
}

TEST(SameText, IsEquality) {
  EXPECT_TRUE(SameText()("abc", "abc"));
  EXPECT_FALSE(SameText()("abc", "abd"));
  EXPECT_FALSE(SameText()("abc", "ab"));
}

}  // namespace
}  // namespace assay
