#include "logic/numbers/numbers.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "text/json_reader.h"

namespace assay::logic {
namespace {

// "right", the reason why not, or "facts: " and the member at fault.
std::string NumbersVerdict(const Kind& kind, std::string_view facts, std::string_view answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  if (!document) return "no JSON";
  const Result<Verdict> verdict = kind.Verify(document->root(), answer);
  if (!verdict.ok()) {
    EXPECT_EQ(verdict.error().code, ErrorCode::kInvalidArgument);
    EXPECT_FALSE(kind.Solve(document->root()).ok());
    return "facts: " + verdict.error().field;
  }
  EXPECT_EQ(verdict->right, verdict->reason == "right");
  return std::string(verdict->reason);
}

std::string NumbersSolution(const Kind& kind, std::string_view facts) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  const Result<std::string> answer = kind.Solve(document->root());
  return answer.ok() ? *answer : "none: " + answer.error().message;
}

std::string GameFacts(const std::string& numbers, int target) {
  return "{\"numbers\":" + numbers + ",\"target\":" + std::to_string(target) + "}";
}

TEST(GameOf24, TakesEveryRightAnswer) {
  const auto verdict = [](std::string_view answer) {
    return NumbersVerdict(GameOf24(), GameFacts("[4,7,8,8]", 24), answer);
  };
  for (const std::string_view answer :
       {"(7 - 8 / 8) * 4", "(7-8/8)*4", "4 × (7 − 8 ÷ 8) = 24", "4·(7-8/8)", "[7 - 8 / 8] * 4",
        "$4 \\times \\left(7 - 8 \\div 8\\right)$", "\n4 *\n(7 - (8 / 8))\n=24\n",
        "((((4)))) * (7 - 8 / 8)"}) {
    EXPECT_EQ(verdict(answer), "right") << answer;
  }
  // Fractions on the way.
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[3,3,8,8]", 24), "8 / (3 - 8 / 3)"), "right");
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[5,5,5,1]", 24), "5 * (5 - 1/5)"), "right");
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[1,2]", 0), "1 - 2 + 1"), "wrong_numbers");
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[2,2]", 0), "2 - 2"), "right");
  // From left to right.
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[9,4,3]", 2), "9 - 4 - 3"), "right");
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[12,3,2]", 2), "12 / 3 / 2"), "right");
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[12,3,2]", 8), "12 / 3 * 2"), "right");
}

TEST(GameOf24, SaysWhatIsWrong) {
  const auto verdict = [](std::string_view answer) {
    return NumbersVerdict(GameOf24(), GameFacts("[12,3,4,8]", 24), answer);
  };
  EXPECT_EQ(verdict("12 + 3 + 4 + 8"), "wrong_value");
  EXPECT_EQ(verdict("12 * 8 / 4"), "wrong_numbers");
  EXPECT_EQ(verdict("12 + 3 * 4"), "wrong_numbers");
  EXPECT_EQ(verdict("24"), "wrong_numbers");
  EXPECT_EQ(verdict("12 * 3 * 4 * 8 - 12"), "wrong_numbers");
  EXPECT_EQ(verdict("8 * 3 + 4 - 12 = 16"), "claims_another_value");
  EXPECT_EQ(verdict("8 / (12 - 3 * 4)"), "division_by_zero");
  EXPECT_EQ(verdict("24 = 8 * 3 + 4 - 12"), "unreadable");
  for (const std::string_view answer : {"",
                                        " ",
                                        "1 2 + 3 + 4 + 8",
                                        "12 + (3 + 4 + 8",
                                        "12 + 3) + 4 + 8",
                                        "(12 + 3] + 4 + 8",
                                        "12 + + 3",
                                        "-12 + 3",
                                        "12 + 3 4",
                                        "3(4 + 8)",
                                        "12 ** 3",
                                        "12 + 3 = ",
                                        "= 24",
                                        "12 + x",
                                        "()",
                                        "12 + 3 = 15 = 15",
                                        "1,2 + 3",
                                        "12.0 + 3",
                                        "12 + 3 +",
                                        "４ + 8",
                                        "12345 + 3"}) {
    EXPECT_EQ(verdict(answer), "unreadable") << answer;
  }
  EXPECT_EQ(verdict(std::string(200, '(') + "1" + std::string(200, ')')), "unreadable");
  for (const char c : std::string("(1+× ")) {
    EXPECT_EQ(verdict(std::string(kMostAnswerBytes, c)), "unreadable");
  }
}

TEST(Mathador, KeepsToWholeNumbers) {
  const auto verdict = [](std::string_view answer) {
    return NumbersVerdict(Mathador(), GameFacts("[2,3,7,7,10]", 21), answer);
  };
  EXPECT_EQ(verdict("3 * 7"), "right");
  EXPECT_EQ(verdict("7 + 7 + 10 - 3"), "right");
  EXPECT_EQ(verdict("(10 + 2 - 7 / 7) + 10"), "wrong_numbers");
  EXPECT_EQ(verdict("7 + 7 + 7"), "wrong_numbers");
  EXPECT_EQ(verdict("3 * 8"), "wrong_numbers");
  EXPECT_EQ(verdict("10 / 7 * 7"), "not_whole");
  EXPECT_EQ(verdict("(2 - 3) + 10"), "not_whole");
  EXPECT_EQ(verdict("3 / (7 - 7)"), "division_by_zero");
  EXPECT_EQ(verdict("10 + 7"), "wrong_value");
  EXPECT_EQ(verdict("3 * 7 = 22"), "claims_another_value");
  EXPECT_EQ(NumbersVerdict(Mathador(), GameFacts("[2,21]", 21), "21"), "right");
}

TEST(TargetGames, RefuseBrokenFactsAndSayWhenThereIsNoAnswer) {
  for (const Kind* kind : {&GameOf24(), &Mathador()}) {
    for (const std::string numbers : {"[1]", "[]", "[1,2,3,4,5,6,7]", "[0,1]", "[100,1]",
                                      "[1,\"2\"]", "[1,2.5]", "\"12\"", "null"}) {
      EXPECT_EQ(NumbersVerdict(*kind, GameFacts(numbers, 5), "1"), "facts: numbers") << numbers;
    }
    EXPECT_EQ(NumbersVerdict(*kind, GameFacts("[1,2]", 10'000), "1"), "facts: target");
    EXPECT_EQ(NumbersVerdict(*kind, GameFacts("[1,2]", -1), "1"), "facts: target");
    EXPECT_EQ(NumbersSolution(*kind, GameFacts("[1,1]", 24)), "none: the puzzle has no answer");
  }
  // The greatest values that six numbers come to.
  const std::string most = "99 * 99 * 99 * 99 * 99 / 99";
  EXPECT_EQ(NumbersVerdict(GameOf24(), GameFacts("[99,99,99,99,99,99]", 9999), most),
            "wrong_value");
  EXPECT_EQ(
      NumbersVerdict(GameOf24(), GameFacts("[99,98,97,95,94,89]", 9999), "99/98 - 97/95 - 94/89"),
      "wrong_value");
}

TEST(MathPath, TakesWhatHolds) {
  const auto verdict = [](std::string_view equation, std::string_view answer) {
    return NumbersVerdict(MathPath(), "{\"equation\":\"" + std::string(equation) + "\"}", answer);
  };
  EXPECT_EQ(verdict("1?+?*4=2?", "12+3*4=24"), "right");
  EXPECT_EQ(verdict("1?+?*4=2?", " 10 + 3 × 4\n= 22 "), "right");
  EXPECT_EQ(verdict("?-?=0", "$7 − 7 = 0$"), "right");
  EXPECT_EQ(verdict("9-3-2=?", "9-3-2=4"), "right");
  EXPECT_EQ(verdict("?*0=0", "0*0=0"), "right");
  EXPECT_EQ(verdict("1-2=?-4", "1-2=3-4"), "right");
  EXPECT_EQ(verdict("1?+?*4=2?", "12+3*4=25"), "equation_fails");
  EXPECT_EQ(verdict("9-3-2=?", "9-3-2=8"), "equation_fails");
  EXPECT_EQ(verdict("1?+?*4=2?", "12+3+4=24"), "equation_changed");
  EXPECT_EQ(verdict("1?+?*4=2?", "22+3*4=24"), "equation_changed");
  EXPECT_EQ(verdict("1?+?*4=2?", "12+13*4=24"), "equation_changed");
  EXPECT_EQ(verdict("1?+?*4=2?", "12+3*4"), "equation_changed");
  EXPECT_EQ(verdict("?5+1=6", "05+1=6"), "leading_zero");
  for (const std::string_view answer : {"", "12+?*4=24", "x", "1 2+3*4=24", "12+3*4=24."}) {
    EXPECT_EQ(verdict("1?+?*4=2?", answer), "unreadable") << answer;
  }
  // As large as numbers in 40 characters are.
  const std::string nines(19, '9');
  EXPECT_EQ(verdict(nines + "=" + std::string(18, '9') + "?", nines + "=" + nines), "right");
  EXPECT_EQ(
      verdict("999999*999999*99999?=999999*99999*99999", "999999*999999*999999=999999*99999*99999"),
      "equation_fails");
  EXPECT_EQ(verdict("1=" + std::string(38, '9'), "1=" + std::string(38, '9')), "equation_fails");
}

TEST(MathPath, RefusesBrokenFacts) {
  for (const std::string& equation :
       {std::string(), std::string("1+?"), std::string("1=?=1"), std::string("a=?"),
        std::string("1=?????????"), std::string("+1=?"), std::string("1+=?"), std::string("1**1=?"),
        std::string("=?"), std::string("?="), std::string("0?=1"), std::string("1=-?"),
        "=" + std::string(39, '9'), std::string(39, '9') + "=", "1=" + std::string(39, '1')}) {
    EXPECT_EQ(NumbersVerdict(MathPath(), "{\"equation\":\"" + equation + "\"}", "1=1"),
              "facts: equation")
        << equation;
  }
  EXPECT_EQ(NumbersVerdict(MathPath(), R"({"equation":12})", "1=1"), "facts: equation");
  EXPECT_EQ(NumbersSolution(MathPath(), R"({"equation":"?+9=1"})"),
            "none: the puzzle has no answer");
  EXPECT_EQ(NumbersSolution(MathPath(), R"({"equation":"????????+9=1"})"),
            "none: the search was given up after many steps");
}

constexpr std::string_view kSendMore = R"({"words":["SEND","MORE"],"total":"MONEY"})";

TEST(Cryptarithm, TakesEveryRightAnswer) {
  EXPECT_EQ(NumbersVerdict(Cryptarithm(), kSendMore, "9567 + 1085 = 10652"), "right");
  EXPECT_EQ(NumbersVerdict(Cryptarithm(), kSendMore, "9567+1085=10652\n"), "right");
  EXPECT_EQ(NumbersVerdict(Cryptarithm(), kSendMore, "$9567 + 1085 = 10652$"), "right");
  EXPECT_EQ(NumbersSolution(Cryptarithm(), kSendMore), "9567 + 1085 = 10652");
  constexpr std::string_view kMany = R"({"words":["A","B"],"total":"C"})";
  for (const std::string_view answer : {"1 + 2 = 3", "2 + 1 = 3", "4 + 5 = 9"}) {
    EXPECT_EQ(NumbersVerdict(Cryptarithm(), kMany, answer), "right") << answer;
  }
  EXPECT_EQ(NumbersVerdict(Cryptarithm(), R"({"words":["A","B"],"total":"B"})", "0 + 7 = 7"),
            "right");
}

TEST(Cryptarithm, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return NumbersVerdict(Cryptarithm(), kSendMore, answer);
  };
  EXPECT_EQ(verdict("9567 + 1084 = 10652"), "letter_with_digits");
  EXPECT_EQ(verdict("9568 + 1085 = 10652"), "digit_with_letters");
  EXPECT_EQ(verdict("9167 + 1085 = 10652"), "digit_with_letters");
  EXPECT_EQ(verdict("2817 + 0368 = 03185"), "leading_zero");
  EXPECT_EQ(verdict("9576 + 1085 = 10752"), "sum_fails");
  EXPECT_EQ(verdict("9568 + 1073 = 10652"), "letter_with_digits");
  EXPECT_EQ(verdict("9563 + 1085 = 10652"), "sum_fails");
  EXPECT_EQ(verdict("9567 + 1085 = 1065"), "wrong_size");
  EXPECT_EQ(verdict("95671 + 085 = 10652"), "wrong_size");
  EXPECT_EQ(verdict("9567 = 1085 + 10652"), "wrong_size");
  for (const std::string_view answer :
       {"", "SEND + MORE = MONEY", "S=9, E=5", "9 567+1085=10652", "9567 + 1085 - 10652"}) {
    EXPECT_EQ(verdict(answer), "unreadable") << answer;
  }
}

TEST(Cryptarithm, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view words, std::string_view total) {
    return NumbersVerdict(
        Cryptarithm(),
        "{\"words\":" + std::string(words) + ",\"total\":" + std::string(total) + "}", "1+1=2");
  };
  for (const std::string_view words :
       {R"(["AB"])", R"(["a","B"])", R"(["","B"])", R"(["ABCDEFGH","B"])",
        R"(["A","B","C","D","E"])", R"(["A",1])", "7", R"(["Ä","B"])"}) {
    EXPECT_EQ(verdict(words, "\"C\""), "facts: words") << words;
  }
  EXPECT_EQ(verdict(R"(["A","B"])", "\"\""), "facts: total");
  EXPECT_EQ(verdict(R"(["A","B"])", "\"c\""), "facts: total");
  EXPECT_EQ(verdict(R"(["A","B"])", "3"), "facts: total");
  EXPECT_EQ(verdict(R"(["ABCDEF","GHIJ"])", "\"K\""), "facts: words");
  EXPECT_EQ(NumbersSolution(Cryptarithm(), R"({"words":["AB","AB"],"total":"A"})"),
            "none: the puzzle has no answer");
}

std::string OperationFacts(const std::string& operators, const std::string& expression) {
  return "{\"operators\":" + operators + ",\"expression\":\"" + expression + "\"}";
}

TEST(Operation, WorksOutFormulas) {
  const auto value = [](const std::string& expression) {
    return NumbersSolution(
        Operation(), OperationFacts("[[1,0,0,0,2,3],[0,1,-1,0,0,0],[0,0,0,1,-1,0]]", expression));
  };
  EXPECT_EQ(value("4 @ 5"), "29");
  EXPECT_EQ(value("4 # 5"), "-5");
  EXPECT_EQ(value("(1 & 9) @ (2 # 3)"), "61");
  EXPECT_EQ(value("7"), "7");
  EXPECT_EQ(value("((7))"), "7");
  const std::string facts = OperationFacts("[[0,0,0,1,-1,0]]", "3 @ 15");
  for (const std::string_view answer : {"-12", " -12\n", "−12", "$-12$", "= -12", "-012"}) {
    EXPECT_EQ(NumbersVerdict(Operation(), facts, answer), "right") << answer;
  }
  EXPECT_EQ(NumbersVerdict(Operation(), facts, "12"), "wrong_value");
  for (const std::string_view answer :
       {"", "--12", "-1 2", "twelve", "-12.0", "3 - 15", "-12 = -12", "99999999999999999999"}) {
    EXPECT_EQ(NumbersVerdict(Operation(), facts, answer), "unreadable") << answer;
  }
}

TEST(Operation, RefusesBrokenFacts) {
  const auto verdict = [](const std::string& operators, const std::string& expression) {
    return NumbersVerdict(Operation(), OperationFacts(operators, expression), "1");
  };
  for (const std::string operators :
       {"[]", "[[1,2,3,4,5]]", "[[0,0,0,0,0,10]]", "[[0,0,0,0,0,0],[0]]", "{}", "7",
        "[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]"}) {
    EXPECT_EQ(verdict(operators, "1"), "facts: operators") << operators;
  }
  for (const std::string expression :
       {"", "1 @", "@ 1", "1 @ 2 @ 3", "(1 @ 2", "1 @ 2)", "1 # 2", "100", "1 2 @ 3", "-1 @ 2",
        "1 + 2", "((((((((((1))))))))))", "x"}) {
    EXPECT_EQ(verdict("[[0,0,0,1,1,0]]", expression), "facts: expression") << expression;
  }
  EXPECT_EQ(verdict("[[0,0,0,1,1,0]]", std::string(300, '(')), "facts: expression");
  // A value on the way beyond a million.
  EXPECT_EQ(verdict("[[9,0,0,0,0,0]]", "((99 @ 99) @ 0) @ 0"), "facts: expression");
}

}  // namespace
}  // namespace assay::logic
