#include "logic/words/words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "logic/words/cipher_steps.h"
#include "logic/words/word_list.h"

namespace assay::logic {
namespace {

// The reason of a verdict, or "error" with the field at fault.
std::string WordsReason(const Kind& kind, const std::string& facts, const std::string& answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  EXPECT_TRUE(document) << error.message << facts;
  if (!document) return "no JSON";
  const auto verdict = kind.Verify(document->root(), answer);
  if (!verdict.ok()) return "error " + verdict.error().field;
  EXPECT_EQ(verdict->right, verdict->reason == "right");
  return std::string(verdict->reason);
}

std::string WordsSolution(const Kind& kind, const std::string& facts) {
  JsonError error;
  const auto document = JsonDocument::Parse(facts, &error);
  if (!document) return "no JSON";
  const auto solution = kind.Solve(document->root());
  return solution.ok() ? *solution : "error " + solution.error().stage;
}

std::string WordsRepeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string CipherFacts(const std::string& task, const std::string& text,
                        const std::string& methods, const std::string& keys) {
  return R"({"task":")" + task + R"(","text":")" + text + R"(","methods":)" + methods +
         R"(,"keys":)" + keys + "}";
}

TEST(CipherKind, KnowsTextbookTexts) {
  const auto encrypted = [](const std::string& method, const std::string& key,
                            const std::string& text) {
    const words::CipherStep step{method, key};
    EXPECT_TRUE(words::IsCipherStep(step));
    const std::string out = words::Encrypted(step, text);
    EXPECT_EQ(words::Decrypted(step, out), text);
    return out;
  };
  EXPECT_EQ(encrypted("caesar", "3", "XYZABC"), "ABCDEF");
  EXPECT_EQ(encrypted("atbash", "", "HELLO"), "SVOOL");
  EXPECT_EQ(encrypted("affine", "5 8", "AFFINECIPHER"), "IHHWVCSWFRCP");
  EXPECT_EQ(encrypted("vigenere", "LEMON", "ATTACKATDAWN"), "LXFOPVEFRNHR");
  EXPECT_EQ(encrypted("autokey", "QUEENLY", "ATTACKATDAWN"), "QNXEPVYTWTWP");
  EXPECT_EQ(encrypted("rail_fence", "3", "WEAREDISCOVEREDFLEEATONCE"), "WECRLTEERDSOEEFEAOCAIVDEN");
  EXPECT_EQ(encrypted("rail_fence", "12", "SHORT"), "SHORT");
  EXPECT_EQ(encrypted("columnar", "ZEBRAS", "WEAREDISCOVEREDFLEEATONCE"),
            "EVLNACDTESEAROFODEECWIREE");
  EXPECT_EQ(encrypted("columnar", "ZEBRAS", "HI"), "IH");
  EXPECT_EQ(encrypted("keyword", "ZEBRAS", "FLEEATONCE"), "SIAAZQLKBA");
}

TEST(CipherKind, EncryptsAndDecryptsInTurn) {
  const std::string twice = R"(["caesar","rail_fence"])";
  const std::string encrypt = CipherFacts("encrypt", "ABCDE", twice, R"(["1","2"])");
  EXPECT_EQ(WordsSolution(Cipher(), encrypt), "BDFCE");
  EXPECT_EQ(WordsReason(Cipher(), encrypt, "BDFCE"), "right");
  EXPECT_EQ(WordsReason(Cipher(), encrypt, " \"b d f\nce\" "), "right");
  EXPECT_EQ(WordsReason(Cipher(), encrypt, "BCDEF"), "wrong_text");
  EXPECT_EQ(WordsReason(Cipher(), encrypt, "BDFC"), "wrong_length");
  for (const char* answer : {"", "BDFC3", "the text is: BDFCE", "BDFC\xC3\x84"}) {
    EXPECT_EQ(WordsReason(Cipher(), encrypt, answer), "unreadable") << answer;
  }
  EXPECT_EQ(WordsReason(Cipher(), encrypt, std::string(kMostAnswerBytes + 1, 'B')), "unreadable");
  const std::string decrypt = CipherFacts("decrypt", "BDFCE", twice, R"(["1","2"])");
  EXPECT_EQ(WordsReason(Cipher(), decrypt, "ABCDE"), "right");
  EXPECT_EQ(WordsReason(Cipher(), decrypt, "BDFCE"), "wrong_text");
}

TEST(CipherKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) { return WordsReason(Cipher(), facts, "A"); };
  EXPECT_EQ(field("{}"), "error task");
  EXPECT_EQ(field("[]"), "error task");
  EXPECT_EQ(field(CipherFacts("guess", "A", R"(["atbash"])", R"([""])")), "error task");
  EXPECT_EQ(field(CipherFacts("encrypt", "", R"(["atbash"])", R"([""])")), "error text");
  EXPECT_EQ(field(CipherFacts("encrypt", "a", R"(["atbash"])", R"([""])")), "error text");
  EXPECT_EQ(field(CipherFacts("encrypt", WordsRepeated("A", 201), R"(["atbash"])", R"([""])")),
            "error text");
  EXPECT_EQ(field(CipherFacts("encrypt", "A", "[]", "[]")), "error methods");
  EXPECT_EQ(field(CipherFacts("encrypt", "A", R"(["atbash"])", "[]")), "error keys");
  for (const char* key : {"0", "26", "x", ""}) {
    EXPECT_EQ(field(CipherFacts("encrypt", "A", R"(["caesar"])", "[\"" + std::string(key) + "\"]")),
              "error keys")
        << key;
  }
  const std::pair<const char*, const char*> wrong[] = {
      {"affine", "2 1"},   {"affine", "5"},   {"affine", "3 26"}, {"rail_fence", "1"},
      {"columnar", "ABA"}, {"columnar", "A"}, {"vigenere", ""},   {"keyword", "key"},
      {"atbash", "A"},     {"enigma", "A"}};
  for (const auto& [method, key] : wrong) {
    EXPECT_FALSE(words::IsCipherStep({method, key})) << method << key;
  }
}

TEST(DyckLanguageKind, ClosesWhatIsOpen) {
  const std::string facts = R"({"prefix":"([{}<"})";
  EXPECT_EQ(WordsSolution(DyckLanguage(), facts), ">])");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">])"), "right");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, " > ] ) \n"), "right");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, "([{}<>])"), "right");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">)]"), "closes_wrongly");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">])>"), "closes_wrongly");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">]"), "stays_open");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, "([{}<"), "stays_open");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, "()>])"), "not_shortest");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">])()"), "not_shortest");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ""), "unreadable");
  EXPECT_EQ(WordsReason(DyckLanguage(), facts, ">]) is it"), "unreadable");
  // What is added may begin as the beginning does without being the whole.
  EXPECT_EQ(WordsReason(DyckLanguage(), R"({"prefix":"("})", "())"), "closes_wrongly");
  EXPECT_EQ(WordsReason(DyckLanguage(), R"({"prefix":"(("})", "()))"), "not_shortest");
}

TEST(DyckLanguageKind, RefusesBrokenFacts) {
  for (const char* prefix : {"", "()", "(]", "(a", ")"}) {
    EXPECT_EQ(WordsReason(DyckLanguage(), R"({"prefix":")" + std::string(prefix) + "\"}", ")"),
              "error prefix")
        << prefix;
  }
  EXPECT_EQ(WordsReason(DyckLanguage(), R"({"prefix":")" + WordsRepeated("(", 401) + "\"}", ")"),
            "error prefix");
  EXPECT_EQ(WordsReason(DyckLanguage(), R"({"prefix":5})", ")"), "error prefix");
}

std::string SequenceFacts(const std::string& sequence) {
  return "{\"sequence\":\"" + sequence + "\"}";
}

TEST(DyckErrorsKind, FindsTheFirstError) {
  const auto position = [](const std::string& sequence) {
    return WordsSolution(DyckErrors(), SequenceFacts(sequence));
  };
  EXPECT_EQ(position("([])<>"), "-1");
  EXPECT_EQ(position("([)]"), "3");
  EXPECT_EQ(position(")("), "1");
  EXPECT_EQ(position("()]["), "3");
  EXPECT_EQ(position("(()"), "4");
  EXPECT_EQ(position("("), "2");
  const std::string facts = SequenceFacts("([)]");
  EXPECT_EQ(WordsReason(DyckErrors(), facts, " 3\n"), "right");
  EXPECT_EQ(WordsReason(DyckErrors(), facts, "[3]"), "right");
  EXPECT_EQ(WordsReason(DyckErrors(), facts, "-1"), "wrong_position");
  EXPECT_EQ(WordsReason(DyckErrors(), facts, "2"), "wrong_position");
  EXPECT_EQ(WordsReason(DyckErrors(), SequenceFacts("()"), "-1"), "right");
  EXPECT_EQ(WordsReason(DyckErrors(), SequenceFacts("()"), "3"), "wrong_position");
  for (const char* answer : {"", "three", "3 4", "3.0", "99999999999999999999"}) {
    EXPECT_EQ(WordsReason(DyckErrors(), facts, answer), "unreadable") << answer;
  }
  EXPECT_EQ(WordsReason(DyckErrors(), SequenceFacts("x"), "3"), "error sequence");
  EXPECT_EQ(WordsReason(DyckErrors(), SequenceFacts(""), "3"), "error sequence");
}

constexpr char kUsualLetters[] = "abcdefghijklmnopqrstuvwxyz";
constexpr char kZFirst[] = "zabcdefghijklmnopqrstuvwxy";

std::string SortingFacts(const std::string& words, const std::string& alphabet,
                         const std::string& order, const std::string& more = "") {
  return R"({"words":)" + words + R"(,"alphabet":")" + alphabet + R"(","order":")" + order + "\"" +
         more + "}";
}

