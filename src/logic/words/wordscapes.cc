#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "logic/model/facts.h"
#include "logic/words/crossword.h"
#include "logic/words/word_list.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

using words::Crossword;
using words::kBlock;
using words::kOpenCell;

struct WordscapesSize {
  size_t words;
  size_t side;
};
constexpr std::array<WordscapesSize, 5> kWordscapesSizes = {
    {{4, 9}, {7, 10}, {11, 12}, {16, 13}, {24, 15}}};
constexpr size_t kMostWordscapesCells = 400;
constexpr int kMostWordscapesNodes = 5'000;

// Rows of letters and blocks, by lines and brackets; nothing: another character is there, or more
// cells than any grid has.
std::optional<std::vector<std::string>> WordscapesRows(std::string_view answer) {
  std::vector<std::string> rows(1);
  size_t cells = 0;
  for (const char c : answer) {
    switch (c) {
      case '\n':
      case '[':
      case ']':
        if (!rows.back().empty()) rows.emplace_back();
        continue;
      case ' ':
      case '\t':
      case '\r':
      case ',':
      case '"':
      case '\'':
      case '`':
      case '|': continue;
      default: break;
    }
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (c != kBlock && (lower < 'a' || lower > 'z')) return std::nullopt;
    if (++cells > kMostWordscapesCells) return std::nullopt;
    rows.back() += lower;
  }
  if (rows.back().empty()) rows.pop_back();
  return rows;
}

std::vector<std::string> WordscapesTexts(const std::vector<std::vector<size_t>>& runs,
                                         std::string_view cells) {
  std::vector<std::string> texts;
  for (const std::vector<size_t>& run : runs) {
    std::string& text = texts.emplace_back();
    for (const size_t cell : run) text += cells[cell];
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Fills run after run, first the one that the fewest words fit.
class WordscapesSearch {
 public:
  explicit WordscapesSearch(const Crossword& crossword)
      : cells_(words::JoinWords(crossword.grid, "")) {
    for (std::vector<size_t>& run : words::AcrossRuns(crossword.grid)) {
      runs_.push_back({std::move(run), 0, false});
    }
    for (std::vector<size_t>& run : words::DownRuns(crossword.grid)) {
      runs_.push_back({std::move(run), 1, false});
    }
    for (const std::string& word : crossword.across) ++left_[0][word];
    for (const std::string& word : crossword.down) ++left_[1][word];
  }

  // As deep as there are runs.
  bool Fill() {
    if (++nodes_ > kMostWordscapesNodes) return false;
    WordscapesRun* next = nullptr;
    std::vector<std::string> choices;
    for (WordscapesRun& run : runs_) {
      if (run.filled) continue;
      std::vector<std::string> fitting = Fitting(run);
      if (fitting.empty()) return false;
      if (next == nullptr || fitting.size() < choices.size()) {
        next = &run;
        choices = std::move(fitting);
      }
    }
    if (next == nullptr) return true;
    const std::string before = cells_;
    next->filled = true;
    for (const std::string& word : choices) {
      for (size_t i = 0; i < word.size(); ++i) cells_[next->cells[i]] = word[i];
      --left_[next->direction][word];
      if (Fill()) return true;
      ++left_[next->direction][word];
      cells_ = before;
    }
    next->filled = false;
    return false;
  }

  bool given_up() const { return nodes_ > kMostWordscapesNodes; }
  const std::string& cells() const { return cells_; }

 private:
  struct WordscapesRun {
    std::vector<size_t> cells;
    size_t direction;
    bool filled;
  };

  std::vector<std::string> Fitting(const WordscapesRun& run) const {
    std::vector<std::string> fitting;
    for (const auto& [word, count] : left_[run.direction]) {
      if (count == 0 || word.size() != run.cells.size()) continue;
      bool fits = true;
      for (size_t i = 0; i < word.size() && fits; ++i) {
        const char there = cells_[run.cells[i]];
        fits = there == kOpenCell || there == word[i];
      }
      if (fits) fitting.push_back(word);
    }
    return fitting;
  }

  std::string cells_;
  std::vector<WordscapesRun> runs_;
  std::array<std::map<std::string, int>, 2> left_;
  int nodes_ = 0;
};

std::string WordscapesGridText(const std::string& cells, size_t width) {
  std::string text;
  for (size_t at = 0; at < cells.size(); at += width) {
    for (size_t i = 0; i < width; ++i) {
      text += cells[at + i];
      text += i + 1 < width ? ' ' : '\n';
    }
  }
  return text;
}

std::string WordscapesPrompt(const Crossword& crossword) {
  return "Fill the crossword grid below: each open cell (.) gets one letter; # is a block. Each "
         "run of two or more open cells side by side in a row, as long as it can be, must hold one "
         "of the words across, from left to right; each run of two or more open cells one below "
         "the other in a column, as long as it can be, one of the words down, from top to bottom. "
         "Every word is used exactly once. A cell of two runs has one letter that suits both "
         "words.\n\n" +
         WordscapesGridText(words::JoinWords(crossword.grid, ""), crossword.width()) +
         "\nWords across: " + words::JoinWords(crossword.across, ", ") +
         "\nWords down: " + words::JoinWords(crossword.down, ", ") +
         "\n\nGive the final answer in a code block: the grid, one line for each row, with a "
         "letter for each open cell and # for each block, separated by spaces.";
}

class WordscapesKind final : public Kind {
 public:
  std::string_view name() const override { return "wordscapes"; }
  std::string_view summary() const override {
    return "Place words in a crossword grid so that crossings agree.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const WordscapesSize& size = kWordscapesSizes[static_cast<size_t>(difficulty - kEasiest)];
    const Crossword crossword = words::DrawCrossword(size.words, size.side, dice);
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(words::StringsJson(crossword.grid));
    facts.Key("across").Raw(words::StringsJson(crossword.across));
    facts.Key("down").Raw(words::StringsJson(crossword.down)).EndObject();
    return {std::string(name()), difficulty, WordscapesPrompt(crossword), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(Crossword crossword, words::ReadCrossword(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    const std::optional<std::vector<std::string>> rows = WordscapesRows(answer);
    if (!rows || rows->empty()) return kUnreadable;
    if (rows->size() != crossword.grid.size()) return Wrong("wrong_size");
    for (const std::string& row : *rows) {
      if (row.size() != crossword.width()) return Wrong("wrong_size");
    }
    const std::string cells = words::JoinWords(*rows, "");
    const std::string open = words::JoinWords(crossword.grid, "");
    for (size_t i = 0; i < cells.size(); ++i) {
      if ((cells[i] == kBlock) != (open[i] == kBlock)) return Wrong("blocks_changed");
    }
    std::sort(crossword.across.begin(), crossword.across.end());
    std::sort(crossword.down.begin(), crossword.down.end());
    if (WordscapesTexts(words::AcrossRuns(crossword.grid), cells) != crossword.across) {
      return Wrong("other_words_across");
    }
    if (WordscapesTexts(words::DownRuns(crossword.grid), cells) != crossword.down) {
      return Wrong("other_words_down");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const Crossword crossword, words::ReadCrossword(facts));
    WordscapesSearch search(crossword);
    if (!search.Fill()) {
      return Error{ErrorCode::kUnsupported, "logic.solve", 0,
                   search.given_up() ? "the search was given up" : "there is no answer"};
    }
    return WordscapesGridText(search.cells(), crossword.width());
  }
};

}  // namespace

const Kind& Wordscapes() {
  static const WordscapesKind kind;
  return kind;
}

}  // namespace assay::logic
