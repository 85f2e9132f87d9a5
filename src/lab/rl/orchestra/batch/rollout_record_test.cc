#include "lab/rl/orchestra/batch/rollout_record.h"

#include <gtest/gtest.h>

#include "text/json_reader.h"

namespace assay::orchestra {
namespace {

GroupRecord Group() {
  GroupRecord group;
  group.group = 7;
  group.id = "p\"1";
  group.row = 3;
  group.domain = "math";
  group.messages = R"([{"role":"user","content":"q"}])";
  group.temperature = 0.6;
  group.response_tokens = 99;
  const std::optional<double> rewards[] = {1.0, 0.0, std::nullopt};
  for (int i = 0; i < 3; ++i) {
    RolloutRecord rollout;
    rollout.rollout = 10 + i;
    rollout.text.text = "a\n\xff";
    rollout.text.finish_reason = "stop";
    rollout.text.interrupted = i == 1;
    rollout.text.prompt_ids = {1, 2};
    rollout.text.token_ids = {3, 4, 5};
    rollout.text.logprobs = {-0.5, 0, -1};
    rollout.text.chosen = {true, false, true};
    rollout.text.tokens = 3;
    rollout.reward = rewards[i];
    rollout.verdict = "AC";
    rollout.first_version = 4;
    rollout.last_version = 6;
    group.rollouts.push_back(rollout);
  }
  return group;
}

TEST(RolloutRecord, IsReadAsItWasWritten) {
  const std::string json = GroupJson(Group());
  const auto read = ReadGroup(json);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(GroupJson(*read), json);
  EXPECT_EQ(read->rollouts[1].text.chosen, Group().rollouts[1].text.chosen);
  EXPECT_FALSE(read->rollouts[2].reward);
  EXPECT_FALSE(ReadGroup("{}").ok());
  EXPECT_FALSE(ReadGroup("[").ok());
}

TEST(RolloutRecord, ShapesOfTrainersLeaveMaskedOnesOut) {
  EXPECT_EQ(
      BatchLines(Group(), 2, RecordShape::kPrimeRl),
      "{\"token_ids\":[1,2,3,4,5],\"mask\":[false,false,true,false,true],\"logprobs\":[0.0,0.0,-0."
      "5,"
      "0.0,-1.0],\"temperatures\":[0.6,0.6,0.6,0.6,0.6],\"advantages\":[0.0,0.0,0.5,0.0,0.5],"
      "\"reward\":1.0,\"env_name\":\"math\"}\n"
      "{\"token_ids\":[1,2,3,4,5],\"mask\":[false,false,true,false,true],\"logprobs\":[0.0,0.0,-0."
      "5,"
      "0.0,-1.0],\"temperatures\":[0.6,0.6,0.6,0.6,0.6],\"advantages\":[0.0,0.0,-0.5,0.0,-0.5],"
      "\"reward\":0.0,\"env_name\":\"math\"}\n");
  EXPECT_EQ(BatchLines(Group(), 2, RecordShape::kVerl),
            "{\"uid\":\"7\",\"data_source\":\"math\",\"prompts\":[1,2],\"responses\":[3,4,5],"
            "\"response_mask\":[1,0,1],\"rollout_log_probs\":[-0.5,0.0,-1.0],"
            "\"rm_scores\":[0.0,0.0,1.0]}\n"
            "{\"uid\":\"7\",\"data_source\":\"math\",\"prompts\":[1,2],\"responses\":[3,4,5],"
            "\"response_mask\":[1,0,1],\"rollout_log_probs\":[-0.5,0.0,-1.0],"
            "\"rm_scores\":[0.0,0.0,0.0]}\n");
  const std::string ours = BatchLines(Group(), 2, RecordShape::kAssay);
  EXPECT_EQ(std::count(ours.begin(), ours.end(), '\n'), 3);
  JsonError error;
  for (size_t from = 0; from < ours.size();) {
    const size_t end = ours.find('\n', from);
    const std::string line = ours.substr(from, end - from);
    const auto row = JsonDocument::Parse(line, &error);
    ASSERT_TRUE(row) << line;
    EXPECT_EQ(row->root().Find("step").Double(), 2);
    EXPECT_EQ(row->root().Find("advantage").IsNull(), row->root().Find("reward").IsNull());
    from = end + 1;
  }
}

}  // namespace
}  // namespace assay::orchestra
