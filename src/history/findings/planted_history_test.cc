// The detectors on seeded histories with planted faults, and without.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/build/sanitized.h"
#include "history/findings/detectors.h"
#include "history/findings/planted_history_test_util.h"

namespace assay {
namespace {

std::vector<Finding> FindingsOf(const PlantedHistory& history) {
  RecentVerdicts recent;
  for (const VerdictRecord& verdict : history.verdicts) recent.Add(verdict);
  return FindAll(TallyOf(recent, {}));
}

struct Score {
  size_t found = 0;
  size_t false_alarms = 0;
  std::string missed, wrong;
};

Score ScoreOf(const PlantedHistory& history) {
  std::set<std::pair<std::string, std::string>> alarms;
  Score score;
  for (const Finding& finding : FindingsOf(history)) {
    alarms.emplace(kFindingKindNames.NameOf(finding.kind), finding.subject);
  }
  for (const Planted& fault : history.planted) {
    const bool found = alarms.erase({fault.kind, fault.subject}) > 0;
    score.found += found;
    if (!found) score.missed += fault.kind + " of " + fault.subject.substr(0, 12) + "; ";
    for (const std::string& kind : fault.brings) alarms.erase({kind, fault.subject});
  }
  score.false_alarms = alarms.size();
  for (const auto& [kind, subject] : alarms) {
    score.wrong += kind + " of " + subject.substr(0, 12) + "; ";
  }
  return score;
}

class Planted40 : public ::testing::TestWithParam<int> {};

TEST_P(Planted40, AtLeast38AreFoundWithAtMostFourFalseAlarms) {
  const PlantedHistory history(static_cast<uint64_t>(GetParam()));
  EXPECT_NEAR(static_cast<double>(history.verdicts.size()), 50'000, 2'500);
  ASSERT_EQ(history.planted.size(), 40u);
  const Score score = ScoreOf(history);
  EXPECT_GE(score.found, 38u) << "missed: " << score.missed;
  EXPECT_LE(score.false_alarms, 4u) << score.wrong;
}

INSTANTIATE_TEST_SUITE_P(Seeds, Planted40, ::testing::Range(1, kSanitized ? 3 : 9));

}  // namespace
}  // namespace assay
