#include "grading/compare/icpc_compare.h"

#include <cmath>

#include "grading/compare/number.h"

namespace assay {
namespace {

// Splits a text into the white space before a token and the token itself.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  // Moves on to the next token; at the end of the text it is empty.
  void Next() {
    space_at_ = at_;
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
    token_at_ = at_;
    while (at_ < text_.size() && !IsSpace(text_[at_])) ++at_;
  }
  std::string_view space() const { return text_.substr(space_at_, token_at_ - space_at_); }
  std::string_view token() const { return text_.substr(token_at_, at_ - token_at_); }
  size_t space_at() const { return space_at_; }
  size_t token_at() const { return token_at_; }

 private:
  const std::string_view text_;
  size_t at_ = 0;
  size_t space_at_ = 0;
  size_t token_at_ = 0;
};

bool SameToken(const IcpcRules& rules, std::string_view expected, std::string_view actual) {
  if (expected == actual) return true;
  const bool tolerant = rules.absolute_tolerance || rules.relative_tolerance;
  if (tolerant && FormOf(expected) != NumberForm::kNone) {
    if (FormOf(actual) == NumberForm::kNone) return false;
    const double wanted = DecimalValue(expected);
    const double got = DecimalValue(actual);
    // Beyond the range of a double there is no telling how far apart two numbers are.
    if (!std::isfinite(wanted) || !std::isfinite(got)) return false;
    const double error = std::fabs(wanted - got);
    return error <= rules.absolute_tolerance.value_or(-1) ||
           error <= rules.relative_tolerance.value_or(-1) * std::fabs(wanted);
  }
  return !rules.case_sensitive && EqualIgnoringAsciiCase(expected, actual);
}

}  // namespace

Divergence CompareIcpc(const IcpcRules& rules, std::string_view expected, std::string_view actual) {
  Tokens wanted(expected);
  Tokens got(actual);
  while (true) {
    wanted.Next();
    got.Next();
    if (rules.space_change_sensitive && wanted.space() != got.space()) {
      const size_t same = CommonPrefix(wanted.space(), got.space());
      return {true, wanted.space_at() + same, got.space_at() + same};
    }
    if (wanted.token().empty() && got.token().empty()) return {};
    if (wanted.token().empty() != got.token().empty() ||
        !SameToken(rules, wanted.token(), got.token())) {
      return {true, wanted.token_at(), got.token_at()};
    }
  }
}

}  // namespace assay
