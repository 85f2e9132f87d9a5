#include "lab/rl/curriculum/state/curriculum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/dice/mix.h"
#include "lab/rl/curriculum/state/curriculum_test_util.h"

namespace assay::curriculum {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

Batch NextOf(Curriculum& curriculum, Ask ask = {}) {
  auto batch = curriculum.Next(ask);
  EXPECT_TRUE(batch.ok()) << batch.error().message;
  return std::move(batch).value();
}

Reported ReportTo(Curriculum& curriculum, const std::vector<GroupResult>& results) {
  auto reported = curriculum.Report(results);
  EXPECT_TRUE(reported.ok()) << reported.error().message;
  return std::move(reported).value();
}

void ReportAll(Curriculum& curriculum, const Batch& batch, int solved) {
  std::vector<GroupResult> results;
  for (const AskedGroup& group : batch.groups) results.push_back(Solved(group, solved));
  ReportTo(curriculum, results);
}

TEST(Curriculum, AnEpochHasEachProblemOnce) {
  const auto curriculum = Begun("groups: 4\nstages: [{name: a, epochs: 2}]", Numbered(10));
  std::map<int64_t, std::multiset<uint32_t>> epochs;
  std::vector<size_t> sizes;
  for (;;) {
    const Batch batch = NextOf(*curriculum);
    if (batch.done) break;
    sizes.push_back(batch.groups.size());
    for (const AskedGroup& group : batch.groups) epochs[group.epoch].insert(group.problem);
  }
  EXPECT_THAT(sizes, ElementsAre(4, 4, 4, 4, 4));
  ASSERT_THAT(epochs, SizeIs(2));
  for (const auto& [epoch, problems] : epochs) {
    EXPECT_EQ(std::set<uint32_t>(problems.begin(), problems.end()).size(), 10u);
    EXPECT_THAT(problems, SizeIs(10));
  }
}

TEST(Curriculum, SeedAndCallsDecide) {
  const auto sequence = [](const std::string& seed) {
    const auto curriculum =
        Begun("seed: " + seed + "\ngroups: 8\nstages: [{name: a}]", Numbered(64));
    std::vector<uint32_t> all;
    for (int i = 0; i < 8; ++i) {
      for (const uint32_t problem : ProblemsOf(NextOf(*curriculum))) all.push_back(problem);
    }
    return all;
  };
  EXPECT_EQ(sequence("1"), sequence("1"));
  EXPECT_NE(sequence("1"), sequence("2"));
}

// ScaleRL: what the last epoch solved nine times of ten isn't drawn again, ever.
TEST(Curriculum, WhatIsSolvedNineTimesOfTenIsRetired) {
  const auto curriculum =
      Begun("groups: 4\nrollouts: 10\nuniform: drop\nretire: {from: 0.9}\nstages: [{name: a}]",
            Numbered(4));
  const Batch first = NextOf(*curriculum);
  std::vector<GroupResult> results;
  std::map<uint32_t, int> solved;
  for (size_t i = 0; i < 4; ++i) {
    const int right[] = {8, 9, 10, 0};
    solved[first.groups[i].problem] = right[i];
    results.push_back(Solved(first.groups[i], right[i]));
  }
  const Reported reported = ReportTo(*curriculum, results);
  EXPECT_EQ(reported.groups[0].outcome, Outcome::kMixed);
  EXPECT_TRUE(reported.groups[0].train);
  EXPECT_TRUE(reported.groups[1].train);
  EXPECT_TRUE(reported.groups[1].retired);
  EXPECT_EQ(reported.groups[2].outcome, Outcome::kAllSolved);
  EXPECT_FALSE(reported.groups[2].train);
  EXPECT_EQ(reported.groups[3].outcome, Outcome::kNoneSolved);
  EXPECT_FALSE(reported.groups[3].train);
  ASSERT_THAT(reported.steps, SizeIs(1));
  EXPECT_EQ(reported.steps[0].trained, 2);
  EXPECT_EQ(reported.steps[0].missing, 0);  // dropped, not replaced
  for (int step = 0; step < 6; ++step) {
    for (const uint32_t problem : ProblemsOf(NextOf(*curriculum))) EXPECT_LT(solved[problem], 9);
  }
  EXPECT_EQ(curriculum->Summarise().retired, 2);
}

TEST(Curriculum, AllRolloutsMayDecideInsteadOfTheLast) {
  const auto curriculum = Begun(
      "groups: 1\nrollouts: 4\nretire: {from: 0.75, over: all}\nstages: [{name: a}]", Numbered(1));
  ReportAll(*curriculum, NextOf(*curriculum), 0);
  ReportAll(*curriculum, NextOf(*curriculum), 4);
  EXPECT_EQ(curriculum->Summarise().retired, 0);  // 4 of 8
  ReportAll(*curriculum, NextOf(*curriculum), 4);
  ReportAll(*curriculum, NextOf(*curriculum), 4);
  EXPECT_EQ(curriculum->Summarise().retired, 1);  // 12 of 16
  EXPECT_TRUE(NextOf(*curriculum).done);
}

// AceReason, code stage 2: easier for the last epoch's model, out of the next ones.
TEST(Curriculum, AnEpochLeavesOutWhatTheLastOneSolved) {
  const auto curriculum = Begun(
      "groups: 2\nrollouts: [8, 12, 16]\ntemperature: [0.6, 0.8, 1.0]\nleave_out_from: 7/8\n"
      "stages: [{name: a, epochs: 3}]",
      Numbered(4));
  std::set<uint32_t> easy;
  for (int step = 0; step < 2; ++step) {
    const Batch batch = NextOf(*curriculum);
    EXPECT_EQ(batch.groups[0].rollouts, 8);
    EXPECT_EQ(batch.groups[0].temperature, 0.6);
    easy.insert(batch.groups[0].problem);
    ReportTo(*curriculum, {Solved(batch.groups[0], 7), Solved(batch.groups[1], 6)});
  }
  const Batch second = NextOf(*curriculum);
  ASSERT_THAT(second.groups, SizeIs(2));
  EXPECT_EQ(second.groups[0].rollouts, 12);
  EXPECT_EQ(second.groups[0].epoch, 1);
  for (const uint32_t problem : ProblemsOf(second)) EXPECT_FALSE(easy.contains(problem));
  ReportAll(*curriculum, second, 12);
  EXPECT_TRUE(NextOf(*curriculum).done);  // nothing is left for the third
}

TEST(Curriculum, StagesTakeTheProblemsTheyName) {
  auto table = std::make_shared<ProblemTable>();
  const Rate rates[] = {{6, 16}, {7, 16}, {0, 16}, {}, {16, 16}};
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(table->Add("m" + std::to_string(i), "math", rates[i]).ok());
    ASSERT_TRUE(table->Add("c" + std::to_string(i), "code", rates[i]).ok());
  }
  const auto curriculum = Begun(R"(
groups: 16
stages:
  - {name: math, domains: math, solved_share: {to: 6/16}, unmeasured: drop, steps: 1}
  - {name: code, domains: code, solved_share: {from: 1/16, to: 15/16}, epochs: 1}
)",
                                table);
  // A batch is as large as was asked for, through as many epochs as that takes.
  const Batch math = NextOf(*curriculum);
  EXPECT_THAT(math.groups, SizeIs(16));
  std::set<std::string> names;
  for (const AskedGroup& group : math.groups) names.emplace(table->Id(group.problem));
  EXPECT_THAT(names, UnorderedElementsAre("m0", "m2"));
  const Batch code = NextOf(*curriculum);
  EXPECT_EQ(code.stage, 1u);
  names.clear();
  for (const AskedGroup& group : code.groups) names.emplace(table->Id(group.problem));
  EXPECT_THAT(names, UnorderedElementsAre("c0", "c1", "c3"));  // the unmeasured one is kept
  EXPECT_THAT(code.groups, SizeIs(3));                         // the last of its stage
  EXPECT_EQ(curriculum->Summarise().unmeasured, 1);
  EXPECT_TRUE(NextOf(*curriculum).done);
}

