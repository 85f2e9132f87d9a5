#include "logic/reasoning/reasoning.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "logic/reasoning/boolean_reader.h"
#include "logic/reasoning/clock_time.h"
#include "logic/reasoning/zebra_table.h"

namespace assay::logic {
namespace {

// The reason of a verdict, or "error" with the field at fault.
std::string ReasoningReason(const Kind& kind, const std::string& facts, const std::string& answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  EXPECT_TRUE(document) << error.message << facts;
  if (!document) return "no JSON";
  const auto verdict = kind.Verify(document->root(), answer);
  if (!verdict.ok()) return "error " + verdict.error().field;
  EXPECT_EQ(verdict->right, verdict->reason == "right");
  return std::string(verdict->reason);
}

std::string ReasoningSolution(const Kind& kind, const std::string& facts) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  if (!document) return "no JSON";
  const auto solution = kind.Solve(document->root());
  return solution.ok() ? *solution : "error " + solution.error().stage;
}

TEST(BooleanReader, EvaluatesExpressions) {
  const reasoning::NamedValues given{{"x", "y"}, {7, -4}};
  for (const char* expression :
       {"true", "not false", "x > y", "(x == 7)", "not (x != 7)", "x + y == 3", "x - y >= 11",
        "x * y < -27", "y is even", "x * x is odd", "(x > 9 implies y > 9)", "(false implies true)",
        "((x is odd) xor (y is odd))", "((x is odd) and not (y is odd))", "not not true",
        "((false and true) or ((((true)))))", "-4 == y", "999999999 * 999999999 > 0"}) {
    EXPECT_EQ(reasoning::Evaluate(expression, given), true) << expression;
  }
  for (const char* expression : {"(x <= 6 or y is odd)", "(true xor true)", "(true implies false)",
                                 "not (x > y or false)", "(true and false)"}) {
    EXPECT_EQ(reasoning::Evaluate(expression, given), false) << expression;
  }
  for (const char* expression : {"",
                                 "z > 1",
                                 "x",
                                 "x >",
                                 "x = 7",
                                 "(x > 1",
                                 "x > 1)",
                                 "true false",
                                 "(true and)",
                                 "(true and true or true)",
                                 "true and true",
                                 "x is",
                                 "x is prime",
                                 "x + y + x > 1",
                                 "1000000000 > 1",
                                 "(x) > 1",
                                 "-x < 1",
                                 "xor",
                                 "()",
                                 "x > 1 > 0",
                                 "(true nand true)"}) {
    EXPECT_EQ(reasoning::Evaluate(expression, given), std::nullopt) << expression;
  }
  EXPECT_EQ(reasoning::Evaluate(std::string(500, '(') + "true" + std::string(500, ')'), given),
            std::nullopt);
}

std::string BooleanFacts(const std::string& options) {
  return R"({"names":["x"],"values":[5],"options":)" + options + "}";
}

TEST(BooleanExpressionsKind, WantsAllThatAreTrue) {
  const std::string facts = BooleanFacts(R"(["x > 1","x > 9","not x is even"])");
  EXPECT_EQ(ReasoningSolution(BooleanExpressions(), facts), "A, C");
  for (const char* answer : {"A, C", "C A", "ac", "[A, C]", "(A) and (C)", "A\nC\nA"}) {
    EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, answer), "right") << answer;
  }
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, "A"), "true_option_missing");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, "none"), "true_option_missing");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, "A, B, C"), "false_option");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, "A, D"), "no_such_option");
  for (const char* answer : {"", "and", "A-C", "1, 3", "A; C.", "abcabcabcabcabc"}) {
    EXPECT_EQ(ReasoningReason(BooleanExpressions(), facts, answer), "unreadable") << answer;
  }
  const std::string none = BooleanFacts(R"(["x > 9"])");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), none, "None"), "right");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), none, "A"), "false_option");
  EXPECT_EQ(ReasoningReason(BooleanExpressions(), none, ""), "unreadable");
}

