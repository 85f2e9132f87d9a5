#include <algorithm>
#include <array>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "logic/words/word_list.h"
#include "logic/words/word_order.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

using SortedList = std::vector<std::string>;

struct SortingMistakeSize {
  size_t words;
  size_t moved;  // letters of the alphabet
};
constexpr std::array<SortingMistakeSize, 5> kSortingMistakeSizes = {
    {{4, 0}, {6, 0}, {8, 4}, {11, 12}, {15, 26}}};
constexpr size_t kMostMistakeWords = 24;
constexpr std::array<std::string_view, 3> kSortingMethods = {"insertion", "selection", "bubble"};

struct SortingRecord {
  SortedList words;
  words::WordOrder order;
  std::string method;
  std::vector<SortedList> steps;
};

Result<SortingRecord> ReadSortingRecord(JsonValue facts) {
  SortingRecord record;
  ASSAY_ASSIGN_OR_RETURN(record.words, words::ReadWords(facts, "words", 2, kMostMistakeWords, 1));
  SortedList sorted = record.words;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return BadFacts("words", "must be different");
  }
  ASSAY_ASSIGN_OR_RETURN(record.order, words::ReadWordOrder(facts));
  ASSAY_ASSIGN_OR_RETURN(record.method, ReadString(facts, "method", 16));
  if (std::find(kSortingMethods.begin(), kSortingMethods.end(), record.method) ==
      kSortingMethods.end()) {
    return BadFacts("method", "must be \"insertion\", \"selection\" or \"bubble\"");
  }
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> steps,
                         ReadStrings(facts, "steps", 1, record.words.size() - 1,
                                     kMostMistakeWords * (words::kMostLetters + 1)));
  for (const std::string& step : steps) record.steps.push_back(words::AnswerWords(step));
  return record;
}

// What step `step`, from 1, makes of a list. REQUIRES: step < list->size().
void TakeSortingStep(std::string_view method, const words::WordOrder& order, size_t step,
                     SortedList* list) {
  const auto before = [&](const std::string& a, const std::string& b) {
    return order.Before(a, b);
  };
  const auto at = [&](size_t index) { return list->begin() + static_cast<std::ptrdiff_t>(index); };
  if (method == "insertion") {
    size_t to = step;
    while (to > 0 && before((*list)[step], (*list)[to - 1])) --to;
    std::rotate(at(to), at(step), at(step + 1));
  } else if (method == "selection") {
    const auto least = std::min_element(at(step - 1), list->end(), before);
    std::rotate(at(step - 1), least, least + 1);
  } else {
    for (size_t i = 1; i < list->size(); ++i) {
      if (before((*list)[i], (*list)[i - 1])) std::swap((*list)[i - 1], (*list)[i]);
    }
  }
}

// From 1; 0: none is wrong.
size_t FirstSortingMistake(const SortingRecord& record) {
  SortedList list = record.words;
  for (size_t step = 1; step <= record.steps.size(); ++step) {
    TakeSortingStep(record.method, record.order, step, &list);
    if (list != record.steps[step - 1]) return step;
  }
  return 0;
}

// Exchanges two neighbours, moves a word elsewhere, or puts one in another's place.
void SpoilSortedList(Dice* dice, SortedList* list) {
  const SortedList old = *list;
  while (*list == old) {
    const size_t from = dice->Below(list->size());
    const size_t to = dice->Below(list->size());
    switch (dice->Below(5)) {
      case 0: (*list)[to] = old[from]; break;
      case 1: {
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(from));
        list->insert(list->begin() + static_cast<std::ptrdiff_t>(to), old[from]);
        break;
      }
      default: {
        const size_t next = (from + 1) % list->size();
        std::swap((*list)[from], (*list)[next]);
      }
    }
  }
}

std::string SortingStepRule(std::string_view method) {
  if (method == "insertion") {
    return "In step k, the word at place k + 1 (places count from 1) is moved to the left to where "
           "it belongs among the k words before it, which are in order already; all other words "
           "keep their order.";
  }
  if (method == "selection") {
    return "In step k, of the words from place k on (places count from 1), the one that comes "
           "first in the order is moved to place k; all other words keep their order.";
  }
  return "In each step, one goes through the whole list once from left to right: the words at "
         "places 1 and 2 are compared and exchanged if they are in the wrong order, then the words "
         "that are now at places 2 and 3, and so on to the last two.";
}

std::string SortingRecordPrompt(const SortingRecord& record) {
  std::string text =
      "Someone sorts a list of words step by step and writes down the list after "
      "each step. " +
      record.order.Explained() + "\n\n" + SortingStepRule(record.method) +
      "\n\nStart: " + words::JoinWords(record.words, " ");
  for (size_t i = 0; i < record.steps.size(); ++i) {
    text += "\nStep " + std::to_string(i + 1) + ": " + words::JoinWords(record.steps[i], " ");
  }
  return text +
         "\n\nA step is wrong when its list isn't what the rule makes of the list before it. There "
         "may be a wrong step, or none. Which step is the first wrong one? Give the final answer "
         "in a code block: only the number of the step, or none.";
}

class WordSortingMistakeKind final : public Kind {
 public:
  std::string_view name() const override { return "word_sorting_mistake"; }
  std::string_view summary() const override {
    return "Find the first wrong step of a sorting that is written down.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const auto& size = kSortingMistakeSizes[static_cast<size_t>(difficulty - kEasiest)];
    SortingRecord record{words::DrawWords(size.words, dice),
                         words::DrawWordOrder(size.moved, dice),
                         std::string(kSortingMethods[dice->Below(kSortingMethods.size())]),
                         {}};
    const size_t steps = size.words - 1;
    const size_t mistake = dice->Below(5) == 0 ? 0 : 1 + dice->Below(steps);
    SortedList list = record.words;
    for (size_t step = 1; step <= steps; ++step) {
      TakeSortingStep(record.method, record.order, step, &list);
      if (step == mistake) SpoilSortedList(dice, &list);
      record.steps.push_back(list);
    }
    JsonWriter facts;
    facts.BeginObject().Key("words").Raw(words::StringsJson(record.words));
    facts.Key("alphabet").String(record.order.alphabet());
    facts.Key("order").String(record.order.order());
    facts.Key("method").String(record.method).Key("steps").BeginArray();
    for (const SortedList& step : record.steps) facts.String(words::JoinWords(step, " "));
    facts.EndArray().EndObject();
    return {std::string(name()), difficulty, SortingRecordPrompt(record), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const SortingRecord record, ReadSortingRecord(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::vector<std::string> given = words::AnswerWords(answer);
    if (given.size() == 2 && given.front() == "step") given.erase(given.begin());
    if (given.size() != 1) return kUnreadable;
    const size_t first = FirstSortingMistake(record);
    if (given.front() == "none") return first == 0 ? kRight : Wrong("there_is_a_mistake");
    const std::optional<int> step = IntOf(given.front());
    if (!step) return kUnreadable;
    if (*step < 1 || *step > static_cast<int>(record.steps.size())) return Wrong("no_such_step");
    if (first == 0) return Wrong("there_is_no_mistake");
    return static_cast<size_t>(*step) == first ? kRight : Wrong("other_step");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const SortingRecord record, ReadSortingRecord(facts));
    const size_t first = FirstSortingMistake(record);
    return first == 0 ? "none" : std::to_string(first);
  }
};

}  // namespace

const Kind& WordSortingMistake() {
  static const WordSortingMistakeKind kind;
  return kind;
}

}  // namespace assay::logic
