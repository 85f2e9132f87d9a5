// TestlibReader: reads an output or an answer the way testlib's streams do in a checker: tokens
// between blanks (space, tab, CR, LF), canonical integers, decimals, lines. Internal to grading.
//
// Keeps a view of the text. One thread. Each read returns nothing where testlib would end the
// checker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

class TestlibReader {
 public:
  explicit TestlibReader(std::string_view text) : text_(text) {}

  // A byte order mark is passed over; testlib does so in outputs, not in answers.
  void SkipByteOrderMark();

  // Skips blanks; whether the text ends there.
  bool SeekEnd();
  bool AtEnd() const { return at_ == text_.size(); }

  std::optional<std::string_view> Token();
  // Without superfluous zeros, plus or minus signs, and within the range of int64.
  std::optional<int64_t> Integer();
  // Digits with a point and an exponent, or without. What is too large becomes an infinity.
  std::optional<double> Real();
  // Up to a line feed, or CR and LF. A CR elsewhere disappears, as it does in testlib (at the end
  // of the text it reads as 0xff); at the end of the text lines are empty.
  std::string Line();

  // Where the last token or line began; the end of the text when there was none.
  size_t last_at() const { return last_at_; }

 private:
  const std::string_view text_;
  size_t at_ = 0;
  size_t last_at_ = 0;
};

// Of a token.
std::optional<int64_t> TestlibInteger(std::string_view token);

}  // namespace assay