TEST(BooleanExpressionsKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return ReasoningReason(BooleanExpressions(), facts, "A");
  };
  EXPECT_EQ(field("{}"), "error names");
  EXPECT_EQ(field(R"({"names":["and"],"values":[5],"options":["true"]})"), "error names");
  EXPECT_EQ(field(R"({"names":["X"],"values":[5],"options":["true"]})"), "error names");
  EXPECT_EQ(field(R"({"names":["x","x"],"values":[5,5],"options":["true"]})"), "error names");
  EXPECT_EQ(field(R"({"names":["x"],"values":[1000],"options":["true"]})"), "error values");
  EXPECT_EQ(field(R"({"names":["x"],"values":[],"options":["true"]})"), "error values");
  EXPECT_EQ(field(BooleanFacts("[]")), "error options");
  EXPECT_EQ(field(BooleanFacts(R"(["y > 1"])")), "error options");
}

std::string LieFacts(const std::string& statements, const std::string& asked = "[0,1,2]") {
  return R"({"people":["Ann","Bob","Cid"],"statements":)" + statements + R"(,"asked":)" + asked +
         "}";
}

TEST(WebOfLiesKind, TellsWhatAllWorldsHaveInCommon) {
  // Ann and Cid: "Bob lies." Bob: "Ann and Cid are alike."
  const std::string facts = LieFacts("[[0,1,1,-1,-1],[1,2,0,2,-1],[2,1,1,-1,-1]]");
  EXPECT_EQ(ReasoningSolution(WebOfLies(), facts), "no, yes, no");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, "No, Yes\nno"), "right");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, "yes, no, no"), "wrong_status");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, "no, unknown, no"), "wrong_status");
  // Cid: "Exactly two of us tell the truth."
  const std::string open = LieFacts("[[0,1,1,-1,-1],[1,2,0,2,-1],[2,7,0,1,2]]");
  EXPECT_EQ(ReasoningReason(WebOfLies(), open, "unknown, unknown, no"), "right");
  EXPECT_EQ(ReasoningReason(WebOfLies(), open, "no, yes, no"), "wrong_status");
  // Cid: "Exactly one of us does." No world is left.
  EXPECT_EQ(ReasoningReason(WebOfLies(), LieFacts("[[0,1,1,-1,-1],[1,2,0,2,-1],[2,6,0,1,2]]"),
                            "no, no, no"),
            "error statements");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, "no, yes"), "wrong_count");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, "no, true, no"), "unreadable");
  EXPECT_EQ(ReasoningReason(WebOfLies(), facts, ""), "unreadable");
}

TEST(WebOfLiesKind, KnowsEveryForm) {
  // It is known of Ann, and of Bob, what they are; then a statement of Cid's.
  const auto cid = [](int ann, int bob, const std::string& statement) {
    const std::string known = "[[-1," + std::to_string(1 - ann) + ",0,-1,-1],[-1," +
                              std::to_string(1 - bob) + ",1,-1,-1],[2," + statement + "]]";
    return ReasoningSolution(WebOfLies(), LieFacts(known, "[2]"));
  };
  struct Form {
    const char* statement;
    const char* by_ann_and_bob[4];  // both lie, Bob doesn't, Ann doesn't, neither does
  };
  const Form forms[] = {{"0,0,-1,-1", {"no", "no", "yes", "yes"}},
                        {"1,0,-1,-1", {"yes", "yes", "no", "no"}},
                        {"2,0,1,-1", {"yes", "no", "no", "yes"}},
                        {"3,0,1,-1", {"no", "yes", "yes", "no"}},
                        {"4,0,1,-1", {"no", "yes", "yes", "yes"}},
                        {"5,0,1,-1", {"yes", "yes", "yes", "no"}},
                        {"8,0,1,-1", {"yes", "yes", "no", "yes"}},
                        {"0,2,-1,-1", {"unknown", "unknown", "unknown", "unknown"}},
                        {"6,0,1,2", {"unknown", "error logic.facts", "error logic.facts", "no"}},
                        {"7,0,1,2", {"no", "unknown", "unknown", "error logic.facts"}}};
  for (const Form& form : forms) {
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(cid(i / 2, i % 2, form.statement), form.by_ann_and_bob[i]) << form.statement << i;
    }
  }
}