TEST(Curriculum, WhatIsMeasuredAgainCountsInTheNextStage) {
  const auto curriculum =
      Begun("stages:\n  - {name: a}\n  - {name: b, solved_share: {to: 0.5}, unmeasured: drop}",
            Numbered(3));
  EXPECT_TRUE(curriculum->MeasureAgain({{"p0", 9, 16}, {"p1", 8, 16}}).ok());
  EXPECT_TRUE(curriculum->Advance("").ok());
  EXPECT_THAT(ProblemsOf(NextOf(*curriculum, {.step = 1, .groups = 1})), ElementsAre(1));
  EXPECT_EQ(curriculum->MeasureAgain({{"p9", 1, 2}}).error().field, "problems[0].id");
  EXPECT_EQ(curriculum->MeasureAgain({{"p0", 1, 2}, {"p1", 3, 2}}).error().field,
            "problems[1].solved");
}

// DAPO: groups that teach nothing are replaced until the step has as many as it wants.
TEST(Curriculum, AStepIsFilledUp) {
  const auto curriculum =
      Begun("groups: 4\nrollouts: 2\nuniform: refill\nstages: [{name: a}]", Numbered(100));
  const Batch batch = NextOf(*curriculum, {.step = 5, .groups = {}});
  const Reported reported = ReportTo(
      *curriculum,
      {Solved(batch.groups[0], 1), Solved(batch.groups[1], 2), Solved(batch.groups[2], 0)});
  EXPECT_EQ(reported.steps[0].step, 5);
  EXPECT_EQ(reported.steps[0].trained, 1);
  EXPECT_EQ(reported.steps[0].under_way, 1);
  EXPECT_EQ(reported.steps[0].missing, 2);
  // The next step may begin meanwhile.
  EXPECT_THAT(NextOf(*curriculum).groups, SizeIs(4));
  const Batch more = NextOf(*curriculum, {.step = 5, .groups = {}});
  EXPECT_EQ(more.step, 5);
  EXPECT_THAT(more.groups, SizeIs(2));
  ReportAll(*curriculum, more, 1);
  EXPECT_EQ(ReportTo(*curriculum, {Solved(batch.groups[3], 1)}).steps[0].missing, 0);
  EXPECT_THAT(curriculum->Next({.step = 5, .groups = {}}).error().message, HasSubstr("5 is over"));
}

