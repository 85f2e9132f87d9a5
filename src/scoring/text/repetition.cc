#include "scoring/text/repetition.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "text/utf8.h"

namespace assay::scoring {
namespace {

using Ids = std::vector<uint32_t>;

// A number for each unit, the same for equal ones.
class Numbers {
 public:
  uint32_t Of(std::string_view unit) {
    return ids_.try_emplace(std::string(unit), static_cast<uint32_t>(ids_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> ids_;
};

bool IsSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

Ids Words(std::string_view text) {
  Numbers numbers;
  Ids ids;
  for (size_t at = 0; at < text.size();) {
    if (IsSpace(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    ids.push_back(numbers.Of(AsciiLower(text.substr(at, end - at))));
    at = end;
  }
  return ids;
}

Ids Characters(std::string_view text) {
  Numbers numbers;
  Ids ids;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (end < text.size() && IsUtf8Continuation(text[end])) ++end;
    ids.push_back(numbers.Of(text.substr(at, end - at)));
    at = end;
  }
  return ids;
}

struct Joined {
  Ids ids;
  size_t different = 0;
};

// From grams of `length` units, by their first unit's place, those of `length + step` units: the
// gram at a place and the one `step` units on, which overlap when step < length. Equal numbers mean
// equal grams.
Joined Join(const Ids& grams, size_t step) {
  std::unordered_map<uint64_t, uint32_t> pairs;
  Joined joined;
  joined.ids.reserve(grams.size() - step);
  for (size_t i = 0; i + step < grams.size(); ++i) {
    const uint64_t pair = (static_cast<uint64_t>(grams[i]) << 32) | grams[i + step];
    joined.ids.push_back(
        pairs.try_emplace(pair, static_cast<uint32_t>(pairs.size())).first->second);
  }
  joined.different = pairs.size();
  return joined;
}

}  // namespace

double RepeatedShare(std::string_view text, const RepetitionRule& rule) {
  ASSAY_CHECK(rule.ngram >= 1);
  const auto wanted = static_cast<size_t>(rule.ngram);
  Joined grams;
  grams.ids = rule.of == GramUnit::kWords ? Words(text) : Characters(text);
  if (grams.ids.size() < wanted) return 0;
  for (const uint32_t id : grams.ids) grams.different = std::max<size_t>(grams.different, id + 1);
  for (size_t length = 1; length < wanted;) {
    const size_t step = std::min(length, wanted - length);
    grams = Join(grams.ids, step);
    length += step;
  }
  return 1 - static_cast<double>(grams.different) / static_cast<double>(grams.ids.size());
}

}  // namespace assay::scoring
