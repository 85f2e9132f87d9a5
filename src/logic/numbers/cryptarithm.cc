#include <algorithm>
#include <array>
#include <set>

#include "logic/model/facts.h"
#include "logic/numbers/blanks.h"
#include "logic/numbers/numbers.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostLetters = 7;
constexpr size_t kMostWords = 4;
constexpr int64_t kMostCryptarithmSteps = 5'000'000;
// Sums that Make tries for one without another answer, and the steps for each.
constexpr int kCryptarithmTries = 30;
constexpr int64_t kCryptarithmProofSteps = 100'000;
struct CryptarithmLevel {
  size_t words;
  int least;
  int most;
};
constexpr std::array<CryptarithmLevel, 5> kCryptarithmLevels = {
    {{2, 10, 99}, {2, 100, 999}, {2, 1000, 9999}, {3, 1000, 9999}, {3, 10'000, 99'999}}};

struct WordSum {
  std::vector<std::string> words;
  std::string total;

  std::string letters() const {
    std::set<char> all(total.begin(), total.end());
    for (const std::string& word : words) all.insert(word.begin(), word.end());
    return {all.begin(), all.end()};
  }
};

bool IsWordOfSum(const std::string& word) {
  return !word.empty() && word.size() <= kMostLetters &&
         word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
}

Result<WordSum> ReadWordSum(JsonValue facts) {
  WordSum sum;
  ASSAY_ASSIGN_OR_RETURN(sum.words, ReadStrings(facts, "words", 2, kMostWords, kMostLetters));
  ASSAY_ASSIGN_OR_RETURN(sum.total, ReadString(facts, "total", kMostLetters));
  if (!std::all_of(sum.words.begin(), sum.words.end(), IsWordOfSum)) {
    return BadFacts("words", "each must have 1 to 7 letters A to Z");
  }
  if (!IsWordOfSum(sum.total)) return BadFacts("total", "must have 1 to 7 letters A to Z");
  if (sum.letters().size() > 10) return BadFacts("words", "have more than 10 different letters");
  return sum;
}

// From the last column on, a digit for each letter as it comes.
class WordSumSearch {
 public:
  WordSumSearch(const WordSum& sum, size_t most_answers, int64_t most_steps)
      : sum_(sum), answers_left_(most_answers), steps_left_(most_steps) {
    digit_of_.fill(-1);
    for (const std::string& word : sum.words) {
      if (word.size() > 1) leads_.insert(word.front());
      columns_ = std::max(columns_, word.size());
    }
    if (sum.total.size() > 1) leads_.insert(sum.total.front());
    columns_ = std::max(columns_, sum.total.size());
  }

  // Whether there are so many answers; then the last stands in the letters.
  bool Run() { return Column(0, 0); }
  bool gave_up() const { return steps_left_ <= 0; }

  std::string NumberOf(const std::string& word) const {
    std::string number;
    for (const char c : word) number += static_cast<char>('0' + DigitOf(c));
    return number;
  }

 private:
  int& DigitOf(char letter) { return digit_of_[static_cast<size_t>(letter - 'A')]; }
  int DigitOf(char letter) const { return digit_of_[static_cast<size_t>(letter - 'A')]; }

  static char LetterAt(const std::string& word, size_t column) {
    return column < word.size() ? word[word.size() - 1 - column] : ' ';
  }

  bool Column(size_t column, int carry) {
    if (column == columns_) return carry == 0 && --answers_left_ == 0;
    return Word(column, 0, carry);
  }

  bool Word(size_t column, size_t word, int sum) {
    if (--steps_left_ <= 0) return false;
    if (word == sum_.words.size()) {
      const char letter = LetterAt(sum_.total, column);
      const int digit = sum % 10;
      if (letter == ' ') return digit == 0 && Column(column + 1, sum / 10);
      return With(letter, digit, [&] { return Column(column + 1, sum / 10); });
    }
    const char letter = LetterAt(sum_.words[word], column);
    if (letter == ' ') return Word(column, word + 1, sum);
    if (DigitOf(letter) >= 0) return Word(column, word + 1, sum + DigitOf(letter));
    for (int digit = 0; digit < 10; ++digit) {
      if (With(letter, digit, [&] { return Word(column, word + 1, sum + digit); })) return true;
    }
    return false;
  }

  template <typename Then>
  bool With(char letter, int digit, const Then& then) {
    if (DigitOf(letter) >= 0) return DigitOf(letter) == digit && then();
    if (used_[static_cast<size_t>(digit)] || (digit == 0 && leads_.count(letter) > 0)) return false;
    DigitOf(letter) = digit;
    used_[static_cast<size_t>(digit)] = true;
    if (then()) return true;
    DigitOf(letter) = -1;
    used_[static_cast<size_t>(digit)] = false;
    return false;
  }

