#include <algorithm>
#include <array>
#include <cstdint>

#include "logic/model/facts.h"
#include "logic/reasoning/names.h"
#include "logic/reasoning/reasoning.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostLiePeople = 16;
constexpr size_t kMostLieStatements = 48;
constexpr size_t kLieColumns = 5;  // speaker, form, three people
constexpr int kLieForms = 9;
constexpr std::array<size_t, kLieForms> kLieOperands = {1, 1, 2, 2, 2, 2, 3, 3, 2};

struct LieSize {
  size_t people;
  size_t asked;
  int forms;   // of the first
  bool known;  // one person's status
  bool may_be_open;
};
constexpr std::array<LieSize, 5> kLieSizes = {{{4, 2, 2, true, false},
                                               {5, 3, 4, true, false},
                                               {7, 4, 6, false, false},
                                               {9, 5, 9, false, true},
                                               {12, 6, 9, false, true}}};

struct LieWeb {
  std::vector<std::string> people;
  Grid statements;
  std::vector<int> asked;
};

Result<LieWeb> ReadLieWeb(JsonValue facts) {
  LieWeb web;
  ASSAY_ASSIGN_OR_RETURN(web.people, reasoning::ReadNames(facts, "people", 1, kMostLiePeople));
  const int most = static_cast<int>(web.people.size()) - 1;
  ASSAY_ASSIGN_OR_RETURN(web.statements, ReadGrid(facts, "statements", kMostLieStatements, -1,
                                                  static_cast<int>(kMostLiePeople)));
  for (const std::vector<int>& row : web.statements) {
    if (row.size() != kLieColumns || row[0] > most || row[1] < 0 || row[1] >= kLieForms) {
      return BadFacts("statements", "each must be a speaker, a form and three people");
    }
    for (size_t i = 0; i < 3; ++i) {
      const bool needed = i < kLieOperands[static_cast<size_t>(row[1])];
      if (needed != (row[2 + i] >= 0) || row[2 + i] > most) {
        return BadFacts("statements", "each must be about as many people as its form says");
      }
    }
  }
  ASSAY_ASSIGN_OR_RETURN(web.asked, ReadInts(facts, "asked", 1, kMostLiePeople, 0, most));
  return web;
}

// What a form says, for 64 worlds at once: a bit is set in those where the person tells the truth.
uint64_t LieContent(int form, uint64_t a, uint64_t b, uint64_t c) {
  switch (form) {
    case 0: return a;
    case 1: return ~a;
    case 2: return ~(a ^ b);
    case 3: return a ^ b;
    case 4: return a | b;
    case 5: return ~(a & b);
    case 6: return (a ^ b ^ c) & ~(a & b & c);
    case 7: return ((a & b) | (a & c) | (b & c)) & ~(a & b & c);
    default: return ~a | b;
  }
}

// Of all worlds in which every statement is as it must be: in which people tell the truth, and lie.
struct LieWorlds {
  bool any = false;
  std::vector<bool> truthful;
  std::vector<bool> lying;

  std::string_view Status(size_t person) const {
    if (truthful[person]) return lying[person] ? "unknown" : "yes";
    return "no";
  }
};

LieWorlds PossibleLieWorlds(const LieWeb& web) {
  // Bit i of lane k is bit k of i: the six people who differ among 64 worlds.
  constexpr std::array<uint64_t, 6> kLanes = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                              0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                              0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  const size_t people = web.people.size();
  LieWorlds worlds{false, std::vector<bool>(people), std::vector<bool>(people)};
  // Nobody stands behind the people: what is about him is about nothing.
  std::array<uint64_t, kMostLiePeople + 1> tells{};
  std::copy(kLanes.begin(), kLanes.end(), tells.begin());
  const auto of = [&](int person) {
    return tells[person < 0 ? kMostLiePeople : static_cast<size_t>(person)];
  };
  const uint64_t some =
      people < kLanes.size() ? (uint64_t{1} << (size_t{1} << people)) - 1 : ~uint64_t{0};
  const size_t blocks = people > kLanes.size() ? size_t{1} << (people - kLanes.size()) : 1;
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t person = kLanes.size(); person < people; ++person) {
      tells[person] = ((block >> (person - kLanes.size())) & 1) == 1 ? ~uint64_t{0} : 0;
    }
    uint64_t possible = some;
    for (const std::vector<int>& row : web.statements) {
      if (possible == 0) break;
      const uint64_t content = LieContent(row[1], of(row[2]), of(row[3]), of(row[4]));
      possible &= row[0] < 0 ? content : ~(content ^ of(row[0]));
    }
    if (possible == 0) continue;
    worlds.any = true;
    for (size_t person = 0; person < people; ++person) {
      if ((possible & tells[person]) != 0) worlds.truthful[person] = true;
      if ((possible & ~tells[person]) != 0) worlds.lying[person] = true;
    }
  }
  return worlds;
}

Result<std::vector<std::string_view>> LieAnswers(const LieWeb& web) {
  const LieWorlds worlds = PossibleLieWorlds(web);
  if (!worlds.any) return BadFacts("statements", "contradict each other");
  std::vector<std::string_view> answers;
  for (const int person : web.asked) {
    answers.push_back(worlds.Status(static_cast<size_t>(person)));
  }
  return answers;
}

class LieMaker {
 public:
  LieMaker(const LieSize& size, Dice* dice) : size_(size), dice_(dice) {
    for (size_t i = 0; i < size.people; ++i) tells_.push_back(dice->Below(2) == 0);
  }

