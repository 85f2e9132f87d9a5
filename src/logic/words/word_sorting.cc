#include <algorithm>
#include <array>

#include "logic/model/facts.h"
#include "logic/words/word_list.h"
#include "logic/words/word_order.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct WordSortingSize {
  size_t words;
  size_t moved;     // letters of the alphabet
  size_t initials;  // that words have by preference; 0: any
};
constexpr std::array<WordSortingSize, 5> kWordSortingSizes = {
    {{5, 0, 0}, {8, 2, 0}, {13, 5, 5}, {20, 12, 5}, {32, 26, 6}}};
constexpr size_t kMostSortedWords = 64;

struct WordSortingTask {
  std::vector<std::string> words;
  words::WordOrder order;

  std::vector<std::string> Sorted() const {
    std::vector<std::string> sorted = words;
    std::sort(sorted.begin(), sorted.end(),
              [this](const std::string& a, const std::string& b) { return order.Before(a, b); });
    return sorted;
  }
};

Result<WordSortingTask> ReadWordSorting(JsonValue facts) {
  WordSortingTask task;
  ASSAY_ASSIGN_OR_RETURN(task.words, words::ReadWords(facts, "words", 2, kMostSortedWords, 1));
  ASSAY_ASSIGN_OR_RETURN(task.order, words::ReadWordOrder(facts));
  return task;
}

// Words that begin alike are compared by more than a letter.
std::vector<std::string> DrawSortingWords(const WordSortingSize& size, Dice* dice) {
  std::vector<std::string> all = words::DrawWords(words::CommonWords().size(), dice);
  std::string initials;
  for (const std::string& word : all) {
    if (initials.size() == size.initials) break;
    if (initials.find(word[0]) == std::string::npos) initials += word[0];
  }
  std::stable_partition(all.begin(), all.end(), [&](const std::string& word) {
    return initials.find(word[0]) != std::string::npos;
  });
  all.resize(size.words);
  words::Shuffle(&all, dice);
  return all;
}

class WordSortingKind final : public Kind {
 public:
  std::string_view name() const override { return "word_sorting"; }
  std::string_view summary() const override {
    return "Sort words by an alphabet that may have its own order of letters.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const WordSortingSize& size = kWordSortingSizes[static_cast<size_t>(difficulty - kEasiest)];
    WordSortingTask task{DrawSortingWords(size, dice), words::DrawWordOrder(size.moved, dice)};
    JsonWriter facts;
    facts.BeginObject().Key("words").Raw(words::StringsJson(task.words));
    facts.Key("alphabet").String(task.order.alphabet());
    facts.Key("order").String(task.order.order()).EndObject();
    return {std::string(name()), difficulty,
            "Sort the words below. " + task.order.Explained() +
                "\n\nWords: " + words::JoinWords(task.words, ", ") +
                "\n\nGive the final answer in a code block: all words in their order, separated by "
                "spaces.",
            facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const WordSortingTask task, ReadWordSorting(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::vector<std::string> given = words::AnswerWords(answer);
    if (given.empty()) return kUnreadable;
    for (const std::string& word : given) {
      for (const char c : word) {
        if (c < 'a' || c > 'z') return kUnreadable;
      }
    }
    if (given.size() != task.words.size()) return Wrong("other_words");
    std::vector<std::string> wanted = task.words;
    bool sorted = true;
    for (size_t i = 1; i < given.size(); ++i) sorted &= !task.order.Before(given[i], given[i - 1]);
    std::sort(wanted.begin(), wanted.end());
    std::sort(given.begin(), given.end());
    if (given != wanted) return Wrong("other_words");
    return sorted ? kRight : Wrong("wrong_order");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const WordSortingTask task, ReadWordSorting(facts));
    return words::JoinWords(task.Sorted(), " ");
  }
};

}  // namespace

const Kind& WordSorting() {
  static const WordSortingKind kind;
  return kind;
}

}  // namespace assay::logic