  const WordSum& sum_;
  size_t columns_ = 0;
  std::set<char> leads_;
  std::array<int, 26> digit_of_{};
  std::array<bool, 10> used_{};
  size_t answers_left_;
  int64_t steps_left_;
};

std::string WordSumText(const WordSum& sum) {
  std::string text;
  for (const std::string& word : sum.words) text += (text.empty() ? "" : " + ") + word;
  return text + " = " + sum.total;
}

WordSum RandomWordSum(const CryptarithmLevel& level, Dice* dice) {
  std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (size_t i = 0; i < 10; ++i) std::swap(letters[i], letters[i + dice->Below(26 - i)]);
  const auto word_of = [&](int number) {
    std::string word;
    for (const char digit : std::to_string(number)) {
      word += letters[static_cast<size_t>(digit - '0')];
    }
    return word;
  };
  WordSum sum;
  int total = 0;
  for (size_t i = 0; i < level.words; ++i) {
    const auto span = static_cast<size_t>(level.most - level.least + 1);
    const int number = level.least + static_cast<int>(dice->Below(span));
    total += number;
    sum.words.push_back(word_of(number));
  }
  sum.total = word_of(total);
  return sum;
}

class CryptarithmKind final : public Kind {
 public:
  std::string_view name() const override { return "cryptarithm"; }
  std::string_view summary() const override {
    return "Find the digits that letters of a sum stand for.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const CryptarithmLevel& level = kCryptarithmLevels[static_cast<size_t>(difficulty - kEasiest)];
    WordSum sum;
    for (int attempt = 0; attempt < kCryptarithmTries; ++attempt) {
      sum = RandomWordSum(level, dice);
      WordSumSearch second(sum, 2, kCryptarithmProofSteps);
      if (!second.Run() && !second.gave_up()) break;
    }
    JsonWriter facts;
    facts.BeginObject().Key("words").BeginArray();
    for (const std::string& word : sum.words) facts.String(word);
    facts.EndArray().Key("total").String(sum.total).EndObject();
    return {
        std::string(name()), difficulty,
        "In this sum every letter stands for a digit, the same letter always for the same digit "
        "and different letters for different ones. No number of several digits begins with 0. Find "
        "digits with which the sum is right.\n\n" +
            WordSumText(sum) +
            "\n\nGive the final answer in a code block: the sum with digits in place of the "
            "letters, for example 25 + 17 = 42.",
        facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const WordSum sum, ReadWordSum(facts));
    std::string wanted;
    for (const char c : WordSumText(sum)) {
      if (c != ' ') wanted += c;
    }
    const std::optional<std::string> read = WithoutBlanks(answer, "0123456789+=", wanted.size());
    if (!read) return kUnreadable;
    const std::string& given = *read;
    if (given.size() != wanted.size()) return Wrong("wrong_size");
    std::array<int, 26> digit_of{};
    digit_of.fill(-1);
    std::array<char, 10> letter_of{};
    std::vector<int64_t> numbers(1);
    for (size_t i = 0; i < given.size(); ++i) {
      const bool digit = given[i] >= '0' && given[i] <= '9';
      if (wanted[i] == '+' || wanted[i] == '=') {
        if (given[i] != wanted[i]) return Wrong("wrong_size");
        numbers.push_back(0);
        continue;
      }
      if (!digit) return Wrong("wrong_size");
      const int value = given[i] - '0';
      int& known = digit_of[static_cast<size_t>(wanted[i] - 'A')];
      if (known >= 0 && known != value) return Wrong("letter_with_digits");
      known = value;
      char& letter = letter_of[static_cast<size_t>(value)];
      if (letter != 0 && letter != wanted[i]) return Wrong("digit_with_letters");
      letter = wanted[i];
      const bool first = i == 0 || wanted[i - 1] == '+' || wanted[i - 1] == '=';
      const bool last = i + 1 == wanted.size() || wanted[i + 1] == '+' || wanted[i + 1] == '=';
      if (first && !last && value == 0) return Wrong("leading_zero");
      numbers.back() = 10 * numbers.back() + value;
    }
    int64_t left = 0;
    for (size_t i = 0; i + 1 < numbers.size(); ++i) left += numbers[i];
    return left == numbers.back() ? kRight : Wrong("sum_fails");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const WordSum sum, ReadWordSum(facts));
    WordSumSearch search(sum, 1, kMostCryptarithmSteps);
    if (!search.Run()) {
      return Error{ErrorCode::kUnsupported, "logic.solve", 0,
                   search.gave_up() ? "the search was given up after many steps"
                                    : "the puzzle has no answer"};
    }
    WordSum digits{{}, search.NumberOf(sum.total)};
    for (const std::string& word : sum.words) digits.words.push_back(search.NumberOf(word));
    return WordSumText(digits);
  }
};

}  // namespace

const Kind& Cryptarithm() {
  static const CryptarithmKind kind;
  return kind;
}

}  // namespace assay::logic