TEST(Curriculum, OurFailuresSayNothingAboutTheProblem) {
  const auto curriculum =
      Begun("groups: 2\nrollouts: 3\nstages: [{name: a, epochs: 1}]", Numbered(2));
  const Batch batch = NextOf(*curriculum);
  const GroupResult masked{batch.groups[0].group, {{}, {}, {}}, 0};
  const GroupResult partly{batch.groups[1].group, {{}, 1.0, 0.0}, 0};
  const Reported reported = ReportTo(*curriculum, {masked, partly});
  EXPECT_EQ(reported.groups[0].outcome, Outcome::kMasked);
  EXPECT_FALSE(reported.groups[0].train);
  EXPECT_EQ(reported.groups[1].outcome, Outcome::kMixed);
  EXPECT_EQ(curriculum->Summarise().rollouts, 2);
  // It comes again, though the epoch is through; but not for ever.
  for (int again = 0; again < 2; ++again) {
    const Batch next = NextOf(*curriculum);
    EXPECT_THAT(ProblemsOf(next), ElementsAre(batch.groups[0].problem));
    ReportTo(*curriculum, {{next.groups[0].group, {{}, {}, {}}, 0}});
  }
  EXPECT_TRUE(NextOf(*curriculum).done);
}

TEST(Curriculum, WhatIsReturnedComesAgain) {
  const auto curriculum = Begun("groups: 3\nstages: [{name: a, epochs: 1}]", Numbered(3));
  const Batch batch = NextOf(*curriculum);
  ASSERT_TRUE(curriculum->Return({batch.groups[1].group}).ok());
  EXPECT_FALSE(curriculum->Return({batch.groups[1].group}).ok());
  // However often: it isn't its fault.
  for (int again = 0; again < 5; ++again) {
    const Batch next = NextOf(*curriculum);
    EXPECT_THAT(ProblemsOf(next), ElementsAre(batch.groups[1].problem));
    ASSERT_TRUE(curriculum->Return({next.groups[0].group}).ok());
  }
}

