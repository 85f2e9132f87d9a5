// TextLayout: what the lines and tokens of a problem's inputs are, as far as the given ones show
// it: lines of a fixed number of tokens, lines with a list of any length, and a block of lines at
// the end. A text of that layout is taken apart into arguments, so that what is known of calls'
// arguments (that one is the length of another) is known of texts, too, and put together again.
//
// Immutable; pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/grow/values/shape.h"

namespace assay::grow {

class TextLayout {
 public:
  // Nothing: they have no layout in common.
  static std::optional<TextLayout> Learn(const std::vector<std::string>& texts);

  // Nothing: the text isn't of the layout.
  std::optional<Arguments> TakeApart(std::string_view text) const;
  std::string PutTogether(const Arguments& arguments) const;

 private:
  enum class Slot {
    kTokens,      // a line of `tokens` tokens, each an argument
    kList,        // a line whose tokens are one list
    kBlock,       // all further lines, each a tuple of `tokens` tokens
    kRaggedBlock  // all further lines, each a list
  };
  struct Line {
    Slot slot;
    size_t tokens = 0;
  };

  std::vector<Line> lines_;
};

}  // namespace assay::grow