TEST(WebOfLiesKind, HoldsForAnyNumberOfPeople) {
  // A chain: the first tells the truth, and each says of the next that he lies.
  for (const int people : {1, 5, 6, 7, 16}) {
    std::string names;
    std::string statements = "[-1,0,0,-1,-1]";
    std::string asked;
    std::string answer;
    for (int i = 0; i < people; ++i) {
      names += std::string(i == 0 ? "" : ",") + "\"" + static_cast<char>('a' + i) + "\"";
      asked += (i == 0 ? "" : ",") + std::to_string(i);
      answer += i % 2 == 0 ? "yes " : "no ";
      if (i + 1 == people) break;
      statements += ",[" + std::to_string(i) + ",1," + std::to_string(i + 1) + ",-1,-1]";
    }
    std::string facts = R"({"people":[)" + names + R"(],"statements":[)" + statements;
    facts += R"(],"asked":[)" + asked + "]}";
    EXPECT_EQ(ReasoningReason(WebOfLies(), facts, answer), "right") << facts;
  }
}

TEST(WebOfLiesKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return ReasoningReason(WebOfLies(), facts, "yes");
  };
  EXPECT_EQ(field("{}"), "error people");
  for (const char* statements :
       {"[]", "[[0,1,1]]", "[[0,9,1,-1,-1]]", "[[0,-1,1,-1,-1]]", "[[0,1,-1,-1,-1]]",
        "[[0,1,1,2,-1]]", "[[0,2,1,3,-1]]", "[[3,1,1,-1,-1]]", "[[0,1,0,-1,-1]]", "5"}) {
    EXPECT_EQ(field(LieFacts(statements)), "error statements") << statements;
  }
  EXPECT_EQ(field(LieFacts("[[0,1,1,-1,-1]]", "[3]")), "error asked");
  EXPECT_EQ(field(LieFacts("[[0,1,1,-1,-1]]", "[]")), "error asked");
}

std::string ZebraFactsWith(const std::string& clues) {
  return R"({"houses":3,"categories":["person","pet"],)"
         R"("values":["Ann","Bob","Cid","cat","dog","fox"],"clues":)" +
         clues + "}";
}

TEST(ZebraPuzzleKind, TakesEveryTableThatAgrees) {
  // Ann is in house 1, and the cat is Bob's.
  const std::string open = ZebraFactsWith("[[0,0,1,-1],[2,1,3,-1]]");
  for (const char* answer : {"Ann, dog\nBob, cat\nCid, fox", "ann fox\nbob cat\ncid dog",
                             "[[\"Ann\",\"dog\"],[\"Cid\",\"fox\"],[\"Bob\",\"cat\"]]",
                             "person | pet\n1 | Ann | dog\n2 | Bob | cat\n3 | Cid | fox"}) {
    EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, answer), "right") << answer;
  }
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Bob, cat\nAnn, dog\nCid, fox"), "clue_broken");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Ann, cat\nBob, dog\nCid, fox"), "clue_broken");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Ann, dog\nBob, cat\nBob, fox"), "value_repeats");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Ann, dog\nBob, cat\nCid, cow"), "unknown_value");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "dog, Ann\ncat, Bob\nfox, Cid"), "unknown_value");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Ann, dog\nBob, cat"), "wrong_size");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "Ann\nBob, cat\nCid, fox"), "wrong_size");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "1\n2\n3"), "wrong_size");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, "person pet"), "wrong_size");
  EXPECT_EQ(ReasoningReason(ZebraPuzzle(), open, " \n"), "unreadable");
}

