#include "lab/rl/orchestra/grade/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lab/rl/tiny/task/alphabet.h"
#include "lab/rl/tiny/task/toy_task.h"

namespace assay::tiny {
namespace {

using testing::HasSubstr;

TEST(AlphabetTest, WhatIsEncodedIsDecoded) {
  const std::string text = "print(3*int(input())-7)\n ~";
  const auto tokens = Encode(text);
  ASSERT_TRUE(tokens);
  EXPECT_EQ(tokens->size(), text.size());
  EXPECT_EQ(Decode(*tokens), text);
  EXPECT_EQ(Decode(std::vector<int>{kEnd}), "");
  EXPECT_FALSE(Encode("\xC3\xA9"));
  EXPECT_FALSE(Encode("\t"));
}

TEST(ToyTaskTest, NothingHeldOutIsTrainedOn) {
  std::set<std::string> training;
  for (const ToyTask& task : DrawTasks(Part::kTraining, 3000, 0.3, 1)) {
    EXPECT_TRUE(training.insert(task.Prompt()).second) << task.Prompt();
  }
  for (const ToyTask& task : DrawTasks(Part::kHeldOut, 2000, 0.3, 2)) {
    EXPECT_EQ(training.count(task.Prompt()), 0u) << task.Prompt();
  }
}

TEST(ToyTaskTest, ItsRowsAreThoseOfTheOrchestrator) {
  ToyTask sum;
  sum.terms = {8, 9, 3, 5};
  const auto read = orchestra::ReadTask(RowOf(sum), "");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read->math);
  EXPECT_EQ(read->gold, "25");
  EXPECT_EQ(read->messages, R"([{"role":"user","content":"8+9+3+5="}])");

  ToyTask line;
  line.kind = ToyTask::Kind::kLine;
  line.factor = 12;
  line.shift = -7;
  const auto program = orchestra::ReadTask(RowOf(line), "");
  ASSERT_TRUE(program.ok()) << program.error().message;
  EXPECT_EQ(program->id, "12n-7:");
  EXPECT_FALSE(program->math);
  EXPECT_THAT(program->problem, HasSubstr(R"({"input":"3\n","expected":"29\n"})"));
}

TEST(ToyTaskTest, ATeacherWhoNeverErrsIsRight) {
  Dice dice(1);
  const Teacher teacher{.guesses = 0, .slips = 0, .wrong_lines = 0};
  ToyTask sum;
  sum.terms = {8, 9, 3, 5};
  EXPECT_EQ(Demonstration(sum, teacher, &dice), "8+9=17+3=20+5=25:\\boxed{25}");
  ToyTask line;
  line.kind = ToyTask::Kind::kLine;
  line.factor = 12;
  line.shift = -7;
  EXPECT_EQ(Demonstration(line, teacher, &dice), "print(12*int(input())-7)");
}

TEST(ToyTaskTest, WhatItShowsFitsTheAlphabet) {
  Dice dice(2);
  for (const ToyTask& task : DrawTasks(Part::kTraining, 500, 0.5, 3)) {
    const std::string text = task.Prompt() + Demonstration(task, {}, &dice);
    EXPECT_TRUE(Encode(text)) << text;
    EXPECT_LT(text.size(), 48u) << text;
  }
}

}  // namespace
}  // namespace assay::tiny
