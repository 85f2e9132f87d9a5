#include "store/tenant_problems.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay {
namespace {

ProblemPtr DecodeByHash(std::string_view json, const std::string&) {
  auto problem = std::make_shared<Problem>();
  problem->identity = Sha256Hex(json);
  return problem;
}

class TenantProblemsTest : public ::testing::Test {
 protected:
  // What PUT of that text does.
  static std::string Put(const TenantProblems& problems, const std::string& json) {
    const std::string name = Sha256Hex(json);
    EXPECT_TRUE(problems.Put(name, json, DecodeByHash(json, name)).ok());
    return name;
  }
};

TEST_F(TenantProblemsTest, ATenantSeesItsOwnAlone) {
  ProblemStore store(1 << 20, nullptr, DecodeByHash, 1 << 20, ProblemStore::Sharing::kTenants);
  const TenantProblems a(store, "a");
  const TenantProblems b(store, "b");
  const std::string name = Put(a, "one");
  EXPECT_EQ(a.Find(name)->identity, name);
  EXPECT_EQ(a.Text(name), "one");
  EXPECT_EQ(b.Find(name), nullptr);
  EXPECT_EQ(b.FindInMemory(name), nullptr);
  EXPECT_FALSE(b.InMemory(name));
  EXPECT_FALSE(b.Contains(name));
  EXPECT_EQ(b.Text(name), std::nullopt);
  EXPECT_EQ(store.Find(name), nullptr);
  Put(b, "one");
  EXPECT_NE(b.Find(name), nullptr);
  EXPECT_NE(b.Find(name), a.Find(name));
  const auto list = store.List();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name, name);  // what it is called, not what its key is
}

TEST_F(TenantProblemsTest, WhatARequestBringsIsDecodedForEachTenant) {
  ProblemStore store(1 << 20, nullptr, DecodeByHash, 1 << 20, ProblemStore::Sharing::kTenants);
  int decoded = 0;
  const auto give = [&](const char* tenant) {
    const TenantProblems problems(store, tenant);
    problems.Given("key", 3, [&]() -> std::optional<GivenProblem> {
      ++decoded;
      return GivenProblem{DecodeByHash("one", ""), nullptr};
    });
  };
  give("a");
  give("a");
  EXPECT_EQ(decoded, 1);
  give("b");
  EXPECT_EQ(decoded, 2);
}

TEST_F(TenantProblemsTest, TextsOfRequestsAreTheirTenantsAlone) {
  ProblemStore store(1 << 20, nullptr, DecodeByHash, 1 << 20, ProblemStore::Sharing::kTenants);
  const std::string name = Sha256Hex("one");
  TenantProblems(store, "a").KeepText("inline:1", name, "one");
  EXPECT_EQ(TenantProblems(store, "a").NameOfText("inline:1"), name);
  EXPECT_EQ(TenantProblems(store, "a").Text(name), "one");
  EXPECT_EQ(TenantProblems(store, "b").NameOfText("inline:1"), "");
  EXPECT_EQ(TenantProblems(store, "b").Text(name), std::nullopt);
  EXPECT_EQ(store.Text(name), std::nullopt);
}

TEST_F(TenantProblemsTest, AreOneWhereTheOperatorSharesThem) {
  ProblemStore store(1 << 20, nullptr, DecodeByHash, 1 << 20);
  const std::string name = Put(TenantProblems(store, "a"), "one");
  EXPECT_NE(TenantProblems(store, "b").Find(name), nullptr);
  EXPECT_NE(store.Find(name), nullptr);
}

TEST_F(TenantProblemsTest, OfNobodyKeepTheirNames) {
  ProblemStore store(1 << 20, nullptr, DecodeByHash, 1 << 20, ProblemStore::Sharing::kTenants);
  const std::string name = Put(TenantProblems(store, ""), "one");
  EXPECT_NE(store.Find(name), nullptr);
}

}  // namespace
}  // namespace assay