TEST(ZebraTable, FindsAsManyTablesAsThereAre) {
  const auto tables = [](const std::string& clues) {
    const std::string facts = ZebraFactsWith(clues);
    JsonError error;
    const auto document = JsonDocument::Parse(facts, &error);
    const auto table = reasoning::ReadZebraTable(document->root());
    EXPECT_TRUE(table.ok());
    if (!table.ok()) return size_t{0};
    return reasoning::FindZebraTables(*table, 100).found.size();
  };
  // Of the 36 tables; counted by hand.
  EXPECT_EQ(tables("[[0,0,1,-1]]"), 12u);
  EXPECT_EQ(tables("[[1,0,1,-1]]"), 24u);
  EXPECT_EQ(tables("[[2,0,3,-1]]"), 12u);
  EXPECT_EQ(tables("[[3,0,3,-1]]"), 24u);
  EXPECT_EQ(tables("[[4,0,1,-1]]"), 12u);
  EXPECT_EQ(tables("[[5,0,3,-1]]"), 16u);
  EXPECT_EQ(tables("[[6,0,1,-1]]"), 18u);
  EXPECT_EQ(tables("[[7,0,1,-1]]"), 12u);
  EXPECT_EQ(tables("[[8,0,1,2]]"), 12u);
  EXPECT_EQ(tables("[[2,0,1,-1]]"), 0u);
  EXPECT_EQ(tables("[[4,0,0,-1]]"), 0u);
  EXPECT_EQ(tables("[[0,0,1,-1],[4,1,2,-1],[2,0,4,-1],[6,5,3,-1]]"), 1u);
}

TEST(ZebraPuzzleKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return ReasoningReason(ZebraPuzzle(), facts, "a");
  };
  EXPECT_EQ(field(R"({"houses":1})"), "error houses");
  EXPECT_EQ(field(R"({"houses":3,"categories":[]})"), "error categories");
  EXPECT_EQ(field(R"({"houses":2,"categories":["a"],"values":["b"]})"), "error values");
  EXPECT_EQ(field(R"({"houses":2,"categories":["a"],"values":["b","B"]})"), "error values");
  EXPECT_EQ(field(R"({"houses":2,"categories":["a"],"values":["b","3"]})"), "error values");
  for (const char* clues : {"[]", "[[0,0,0,-1]]", "[[0,0,4,-1]]", "[[9,0,1,-1]]", "[[2,0,6,-1]]",
                            "[[2,0,1,2]]", "[[8,0,1,-1]]", "[[2,-1,1,-1]]", "[[2,0,1]]"}) {
    EXPECT_EQ(field(ZebraFactsWith(clues)), "error clues") << clues;
  }
  EXPECT_EQ(ReasoningSolution(ZebraPuzzle(), ZebraFactsWith("[[2,0,1,-1]]")), "error logic.solve");
}

std::string TradeFacts(const std::string& steps, const std::string& asked) {
  return R"({"people":["Ann","Bob","Cid"],"goods":["hat","cup","key"],"steps":)" + steps +
         R"(,"asked":)" + asked + "}";
}

TEST(GoodsExchangeKind, FollowsEveryForm) {
  const auto end = [](const std::string& steps) {
    return ReasoningSolution(GoodsExchange(), TradeFacts(steps, "[0,1,2]"));
  };
  EXPECT_EQ(end("[[0,0,1,-1,-1]]"), "Ann: cup\nBob: hat\nCid: key\n");
  EXPECT_EQ(end("[[0,0,1,-1,-1],[1,0,2,-1,-1]]"), "Ann: cup\nBob: key\nCid: hat\n");
  EXPECT_EQ(end("[[0,0,1,-1,-1],[2,2,1,-1,-1]]"), "Ann: key\nBob: hat\nCid: cup\n");
  EXPECT_EQ(end("[[2,0,0,-1,-1]]"), "Ann: hat\nBob: cup\nCid: key\n");  // she has it
  EXPECT_EQ(end("[[3,0,1,2,-1]]"), "Ann: key\nBob: hat\nCid: cup\n");
  EXPECT_EQ(end("[[4,0,0,1,2]]"), "Ann: cup\nBob: hat\nCid: key\n");
  EXPECT_EQ(end("[[4,0,1,1,2]]"), "Ann: key\nBob: cup\nCid: hat\n");
}