TEST(WordSortingKind, SortsByItsAlphabet) {
  const std::string words = R"(["bee","zoo","be","ant"])";
  const std::string up = SortingFacts(words, kZFirst, "ascending");
  EXPECT_EQ(WordsSolution(WordSorting(), up), "zoo ant be bee");
  EXPECT_EQ(WordsReason(WordSorting(), up, "zoo ant be bee"), "right");
  EXPECT_EQ(WordsReason(WordSorting(), up, "[\"Zoo\", \"ant\",\n'be', BEE]"), "right");
  EXPECT_EQ(WordsReason(WordSorting(), up, "ant be bee zoo"), "wrong_order");
  EXPECT_EQ(WordsReason(WordSorting(), up, "zoo ant bee be"), "wrong_order");
  EXPECT_EQ(WordsReason(WordSorting(), up, "zoo ant be"), "other_words");
  EXPECT_EQ(WordsReason(WordSorting(), up, "zoo ant be be"), "other_words");
  EXPECT_EQ(WordsReason(WordSorting(), up, "zoo ant be bee bee"), "other_words");
  EXPECT_EQ(WordsReason(WordSorting(), up, "1. zoo 2. ant"), "unreadable");
  EXPECT_EQ(WordsReason(WordSorting(), up, " , "), "unreadable");
  const std::string down = SortingFacts(words, kUsualLetters, "descending");
  EXPECT_EQ(WordsReason(WordSorting(), down, "zoo bee be ant"), "right");
  EXPECT_EQ(WordsReason(WordSorting(), SortingFacts(R"(["a","b","a"])", kUsualLetters, "ascending"),
                        "a a b"),
            "right");
}

