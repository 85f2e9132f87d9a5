// The order of words by an alphabet whose letters may stand in any order. Pure; thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic::words {

class WordOrder {
 public:
  // The usual one, ascending.
  WordOrder() : WordOrder("abcdefghijklmnopqrstuvwxyz", false) {}
  // REQUIRES: the 26 letters a to z, each once.
  WordOrder(std::string_view alphabet, bool descending);

  // Of words of letters a to z. What another word begins with is less than it.
  bool Before(std::string_view word, std::string_view other) const;
  const std::string& alphabet() const { return alphabet_; }
  std::string_view order() const { return descending_ ? "descending" : "ascending"; }
  // The order in words, for prompts.
  std::string Explained() const;

 private:
  std::string alphabet_;
  bool descending_;
  std::array<int, 26> rank_;
};

// The facts' "alphabet" and "order".
Result<WordOrder> ReadWordOrder(JsonValue facts);

// With that many letters moved elsewhere from the usual alphabet; 26: in any order.
WordOrder DrawWordOrder(size_t moved, Dice* dice);

}  // namespace assay::logic::words