  LieWeb Web() {
    LieWeb web;
    web.people = reasoning::DrawStrings(size_.people, reasoning::FirstNames(), dice_);
    web.asked = reasoning::DrawIndices(size_.asked, size_.people, dice_);
    if (size_.known) {
      const int known = Person();
      web.statements.push_back({-1, tells_[static_cast<size_t>(known)] ? 0 : 1, known, -1, -1});
    }
    for (size_t i = 0; i < size_.people; ++i) {
      web.statements.push_back(Statement(static_cast<int>(i)));
    }
    const bool open = size_.may_be_open && dice_->Below(3) == 0;
    while (!open && web.statements.size() < kMostLieStatements && IsOpen(web)) {
      web.statements.push_back(Statement(Person()));
    }
    reasoning::Shuffle(&web.statements, dice_);
    return web;
  }

 private:
  int Person() { return static_cast<int>(dice_->Below(size_.people)); }

  static bool IsOpen(const LieWeb& web) {
    const LieWorlds worlds = PossibleLieWorlds(web);
    return std::any_of(web.asked.begin(), web.asked.end(), [&](int person) {
      return worlds.Status(static_cast<size_t>(person)) == "unknown";
    });
  }

  // About others, and true or false as it must be.
  std::vector<int> Statement(int speaker) {
    while (true) {
      const int form = static_cast<int>(dice_->Below(static_cast<size_t>(size_.forms)));
      std::vector<int> row = {speaker, form, -1, -1, -1};
      std::array<uint64_t, 3> about{};
      const std::vector<int> people = reasoning::DrawIndices(3, size_.people, dice_);
      bool self = false;
      for (size_t i = 0; i < kLieOperands[static_cast<size_t>(form)]; ++i) {
        row[2 + i] = people[i];
        self |= people[i] == speaker;
        about[i] = tells_[static_cast<size_t>(people[i])] ? ~uint64_t{0} : 0;
      }
      const bool holds = (LieContent(form, about[0], about[1], about[2]) & 1) == 1;
      if (!self && holds == tells_[static_cast<size_t>(speaker)]) return row;
    }
  }

  const LieSize& size_;
  Dice* dice_;
  std::vector<bool> tells_;
};

std::string LieContentText(const LieWeb& web, const std::vector<int>& row) {
  std::vector<std::string> who;
  for (size_t i = 2; i < kLieColumns && row[i] >= 0; ++i) {
    who.push_back(web.people[static_cast<size_t>(row[i])]);
  }
  switch (row[1]) {
    case 0: return who[0] + " tells the truth";
    case 1: return who[0] + " lies";
    case 2: return who[0] + " and " + who[1] + " are both truth-tellers or both liars";
    case 3: return "one of " + reasoning::Listed(who) + " is a truth-teller and the other a liar";
    case 4: return "at least one of " + reasoning::Listed(who) + " tells the truth";
    case 5: return "at least one of " + reasoning::Listed(who) + " lies";
    case 6: return "exactly one of " + reasoning::Listed(who) + " tells the truth";
    case 7: return "exactly two of " + reasoning::Listed(who) + " tell the truth";
    default: return "if " + who[0] + " tells the truth, then so does " + who[1];
  }
}

std::string LiePrompt(const LieWeb& web) {
  std::string text =
      "Each of " + reasoning::Listed(web.people) +
      " is either a truth-teller, whose statements are all true, or a liar, whose statements are "
      "all false. A statement \"if P, then Q\" is false only when P is true and Q is false.\n";
  for (const std::vector<int>& row : web.statements) {
    const std::string content = LieContentText(web, row);
    text += "\n- " +
            (row[0] < 0 ? "It is known that " + content + "."
                        : web.people[static_cast<size_t>(row[0])] + " says: \"" + content + ".\"");
  }
  std::vector<std::string> asked;
  for (const int person : web.asked) asked.push_back(web.people[static_cast<size_t>(person)]);
  return text + "\n\nDo these people tell the truth: " + reasoning::Listed(asked) +
         "? Give the final answer in a code block: for each of them, in this order, one word, "
         "separated by commas: yes (a truth-teller), no (a liar), or unknown (when both are "
         "possible).";
}

class WebOfLiesKind final : public Kind {
 public:
  std::string_view name() const override { return "web_of_lies"; }
  std::string_view summary() const override {
    return "Find out who tells the truth and who lies from what they say of each other.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const LieSize& size = kLieSizes[static_cast<size_t>(difficulty - kEasiest)];
    const LieWeb web = LieMaker(size, dice).Web();
    JsonWriter facts;
    facts.BeginObject().Key("people").Raw(reasoning::StringsJson(web.people));
    facts.Key("statements").Raw(GridJson(web.statements));
    facts.Key("asked").Raw(reasoning::IntsJson(web.asked)).EndObject();
    return {std::string(name()), difficulty, LiePrompt(web), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const LieWeb web, ReadLieWeb(facts));
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string_view> wanted, LieAnswers(web));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    const std::vector<std::string> given = reasoning::AnswerTokens(answer);
    for (const std::string& word : given) {
      if (word != "yes" && word != "no" && word != "unknown") return kUnreadable;
    }
    if (given.empty()) return kUnreadable;
    if (given.size() != wanted.size()) return Wrong("wrong_count");
    return std::equal(given.begin(), given.end(), wanted.begin()) ? kRight : Wrong("wrong_status");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const LieWeb web, ReadLieWeb(facts));
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string_view> answers, LieAnswers(web));
    std::string text;
    for (const std::string_view answer : answers) {
      text += (text.empty() ? "" : ", ") + std::string(answer);
    }
    return text;
  }
};

}  // namespace

const Kind& WebOfLies() {
  static const WebOfLiesKind kind;
  return kind;
}

}  // namespace assay::logic