TEST(Curriculum, WrongReportsChangeNothing) {
  const auto curriculum = Begun("groups: 2\nrollouts: 2\nstages: [{name: a}]", Numbered(8));
  const Batch batch = NextOf(*curriculum);
  const GroupResult good = Solved(batch.groups[0], 1);
  GroupResult bad = Solved(batch.groups[1], 1);
  const auto field = [&](const std::vector<GroupResult>& results) {
    return curriculum->Report(results).error().field;
  };
  EXPECT_EQ(field({good, {99, {1.0}, 0}}), "groups[1].group");
  EXPECT_EQ(field({good, good}), "groups[1].group");
  EXPECT_EQ(field({good, {bad.group, {}, 0}}), "groups[1].rewards");
  EXPECT_EQ(field({good, {bad.group, {1.0, std::nan("")}, 0}}), "groups[1].rewards");
  EXPECT_EQ(field({good, {bad.group, {1.0}, 2}}), "groups[1].truncated");
  EXPECT_EQ(curriculum->Summarise().under_way, 2);
  EXPECT_EQ(curriculum->Next({.step = 0, .groups = {}}).error().field, "step");
  const int64_t most = 9'007'199'254'740'991;
  for (const int64_t step : {most + 1, std::numeric_limits<int64_t>::max()}) {
    const auto refused = curriculum->Next({.step = step, .groups = {}});
    ASSERT_FALSE(refused.ok()) << step;
    EXPECT_EQ(refused.error().message, "step: must be from 1 to 9007199254740991") << step;
  }
  EXPECT_EQ(curriculum->Next({.step = {}, .groups = 0}).error().field, "groups");
  EXPECT_EQ(curriculum->Summarise().step, 1);
}

TEST(Curriculum, SharesOfPoolsAreKeptToTheGroup) {
  auto table = std::make_shared<ProblemTable>();
  for (uint32_t i = 0; i < 300; ++i) {
    ASSERT_TRUE(table->Add("p" + std::to_string(i), "d", {i % 3 * 4, 8}).ok());  // 0, 1/2, 1
  }
  const auto curriculum = Begun(
      "groups: 10\ndraw: pools\n"
      "pools: {by: share, unseen: 0, hard: 0.2, normal: 0.7, easy: 0.1}\nstages: [{name: a}]",
      table);
  for (int step = 0; step < 8; ++step) {
    int counts[3] = {};
    for (const uint32_t problem : ProblemsOf(NextOf(*curriculum))) ++counts[problem % 3];
    EXPECT_THAT(counts, ElementsAre(2, 7, 1));
  }
}

TEST(Curriculum, WeightsOfPoolsAreThoseOfProblems) {
  auto table = std::make_shared<ProblemTable>();
  for (uint32_t i = 0; i < 3000; ++i) {
    ASSERT_TRUE(table->Add("p" + std::to_string(i), "d", {i % 3 * 4, 8}).ok());
  }
  const auto curriculum = Begun(
      "groups: 100\nrollouts: 8\ndraw: pools\npools: {hard: 0.2, normal: 1, easy: 0}\n"
      "stages: [{name: a}]",
      table);
  int counts[3] = {};
  for (int step = 0; step < 100; ++step) {
    const Batch batch = NextOf(*curriculum);
    std::vector<GroupResult> results;
    for (const AskedGroup& group : batch.groups) {
      ++counts[group.problem % 3];
      results.push_back(Solved(group, static_cast<int>(group.problem % 3) * 4));
    }
    ReportTo(*curriculum, results);
  }
  EXPECT_EQ(counts[2], 0);
  // 10,000 draws with a chance of one in six: the deviation is 37.
  EXPECT_NEAR(counts[0], 10000 / 6.0, 4 * 37.3);
}

TEST(Curriculum, WhatIsUnderWayIsNotDrawnFromPools) {
  const auto curriculum = Begun(
      "groups: 4\nrollouts: 4\ndraw: pools\nretire: {from: 1.0}\nstages: [{name: a}]", Numbered(6));
  const Batch first = NextOf(*curriculum);
  const Batch second = NextOf(*curriculum);
  EXPECT_THAT(second.groups, SizeIs(2));
  EXPECT_TRUE(second.waiting);
  EXPECT_THAT(NextOf(*curriculum).groups, IsEmpty());
  ReportAll(*curriculum, first, 4);  // all solved, all retired
  const Batch third = NextOf(*curriculum);
  EXPECT_THAT(third.groups, IsEmpty());
  EXPECT_TRUE(third.waiting);
  ReportAll(*curriculum, second, 4);
  EXPECT_TRUE(NextOf(*curriculum).done);
}

TEST(Curriculum, AStepIsOfOneDomainWithItsPart) {
  const auto curriculum =
      Begun("groups: 5\none_domain: true\ndomain_weights: {d0: 3, d1: 1}\nstages: [{name: a}]",
            Numbered(40, 3));
  std::map<uint32_t, int> steps;
  for (int step = 0; step < 12; ++step) {
    std::set<uint32_t> domains;
    for (const uint32_t problem : ProblemsOf(NextOf(*curriculum))) domains.insert(problem % 3);
    ASSERT_THAT(domains, SizeIs(1));
    ++steps[*domains.begin()];
  }
  EXPECT_THAT(steps, ElementsAre(std::pair(0u, 9), std::pair(1u, 3)));  // d2 has no weight
}