TEST(GoodsExchangeKind, JudgesLinesInAnyOrder) {
  const std::string facts = TradeFacts("[[0,0,1,-1,-1]]", "[0,1]");
  for (const char* answer : {"Ann: cup\nBob: hat", "bob: HAT, ann: cup", "- Ann = cup\n- Bob = hat",
                             "{\"Ann\": \"cup\", \"Bob\": \"hat\"}", "Ann cup; Bob hat"}) {
    EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, answer), "right") << answer;
  }
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Ann: hat\nBob: cup"), "wrong_thing");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Ann: cup"), "person_missing");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Ann: cup\nAnn: cup"), "person_repeats");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Ann: cup\nBob: hat\nCid: key"),
            "person_not_asked");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Eve: cup\nBob: hat"), "unknown_person");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "Ann: car\nBob: hat"), "unknown_thing");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, "cup\nhat\nkey"), "unreadable");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), facts, ""), "unreadable");
  const std::string one = TradeFacts("[[0,0,1,-1,-1]]", "[1]");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), one, "hat"), "right");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), one, "Bob: hat"), "right");
  EXPECT_EQ(ReasoningReason(GoodsExchange(), one, "cup"), "wrong_thing");
}

TEST(GoodsExchangeKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return ReasoningReason(GoodsExchange(), facts, "a");
  };
  EXPECT_EQ(field(R"({"people":["a"]})"), "error people");
  EXPECT_EQ(field(R"({"people":["a","b"],"goods":["c"]})"), "error goods");
  EXPECT_EQ(field(R"({"people":["a","b"],"goods":["c","C"]})"), "error goods");
  for (const char* steps : {"[]", "[[5,0,1,-1,-1]]", "[[0,0,3,-1,-1]]", "[[0,0,-1,-1,-1]]",
                            "[[0,0,1,2,-1]]", "[[3,0,1,0,-1]]", "[[0,0,1]]"}) {
    EXPECT_EQ(field(TradeFacts(steps, "[0]")), "error steps") << steps;
  }
  EXPECT_EQ(field(TradeFacts("[[0,0,1,-1,-1]]", "[0,0]")), "error asked");
  EXPECT_EQ(field(TradeFacts("[[0,0,1,-1,-1]]", "[3]")), "error asked");
}

TEST(ClockTime, IsReadAndWritten) {
  EXPECT_EQ(reasoning::TimeText(545), "09:05");
  EXPECT_EQ(reasoning::TimeText(1440), "24:00");
  EXPECT_EQ(reasoning::TimeOf("9:05"), 545);
  EXPECT_EQ(reasoning::TimeOf("24:00"), 1440);
  for (const char* word :
       {"", ":", "9", "9:5", "24:01", "12:60", "123:00", ":30", "+9:00", "9:0a"}) {
    EXPECT_EQ(reasoning::TimeOf(word), std::nullopt) << word;
  }
  EXPECT_EQ(reasoning::DurationText(61), "1 hour 1 minute");
  EXPECT_EQ(reasoning::DurationText(120), "2 hours");
}

std::string FreeSpanFacts(const std::string& busy, const std::string& ahead = "[0,0]",
                          const std::string& rest = "[0,0]") {
  return R"({"task":"free_span","people":["Ann","Bob"],"from":540,"to":720,"ahead":)" + ahead +
         R"(,"rest":)" + rest + R"(,"busy":)" + busy + "}";
}

