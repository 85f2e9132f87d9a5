// Reads one bare answer: cleans it, parses it, and recognises what is no formula: multiple choice,
// yes and no, prose. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "math/read/ast.h"
#include "math/read/budget.h"
#include "math/read/verify_options.h"

namespace assay::math {

struct Answer {
  bool ok = false;
  std::string error;           // when !ok
  const Node* root = nullptr;  // null for prose
  // "100,200" as a list; null without such commas.
  const Node* list_reading = nullptr;
  bool prose = false;
  bool prose_has_math = false;  // digits or operators among the words
  // Letters and digits of the answer, for comparing prose. Empty where a formula without a word was
  // read: PlainWords gives them there, too.
  std::string words;
  std::string_view source;    // what was read; the answer must not outlive it
  char choice = 0;            // 'A'… of "(A)", "A. 12", "\text{A}"
  bool choice_alone = false;  // nothing but the letter
  std::string choice_rest;    // "12" of "A. 12"
  uint32_t choices = 0;       // set of letters: "A, C" and "AC"
  int truth = -1;             // 1 yes/true, 0 no/false
  bool truth_alone = false;
  std::string normal;
};

Answer ReadAnswer(std::string_view text, const VerifyOptions& options, Arena* arena,
                  Budget* budget);

// The words of any answer, also of a formula.
std::string PlainWords(const Answer& answer, const VerifyOptions& options);

}  // namespace assay::math