TEST(WordSortingKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return WordsReason(WordSorting(), facts, "a");
  };
  EXPECT_EQ(field(SortingFacts(R"(["a"])", kUsualLetters, "ascending")), "error words");
  EXPECT_EQ(field(SortingFacts(R"(["a","B"])", kUsualLetters, "ascending")), "error words");
  EXPECT_EQ(field(SortingFacts(R"(["a",""])", kUsualLetters, "ascending")), "error words");
  EXPECT_EQ(field(SortingFacts(R"(["a","b"])", "abc", "ascending")), "error alphabet");
  EXPECT_EQ(field(SortingFacts(R"(["a","b"])", "aacdefghijklmnopqrstuvwxyz", "ascending")),
            "error alphabet");
  EXPECT_EQ(field(SortingFacts(R"(["a","b"])", kUsualLetters, "up")), "error order");
}

std::string MistakeFacts(const std::string& method, const std::string& steps) {
  return SortingFacts(R"(["d","b","c","a"])", kUsualLetters, "ascending",
                      R"(,"method":")" + method + R"(","steps":)" + steps);
}

TEST(WordSortingMistakeKind, FollowsEachMethod) {
  const std::pair<std::string, std::string> rights[] = {
      {"insertion", R"(["b d c a","b c d a","a b c d"])"},
      {"selection", R"(["a d b c","a b d c","a b c d"])"},
      {"bubble", R"(["b c a d","b a c d","a b c d"])"}};
  for (const auto& [method, steps] : rights) {
    for (const auto& [other, unused] : rights) {
      EXPECT_EQ(WordsSolution(WordSortingMistake(), MistakeFacts(other, steps)),
                other == method ? "none" : "1");
    }
  }
  // The lists after the mistake follow from it, and don't count.
  const std::string facts = MistakeFacts("insertion", R"(["b d c a","c b d a","a c b d"])");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "2"), "right");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "Step 2"), "right");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "3"), "other_step");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "None"), "there_is_a_mistake");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "4"), "no_such_step");
  EXPECT_EQ(WordsReason(WordSortingMistake(), facts, "0"), "no_such_step");
  for (const char* answer : {"", "two", "2 3", "step", "step two"}) {
    EXPECT_EQ(WordsReason(WordSortingMistake(), facts, answer), "unreadable") << answer;
  }
  const std::string right = MistakeFacts("bubble", rights[2].second);
  EXPECT_EQ(WordsReason(WordSortingMistake(), right, "none"), "right");
  EXPECT_EQ(WordsReason(WordSortingMistake(), right, "1"), "there_is_no_mistake");
  // A list with other words, or with fewer.
  EXPECT_EQ(WordsSolution(WordSortingMistake(), MistakeFacts("bubble", R"(["b c a d","b a c"])")),
            "2");
}