TEST(TimeSequenceKind, TakesEveryLongestFreeSpan) {
  // Ann from 10:00 to 10:30, Bob from 11:30 to 12:00: free from 9 to 10 and from 10:30 to 11:30.
  const std::string facts = FreeSpanFacts("[[0,600,630],[1,690,720]]");
  for (const char* answer : {"09:00-10:00", "9:00 - 10:00", "10:30 to 11:30",
                             "10:30\xE2\x80\x93"
                             "11:30",
                             "[10:30, 11:30]"}) {
    EXPECT_EQ(ReasoningReason(TimeSequence(), facts, answer), "right") << answer;
  }
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "09:00-09:59"), "not_longest");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "09:01-10:01"), "somebody_is_busy");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "09:00-12:00"), "somebody_is_busy");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "08:00-10:00"), "outside_the_day");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "10:00-09:00"), "ends_before_it_begins");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "none"), "there_is_one");
  for (const char* answer : {"", "9-10", "09:00", "09:00-10:00-11:00", "09:00-25:00", "to", "60"}) {
    EXPECT_EQ(ReasoningReason(TimeSequence(), facts, answer), "unreadable") << answer;
  }
  EXPECT_EQ(ReasoningReason(TimeSequence(), FreeSpanFacts("[[0,0,1440]]"), "none"), "right");
  EXPECT_EQ(ReasoningReason(TimeSequence(), FreeSpanFacts("[[0,0,1440]]"), "09:00-09:01"),
            "somebody_is_busy");
  EXPECT_EQ(ReasoningSolution(TimeSequence(), FreeSpanFacts("[[0,540,720]]")), "none");
}

TEST(TimeSequenceKind, CountsRestsAndLocalTimes) {
  // Ann's 11:00 to 11:15 is 10:00 to 10:15 in common time, and she rests until 10:30.
  const std::string facts = FreeSpanFacts("[[0,660,675]]", "[60,0]", "[15,0]");
  EXPECT_EQ(ReasoningSolution(TimeSequence(), facts), "10:30-12:00");
  EXPECT_EQ(ReasoningReason(TimeSequence(), facts, "10:15-12:00"), "somebody_is_busy");
  const std::string behind = FreeSpanFacts("[[1,480,540]]", "[0,-60]");
  EXPECT_EQ(ReasoningSolution(TimeSequence(), behind), "10:00-12:00");
}

std::string ScheduleFacts(const std::string& latest, const std::string& gap,
                          const std::string& before) {
  return R"({"task":"schedule","events":["chess","yoga","judo"],"durations":[60,30,30],)"
         R"("earliest":[480,480,540],"latest":)" +
         latest + R"(,"gap":)" + gap + R"(,"before":)" + before + "}";
}

TEST(TimeSequenceKind, TakesEveryScheduleThatHolds) {
  const std::string facts = ScheduleFacts("[720,720,720]", "10", "[1,0]");
  for (const char* answer :
       {"yoga 08:00\nchess 08:40\njudo 09:50", "judo: 11:30, chess: 10:20, yoga: 9:00",
        "yoga 08:00\njudo 09:00\nchess 11:00", "- yoga = 8:00\n- judo = 9:00\n- chess = 9:40"}) {
    EXPECT_EQ(ReasoningReason(TimeSequence(), facts, answer), "right") << answer;
  }
  const auto reason = [&](const std::string& answer) {
    return ReasoningReason(TimeSequence(), facts, answer);
  };
  EXPECT_EQ(reason("yoga 08:00\nchess 08:39\njudo 09:50"), "gap_too_short");
  EXPECT_EQ(reason("yoga 08:00\nchess 08:20\njudo 09:50"), "overlap");
  EXPECT_EQ(reason("yoga 07:59\nchess 08:40\njudo 09:50"), "begins_too_early");
  EXPECT_EQ(reason("yoga 08:00\nchess 08:40\njudo 11:31"), "ends_too_late");
  EXPECT_EQ(reason("yoga 11:00\nchess 08:40\njudo 09:50"), "wrong_order");
  EXPECT_EQ(reason("yoga 08:00\nchess 08:40"), "event_missing");
  EXPECT_EQ(reason("yoga 08:00\nyoga 08:40\njudo 09:50"), "event_repeats");
  EXPECT_EQ(reason("yoga 08:00\ngolf 08:40\njudo 09:50"), "unknown_event");
  EXPECT_EQ(reason("yoga, chess, judo"), "unreadable");
  EXPECT_EQ(reason("yoga 8\nchess 9\njudo 10"), "unreadable");
  EXPECT_EQ(reason(""), "unreadable");
  // Only one order is left: yoga, chess, and judo at the end.
  const std::string tight = ScheduleFacts("[620,720,660]", "0", "[0,2,1,0]");
  EXPECT_EQ(ReasoningReason(TimeSequence(), tight, ReasoningSolution(TimeSequence(), tight)),
            "right");
  EXPECT_EQ(ReasoningSolution(TimeSequence(), ScheduleFacts("[720,720,720]", "0", "[0,1,1,0]")),
            "error logic.solve");
  EXPECT_EQ(ReasoningSolution(TimeSequence(), ScheduleFacts("[530,720,720]", "0", "[]")),
            "error logic.solve");
}