TEST(Curriculum, DomainsAndStagesThatAreNotThereAreNamed) {
  const auto made = Curriculum::Make(PlanOf("stages: [{name: a, domains: chess}]"), Numbered(2));
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message,
              HasSubstr("no problem is of the domain 'chess'; there are 'd0'"));
  EXPECT_FALSE(
      Curriculum::Make(PlanOf("stages: [{name: a, solved_share: {from: 1/2}, unmeasured: drop}]"),
                       Numbered(2))
          .ok());
  const auto curriculum = Begun("stages: [{name: a}, {name: b}]", Numbered(2));
  EXPECT_THAT(curriculum->Advance("a").error().message, HasSubstr("no stage 'a' behind 'a'"));
  EXPECT_TRUE(curriculum->Advance("b").ok());
  EXPECT_TRUE(curriculum->Advance("").ok());
  EXPECT_FALSE(curriculum->Advance("").ok());
}

TEST(Curriculum, LateReportsOfAnEarlierStageCount) {
  const auto curriculum = Begun(
      "groups: 2\nrollouts: 2\nretire: {from: 1.0}\n"
      "stages: [{name: a, steps: 1}, {name: b, draw: pools}]",
      Numbered(4));
  const Batch first = NextOf(*curriculum);
  const Batch second = NextOf(*curriculum);
  ReportAll(*curriculum, first, 2);
  std::set<uint32_t> retired;
  for (const uint32_t problem : ProblemsOf(first)) retired.insert(problem);
  ReportAll(*curriculum, second, 1);
  for (int step = 0; step < 4; ++step) {
    const Batch batch = NextOf(*curriculum);
    for (const AskedGroup& group : batch.groups) {
      // One that was under way in both stages may be; none is drawn after its retirement.
      EXPECT_FALSE(retired.contains(group.problem));
    }
    ReportAll(*curriculum, batch, 1);
  }
}

// Whatever comes in whatever order: no problem is under way twice in a pool or drawn after its
// retirement, and every number adds up.
TEST(Curriculum, HoldsTogetherUnderRandomCalls) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    const bool pools = dice.Below(2) == 0;
    const std::string yaml =
        std::string("groups: 7\nrollouts: 4\nuniform: refill\nretire: {from: 1.0}\n") +
        (pools ? "draw: pools\n" : "") + (dice.Below(2) == 0 ? "one_domain: true\n" : "") +
        "stages: [{name: a, steps: 20}, {name: b, epochs: 4}, {name: c, steps: 30}]";
    const auto curriculum = Begun(yaml, Numbered(50, 3));
    std::map<int64_t, AskedGroup> under_way;
    std::map<uint32_t, size_t> retired;  // in which stage
    int64_t reported = 0, returned = 0;
    for (int call = 0; call < 400; ++call) {
      const size_t kind = dice.Below(8);
      if (kind < 3) {
        Ask ask;
        if (dice.Below(3) == 0) ask.groups = 1 + static_cast<int64_t>(dice.Below(9));
        const Batch batch = NextOf(*curriculum, ask);
        if (batch.done) break;
        for (const AskedGroup& group : batch.groups) {
          EXPECT_FALSE(pools && retired.contains(group.problem));
          under_way[group.group] = group;
        }
      } else if (!under_way.empty()) {
        auto one = under_way.begin();
        std::advance(one, static_cast<ptrdiff_t>(dice.Below(under_way.size())));
        if (kind == 7) {
          ASSERT_TRUE(curriculum->Return({one->first}).ok());
          ++returned;
        } else {
          const Reported answer =
              ReportTo(*curriculum, {Solved(one->second, static_cast<int>(dice.Below(5)))});
          if (answer.groups[0].retired) retired[one->second.problem] = 0;
          ++reported;
        }
        under_way.erase(one);
      }
      const Summary now = curriculum->Summarise();
      ASSERT_EQ(now.under_way, static_cast<int64_t>(under_way.size()));
      ASSERT_EQ(now.given, now.under_way + reported + returned);
      ASSERT_EQ(now.retired, static_cast<int64_t>(retired.size()));
    }
  }
}

}  // namespace
}  // namespace assay::curriculum