TEST(WordSortingMistakeKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) {
    return WordsReason(WordSortingMistake(), facts, "1");
  };
  EXPECT_EQ(field(MistakeFacts("quick", R"(["a b c d"])")), "error method");
  EXPECT_EQ(field(MistakeFacts("bubble", "[]")), "error steps");
  EXPECT_EQ(field(MistakeFacts("bubble", R"(["a","a","a","a"])")), "error steps");
  EXPECT_EQ(field(SortingFacts(R"(["a","a"])", kUsualLetters, "ascending",
                               R"(,"method":"bubble","steps":["a a"])")),
            "error words");
}

TEST(WordscapesKind, TakesEveryFilling) {
  // Each word fits each run.
  const std::string facts = R"({"grid":["...","#.#","..."],"across":["cat","cat"],"down":["aha"]})";
  EXPECT_EQ(WordsReason(Wordscapes(), facts, "c a t\n# h #\nc a t"), "right");
  const std::string two =
      R"({"grid":["..","#.","..",".#"],"across":["at","it"],"down":["tot","in"]})";
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n#o\nit\nn#"), "right");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "[['A','T'],['#','O'],['I','T'],['N','#']]"), "right");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "it\n#o\nat\nn#"), "other_words_down");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n#o\nat\nn#"), "other_words_across");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n#o\nitn#"), "wrong_size");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n#o\nit\nn"), "wrong_size");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n#o\nit\nno"), "blocks_changed");
  EXPECT_EQ(WordsReason(Wordscapes(), two, "at\n.o\nit\nn."), "unreadable");
  EXPECT_EQ(WordsReason(Wordscapes(), two, " \n[]"), "unreadable");
  // Two rows of a square, two fillings.
  const std::string square = R"({"grid":["..",".."],"across":["at","to"],"down":["at","to"]})";
  EXPECT_EQ(WordsReason(Wordscapes(), square, "at\nto"), "right");
  EXPECT_EQ(WordsReason(Wordscapes(), square, "to\nat"), "other_words_down");
  const std::string frame =
      R"({"grid":["...",".#.","..."],"across":["aba","aca"],"down":["ada","aea"]})";
  for (const char* answer : {"aba\nd#e\naca", "aca\nd#e\naba", "aba\ne#d\naca", "aca\ne#d\naba"}) {
    EXPECT_EQ(WordsReason(Wordscapes(), frame, answer), "right");
  }
  EXPECT_EQ(WordsReason(Wordscapes(), frame, WordsSolution(Wordscapes(), frame)), "right");
  EXPECT_EQ(WordsSolution(Wordscapes(),
                          R"({"grid":["..",".."],"across":["at","to"],"down":["it","so"]})"),
            "error logic.solve");
}