TEST(TimeSequenceKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return ReasoningReason(TimeSequence(), facts, "none");
  };
  EXPECT_EQ(field("{}"), "error task");
  EXPECT_EQ(field(R"({"task":"nap"})"), "error task");
  EXPECT_EQ(field(R"({"task":"free_span","people":[]})"), "error people");
  EXPECT_EQ(field(R"({"task":"free_span","people":["Ann"],"from":600,"to":600})"), "error to");
  EXPECT_EQ(field(FreeSpanFacts("[[0,1,2]]", "[0]")), "error ahead");
  EXPECT_EQ(field(FreeSpanFacts("[[0,1,2]]", "[0,0]", "[0,121]")), "error rest");
  for (const char* busy : {"[]", "[[2,1,2]]", "[[0,2,2]]", "[[0,1]]", "[[0,1,1441]]"}) {
    EXPECT_EQ(field(FreeSpanFacts(busy)), "error busy") << busy;
  }
  EXPECT_EQ(field(R"({"task":"schedule","events":["a"]})"), "error events");
  EXPECT_EQ(field(ScheduleFacts("[720,720]", "0", "[]")), "error latest");
  EXPECT_EQ(field(ScheduleFacts("[720,720,720]", "-1", "[]")), "error gap");
  EXPECT_EQ(field(ScheduleFacts("[720,720,720]", "0", "[0]")), "error before");
  EXPECT_EQ(field(ScheduleFacts("[720,720,720]", "0", "[0,3]")), "error before");
}

class ReasoningKinds : public testing::TestWithParam<const Kind*> {};

TEST_P(ReasoningKinds, SolveWhatTheyMake) {
  const Kind& kind = *GetParam();
  std::set<std::string> different;
  constexpr uint64_t kPuzzles = 60;
  for (uint64_t seed = 0; seed < kPuzzles; ++seed) {
    const int difficulty = kEasiest + static_cast<int>(seed % kHardest);
    Dice dice(seed);
    const Puzzle puzzle = kind.Make(difficulty, &dice);
    EXPECT_EQ(puzzle.kind, kind.name());
    EXPECT_EQ(puzzle.difficulty, difficulty);
    EXPECT_NE(puzzle.prompt.find("code block"), std::string::npos);
    EXPECT_EQ(ReasoningReason(kind, puzzle.facts, ReasoningSolution(kind, puzzle.facts)), "right")
        << puzzle.facts;
    EXPECT_NE(ReasoningReason(kind, puzzle.facts, "\xFF?"), "right");
    Dice again(seed);
    EXPECT_EQ(kind.Make(difficulty, &again).prompt, puzzle.prompt);
    different.insert(puzzle.facts);
  }
  EXPECT_EQ(different.size(), kPuzzles);
}

INSTANTIATE_TEST_SUITE_P(All, ReasoningKinds,
                         testing::Values(&BooleanExpressions(), &WebOfLies(), &ZebraPuzzle(),
                                         &GoodsExchange(), &TimeSequence()),
                         [](const auto& each) { return std::string(each.param->name()); });

}  // namespace
}  // namespace assay::logic
