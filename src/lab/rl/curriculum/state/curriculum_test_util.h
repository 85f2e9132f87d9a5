// Plans and problems in a line, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lab/rl/curriculum/state/curriculum.h"

namespace assay::curriculum {

inline Plan PlanOf(const std::string& yaml) {
  auto plan = ParsePlan("name: test\n" + yaml, "test");
  EXPECT_TRUE(plan.ok()) << plan.error().message;
  return std::move(plan).value();
}

// "p0", "p1", …; every `domains`th of a domain: "d0", "d1", …
inline std::shared_ptr<ProblemTable> Numbered(int count, int domains = 1) {
  auto table = std::make_shared<ProblemTable>();
  for (int i = 0; i < count; ++i) {
    EXPECT_TRUE(table->Add("p" + std::to_string(i), "d" + std::to_string(i % domains), {}).ok());
  }
  return table;
}

inline std::unique_ptr<Curriculum> Begun(const std::string& yaml,
                                         std::shared_ptr<const ProblemTable> problems) {
  auto made = Curriculum::Make(PlanOf(yaml), std::move(problems));
  EXPECT_TRUE(made.ok()) << made.error().message;
  return std::move(made).value();
}

// `solved` of the group's rollouts get 1, the others 0.
inline GroupResult Solved(const AskedGroup& group, int solved) {
  GroupResult result;
  result.group = group.group;
  for (int i = 0; i < group.rollouts; ++i) result.rewards.emplace_back(i < solved ? 1 : 0);
  return result;
}

inline std::vector<uint32_t> ProblemsOf(const Batch& batch) {
  std::vector<uint32_t> problems;
  for (const AskedGroup& group : batch.groups) problems.push_back(group.problem);
  return problems;
}

}  // namespace assay::curriculum