TEST(WordscapesKind, RefusesBrokenFacts) {
  const auto field = [](const std::string& facts) { return WordsReason(Wordscapes(), facts, "a"); };
  EXPECT_EQ(field(R"({"grid":["..","."],"across":["at"],"down":["at"]})"), "error grid");
  EXPECT_EQ(field(R"({"grid":["..","x."],"across":["at"],"down":["at"]})"), "error grid");
  EXPECT_EQ(
      field(R"({"grid":["..#","#.#","..#","###","..."],"across":["at","it"],"down":["tot"]})"),
      "error across");
  EXPECT_EQ(field(R"({"grid":["..","#."],"across":["at"],"down":["tot"]})"), "error down");
  EXPECT_EQ(field(R"({"grid":["..#.","#.##"],"across":["at"],"down":["to"]})"), "error grid");
  EXPECT_EQ(field(R"({"grid":["..","#."],"across":["a"],"down":["to"]})"), "error across");
}

class WordsKinds : public testing::TestWithParam<const Kind*> {};

TEST_P(WordsKinds, SolveWhatTheyMake) {
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
    EXPECT_EQ(WordsReason(kind, puzzle.facts, WordsSolution(kind, puzzle.facts)), "right")
        << puzzle.facts;
    EXPECT_NE(WordsReason(kind, puzzle.facts, "\xFF?"), "right");
    Dice again(seed);
    EXPECT_EQ(kind.Make(difficulty, &again).prompt, puzzle.prompt);
    different.insert(puzzle.facts);
  }
  EXPECT_GE(different.size(), kPuzzles - 3);
}

INSTANTIATE_TEST_SUITE_P(All, WordsKinds,
                         testing::Values(&Cipher(), &DyckLanguage(), &DyckErrors(), &WordSorting(),
                                         &WordSortingMistake(), &Wordscapes()),
                         [](const auto& each) { return std::string(each.param->name()); });

TEST(WordList, HasDifferentWordsOfLetters) {
  const std::vector<std::string>& all = words::CommonWords();
  EXPECT_GE(all.size(), 200u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const std::string& word : all) {
    EXPECT_TRUE(word.size() >= 3 && word.size() <= 8) << word;
    EXPECT_EQ(word.find_first_not_of(kUsualLetters), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace assay::logic
