// For the tests of kinds that stand on boards.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/build/sanitized.h"
#include "logic/model/kind.h"
#include "text/json_reader.h"

namespace assay::logic {

// "right", the reason why not, or "facts: " and the member at fault.
inline std::string VerdictOf(const Kind& kind, std::string_view facts, std::string_view answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  if (!document) return "no JSON";
  const Result<Verdict> verdict = kind.Verify(document->root(), answer);
  if (verdict.ok()) {
    EXPECT_EQ(verdict->right, verdict->reason == "right");
    return std::string(verdict->reason);
  }
  EXPECT_EQ(verdict.error().code, ErrorCode::kInvalidArgument);
  const Result<std::string> solved = kind.Solve(document->root());
  EXPECT_FALSE(solved.ok());
  if (!solved.ok()) {
    EXPECT_EQ(solved.error().field, verdict.error().field);
  }
  return "facts: " + verdict.error().field;
}

// An answer, or "none: " and why.
inline std::string SolutionOf(const Kind& kind, std::string_view facts) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  if (!document) return "no JSON";
  const Result<std::string> answer = kind.Solve(document->root());
  return answer.ok() ? *answer : "none: " + answer.error().message;
}

inline void ExpectGarbageUnreadable(const Kind& kind, std::string_view facts) {
  for (const std::string& answer :
       {std::string(), std::string(" \n "), std::string("I don't know"), std::string("[[[[]"),
        std::string("\xff\xfe\x00\x01", 4), std::string("↟ ↟"), std::string("x1 2"),
        std::string(kMostAnswerBytes, ' '), std::string(kMostAnswerBytes, '['),
        std::string(kMostAnswerBytes + 1, ' ')}) {
    EXPECT_EQ(VerdictOf(kind, facts, answer), "unreadable") << answer.substr(0, 20);
  }
}

// That each member of some facts is needed, and named when it is something else.
inline void ExpectNamesBrokenMembers(const Kind& kind, const std::string& facts) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  ASSERT_TRUE(document);
  const std::string many(20'000, '1');
  std::string list = "[1";
  for (int i = 0; i < 5'000; ++i) list += ",1";
  const std::vector<std::string> wrong = {"",
                                          "null",
                                          "true",
                                          "NaN",
                                          "-Infinity",
                                          "-1",
                                          "1.5",
                                          "1e300",
                                          "99999999999999999999",
                                          "{}",
                                          "[]",
                                          "[[]]",
                                          "[{}]",
                                          "[null]",
                                          "[[[1]]]",
                                          "[\"\"]",
                                          "\"\"",
                                          "\"x\"",
                                          "\"\\u0000\"",
                                          "\"é\"",
                                          "[\"é\"]",
                                          "\"" + many + "\"",
                                          "[\"" + many + "\"]",
                                          list + "]",
                                          "[" + list + "]]"};
  for (const JsonValue::Member& member : document->root().Members()) {
    for (const std::string& value : wrong) {
      std::string broken;
      for (const JsonValue::Member& each : document->root().Members()) {
        const bool this_one = each.key == member.key;
        if (this_one && value.empty()) continue;
        broken += (broken.empty() ? "{\"" : ",\"") + each.key +
                  "\":" + (this_one ? value : std::string(each.value.raw()));
      }
      broken += broken.empty() ? "{}" : "}";
      EXPECT_EQ(VerdictOf(kind, broken, "1"), "facts: " + member.key) << broken.substr(0, 200);
    }
  }
  EXPECT_EQ(VerdictOf(kind, "[]", "1").substr(0, 7), "facts: ");
  EXPECT_EQ(VerdictOf(kind, "7", "1").substr(0, 7), "facts: ");
}

inline Puzzle MadePuzzle(const Kind& kind, int difficulty, uint64_t seed) {
  Dice dice(seed);
  return kind.Make(difficulty, &dice);
}

// That what is made for each difficulty is solved and the solution taken, without prose around it
// in the answer. In a sanitized build fewer are made.
inline void ExpectSolvesWhatItMakes(const Kind& kind) {
  std::set<std::string> different;
  constexpr uint64_t kPuzzles = kSanitized ? 5 : 20;
  for (uint64_t seed = 0; seed < kPuzzles; ++seed) {
    const int difficulty = kEasiest + static_cast<int>(seed % kHardest);
    const Puzzle puzzle = MadePuzzle(kind, difficulty, seed);
    EXPECT_EQ(puzzle.kind, kind.name());
    EXPECT_EQ(puzzle.difficulty, difficulty);
    EXPECT_NE(puzzle.prompt.find("Give the final answer in a code block"), std::string::npos);
    const std::string answer = SolutionOf(kind, puzzle.facts);
    EXPECT_EQ(VerdictOf(kind, puzzle.facts, answer), "right") << puzzle.facts << answer;
    EXPECT_NE(VerdictOf(kind, puzzle.facts, answer + answer), "right");
    EXPECT_EQ(VerdictOf(kind, puzzle.facts, "It is:\n" + answer), "unreadable");
    different.insert(puzzle.facts);
  }
  EXPECT_GE(different.size(), kPuzzles - 1);
}

// Of what is made with one seed for the difficulties 1 to 3: the same on every machine.
inline uint64_t HashOfMade(const Kind& kind) {
  uint64_t hash = 0;
  for (int difficulty = 1; difficulty <= 3; ++difficulty) {
    const Puzzle puzzle = MadePuzzle(kind, difficulty, 7);
    for (const char c : puzzle.facts) hash = Mix(hash + static_cast<unsigned char>(c) + 1);
  }
  return hash;
}

// Whether cells are right, by a second look at the rules.
using IsRight = std::function<bool(const std::string& cells)>;
// Judges every way to fill a board with marks of an alphabet; and how many of them are right.
inline size_t JudgeAllMarks(const Kind& kind, const std::string& facts, size_t rows, size_t columns,
                            std::string_view alphabet, const IsRight& is_right) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  EXPECT_TRUE(document);
  size_t ways = 1, right = 0;
  for (size_t i = 0; i < rows * columns; ++i) ways *= alphabet.size();
  for (size_t way = 0; way < ways; ++way) {
    std::string cells, answer;
    for (size_t cell = 0, rest = way; cell < rows * columns; ++cell, rest /= alphabet.size()) {
      if (cell > 0 && cell % columns == 0) answer += '\n';
      cells += alphabet[rest % alphabet.size()];
      answer += cells.back();
    }
    const Result<Verdict> verdict = kind.Verify(document->root(), answer);
    if (!verdict.ok()) return 0;
    EXPECT_EQ(verdict->right, is_right(cells)) << answer << verdict->reason;
    right += verdict->right ? 1 : 0;
  }
  return right;
}

}  // namespace assay::logic
