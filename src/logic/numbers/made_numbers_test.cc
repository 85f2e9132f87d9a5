#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "logic/numbers/numbers.h"
#include "text/json_reader.h"

namespace assay::logic {
namespace {

Puzzle MadeOfNumbers(const Kind& kind, int difficulty, uint64_t seed) {
  Dice dice(seed);
  return kind.Make(difficulty, &dice);
}

class MadeNumbers : public testing::TestWithParam<const Kind*> {};

TEST_P(MadeNumbers, AreSolvedAndTaken) {
  const Kind& kind = *GetParam();
  std::set<std::string> different;
  constexpr uint64_t kPuzzles = 20;
  for (uint64_t seed = 0; seed < kPuzzles; ++seed) {
    const int difficulty = kEasiest + static_cast<int>(seed % kHardest);
    const Puzzle puzzle = MadeOfNumbers(kind, difficulty, seed);
    EXPECT_EQ(puzzle.kind, kind.name());
    EXPECT_EQ(puzzle.difficulty, difficulty);
    EXPECT_NE(puzzle.prompt.find("Give the final answer in a code block"), std::string::npos);
    JsonError error;
    const auto document = JsonDocument::Parse(puzzle.facts, &error);
    ASSERT_TRUE(document);
    const Result<std::string> answer = kind.Solve(document->root());
    ASSERT_TRUE(answer.ok()) << puzzle.facts;
    const auto reason = [&](const std::string& text) {
      return kind.Verify(document->root(), text).value().reason;
    };
    EXPECT_EQ(reason(*answer), "right") << puzzle.facts << *answer;
    EXPECT_EQ(reason(" " + *answer + "\r\n"), "right");
    EXPECT_EQ(reason("It is " + *answer), "unreadable");
    EXPECT_NE(reason(*answer + "1"), "right");
    different.insert(puzzle.facts);
  }
  EXPECT_GE(different.size(), kPuzzles - 2);
}

TEST_P(MadeNumbers, NeedEveryMember) {
  const Kind& kind = *GetParam();
  const std::string facts = MadeOfNumbers(kind, 2, 1).facts;
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  const std::string many(20'000, '1');
  for (const JsonValue::Member& member : document->root().Members()) {
    for (const std::string& value : std::set<std::string>{"",
                                                          "null",
                                                          "false",
                                                          "NaN",
                                                          "Infinity",
                                                          "-1",
                                                          "1.5",
                                                          "1e300",
                                                          "{}",
                                                          "[]",
                                                          "[[]]",
                                                          "[null,null]",
                                                          "[[1],[1,2]]",
                                                          "\"\"",
                                                          "\"x\"",
                                                          "\"\\ud800\"",
                                                          "\"é\"",
                                                          "\"" + many + "\"",
                                                          "[\"" + many + "\",\"A\"]",
                                                          "[" + many + "," + many + "]"}) {
      std::string broken;
      for (const JsonValue::Member& each : document->root().Members()) {
        const bool this_one = each.key == member.key;
        if (this_one && value.empty()) continue;
        broken += (broken.empty() ? "{\"" : ",\"") + each.key +
                  "\":" + (this_one ? value : std::string(each.value.raw()));
      }
      broken += broken.empty() ? "{}" : "}";
      const auto parsed = JsonDocument::Parse(broken, &error);
      ASSERT_TRUE(parsed) << broken.substr(0, 200);
      const auto verdict = kind.Verify(parsed->root(), "1");
      ASSERT_FALSE(verdict.ok()) << broken.substr(0, 200);
      EXPECT_EQ(verdict.error().code, ErrorCode::kInvalidArgument);
      EXPECT_EQ(verdict.error().field, member.key) << broken.substr(0, 200);
    }
  }
}

TEST_P(MadeNumbers, AreTheSameForTheSameSeed) {
  const std::map<std::string_view, std::string> facts = {
      {"game_of_24", R"~({"numbers":[2,6,4,8],"target":24})~"},
      {"mathador", R"~({"numbers":[2,3,8,5,9],"target":58})~"},
      {"math_path", R"~({"equation":"28+?+3?=7?"})~"},
      {"cryptarithm", R"~({"words":["BNNI","BELI"],"total":"WNLEE"})~"},
      {"operation", R"~({"operators":[[0,3,0,0,0,1],[3,1,0,0,0,0]],"expression":"2 @ (8 @ 2)"})~"}};
  const Kind& kind = *GetParam();
  EXPECT_EQ(MadeOfNumbers(kind, 3, 7).facts, facts.at(kind.name()));
  EXPECT_EQ(MadeOfNumbers(kind, 5, 9).prompt, MadeOfNumbers(kind, 5, 9).prompt);
  EXPECT_NE(MadeOfNumbers(kind, 5, 9).facts, MadeOfNumbers(kind, 5, 10).facts);
}

INSTANTIATE_TEST_SUITE_P(All, MadeNumbers,
                         testing::Values(&GameOf24(), &Mathador(), &MathPath(), &Cryptarithm(),
                                         &Operation()),
                         [](const auto& each) { return std::string(each.param->name()); });

}  // namespace
}  // namespace assay::logic
