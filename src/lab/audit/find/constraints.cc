// Constraints that can be read from a statement with certainty: those in brackets right behind the
// names of the integers in the input's first line, as contests write them:
//
//   Input
//   The first line contains two integers n and m (1 ≤ n ≤ 10^5, 0 ≤ m ≤ 2·10^5) — …

#include <re2/re2.h>

#include <array>
#include <cstdlib>
#include <map>

#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr int64_t kMost = 4'000'000'000'000'000'000;

// Other ways to write a sign, longer ones first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 28> kSigns = {{
    {"\\leqslant", "<="},
    {"\\leq", "<="},
    {"\\le", "<="},
    {"&le;", "<="},
    {"≤", "<="},
    {"⩽", "<="},
    {"\\lt", "<"},
    {"&lt;", "<"},
    {"\\cdot", "*"},
    {"\\times", "*"},
    {"·", "*"},
    {"×", "*"},
    {"⋅", "*"},
    {"−", "-"},
    {"–", "-"},
    {"**", "^"},
    {"\\,", ""},
    {"\\ ", " "},
    {"\xC2\xA0", " "},
    {"\xE2\x80\xAF", " "},
    {"$", ""},
    {"{", ""},
    {"}", ""},
    {"`", ""},
    {"~", " "},
    {"\r", " "},
    {"\n", " "},
    {"\t", " "},
}};

// One sign for each, one space between words.
std::string Plain(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    std::string_view sign = text.substr(0, 1), as = sign;
    for (const auto& [from, to] : kSigns) {
      if (text.substr(0, from.size()) != from) continue;
      sign = text.substr(0, from.size());
      as = to;
      break;
    }
    text.remove_prefix(sign.size());
    if (as == " " && (plain.empty() || plain.back() == ' ')) continue;
    plain += as;
  }
  return plain;
}

const re2::RE2& FirstLine() {
  static const re2::RE2 pattern(
      R"((?i:input(?: format| specification| data)?)[\s:#*-]{1,60}[Tt]he (?:first|only|single|first and only) line (?:of (?:the )?(?:standard )?input )?contains (?:(?:a|an|one|two|three|four|the|single|only|positive|non-negative|natural|space[- ]separated|separated|distinct|integers?,?|numbers?,?) )+([A-Za-z]\w{0,2}(?:(?:, and | and |, ?)[A-Za-z]\w{0,2})*) ?\(([^()]*)\))");
  return pattern;
}

// A whole clause: what stands before or behind a number may change what it says.
const re2::RE2& Range() {
  static const re2::RE2 pattern(
      R"((?:^|[,;]|and) ?(-?\d[\d ]*(?:\* ?\d+)?(?: ?\^ ?\d+)?) ?(<=?) ?([A-Za-z]\w{0,2}(?: ?, ?[A-Za-z]\w{0,2})*) ?(<=?) ?(-?\d[\d ]*(?:\* ?\d+)?(?: ?\^ ?\d+)?))");
  return pattern;
}

// Whether a clause ends where `rest` begins.
bool Ends(re2::StringPiece rest) {
  while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
  return rest.empty() || rest[0] == ',' || rest[0] == ';' || rest.starts_with("and ");
}

// "200000", "2*10^5", "10^9"; nothing where the exponent's sign may be lost ("105" for 10^5).
std::optional<int64_t> NumberOf(std::string text) {
  std::erase(text, ' ');
  static const re2::RE2 lost(R"(-?(?:\d+\*)?10[1-9]\d?)");
  static const re2::RE2 number(R"((-?)(?:(\d{1,18})\*)?(\d{1,18})(?:\^(\d{1,2}))?)");
  std::string minus, factor, base, exponent;
  if (re2::RE2::FullMatch(text, lost) ||
      !re2::RE2::FullMatch(text, number, &minus, &factor, &base, &exponent)) {
    return std::nullopt;
  }
  int64_t value = factor.empty() ? 1 : std::atoll(factor.c_str());
  const int64_t by = std::atoll(base.c_str());
  const int times = exponent.empty() ? 1 : std::atoi(exponent.c_str());
  for (int i = 0; i < times; ++i) {
    if (by != 0 && value > kMost / by) return std::nullopt;
    value *= by;
  }
  return minus.empty() ? value : -value;
}

std::vector<std::string> NamesIn(const std::string& list) {
  static const re2::RE2 name(R"(([A-Za-z]\w*))");
  re2::StringPiece rest(list);
  std::vector<std::string> names;
  std::string each;
  while (re2::RE2::FindAndConsume(&rest, name, &each)) {
    if (each != "and") names.push_back(each);
  }
  return names;
}

}  // namespace

std::vector<NumberRange> RangesOfFirstLine(std::string_view statement) {
  const std::string text = Plain(statement);
  std::string names, brackets;
  if (!re2::RE2::PartialMatch(text, FirstLine(), &names, &brackets)) return {};
  struct Bounds {
    std::optional<int64_t> least, most;
  };
  std::map<std::string, Bounds> bounds;
  re2::StringPiece rest(brackets);
  std::string low, low_sign, middle, high_sign, high;
  while (re2::RE2::FindAndConsume(&rest, Range(), &low, &low_sign, &middle, &high_sign, &high)) {
    if (!Ends(rest)) return {};
    std::optional<int64_t> least = NumberOf(low), most = NumberOf(high);
    if (least && low_sign == "<") ++*least;
    if (most && high_sign == "<") --*most;
    for (const std::string& each : NamesIn(middle)) {
      if (!bounds.emplace(each, Bounds{least, most}).second) return {};
    }
  }
  if (bounds.empty()) return {};
  std::vector<NumberRange> ranges;
  for (const std::string& each : NamesIn(names)) {
    const auto found = bounds.find(each);
    ranges.push_back(found == bounds.end()
                         ? NumberRange{each, std::nullopt, std::nullopt}
                         : NumberRange{each, found->second.least, found->second.most});
  }
  return ranges;
}

}  // namespace assay::audit
