#include "math/lexicon/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace assay::math {
namespace {

template <size_t N>
bool Contains(const std::string_view (&sorted)[N], std::string_view word) {
  return std::binary_search(std::begin(sorted), std::end(sorted), word);
}

using Pair = std::pair<std::string_view, std::string_view>;

// Sorted by the first.
constexpr Pair kFunctions[] = {
    {"Im", "im"},           {"Pr", "Pr"},         {"Re", "re"},           {"abs", "abs"},
    {"acos", "arccos"},     {"acosh", "arccosh"}, {"arccos", "arccos"},   {"arccosec", "arccsc"},
    {"arccosh", "arccosh"}, {"arccot", "arccot"}, {"arccsc", "arccsc"},   {"arcosh", "arccosh"},
    {"arcsec", "arcsec"},   {"arcsin", "arcsin"}, {"arcsinh", "arcsinh"}, {"arctan", "arctan"},
    {"arctanh", "arctanh"}, {"arctg", "arctan"},  {"arg", "arg"},         {"arsinh", "arcsinh"},
    {"artanh", "arctanh"},  {"asin", "arcsin"},   {"asinh", "arcsinh"},   {"atan", "arctan"},
    {"atanh", "arctanh"},   {"cbrt", "cbrt"},     {"ceil", "ceil"},       {"ceiling", "ceil"},
    {"cis", "cis"},         {"cos", "cos"},       {"cosec", "csc"},       {"cosh", "cosh"},
    {"cot", "cot"},         {"coth", "coth"},     {"csc", "csc"},         {"csch", "csch"},
    {"ctg", "cot"},         {"deg", "deg"},       {"det", "det"},         {"dim", "dim"},
    {"exp", "exp"},         {"floor", "floor"},   {"gcd", "gcd"},         {"inf", "inf"},
    {"ker", "ker"},         {"lcm", "lcm"},       {"lg", "lg"},           {"ln", "ln"},
    {"log", "log"},         {"max", "max"},       {"min", "min"},         {"rank", "rank"},
    {"sec", "sec"},         {"sech", "sech"},     {"sgn", "sgn"},         {"sign", "sgn"},
    {"sin", "sin"},         {"sinh", "sinh"},     {"sqrt", "sqrt"},       {"sup", "sup"},
    {"tan", "tan"},         {"tanh", "tanh"},     {"tg", "tan"},          {"tr", "tr"},
};

constexpr std::string_view kPrefixes[] = {"arcsin", "arccos", "arctan", "sinh", "cosh",
                                          "tanh",   "sqrt",   "sin",    "cos",  "tan",
                                          "cot",    "sec",    "csc",    "log",  "ln"};

constexpr std::string_view kGreek[] = {
    "Delta",  "Gamma",    "Lambda",   "Omega", "Phi",     "Pi",         "Psi",    "Sigma",
    "Theta",  "Upsilon",  "Xi",       "aleph", "alpha",   "beta",       "chi",    "delta",
    "ell",    "epsilon",  "eta",      "gamma", "hbar",    "iota",       "kappa",  "lambda",
    "mu",     "nabla",    "nu",       "omega", "partial", "phi",        "pi",     "psi",
    "rho",    "sigma",    "tau",      "theta", "upsilon", "varepsilon", "varphi", "varpi",
    "varrho", "varsigma", "vartheta", "xi",    "zeta",
};

constexpr std::string_view kLayout[] = {
    "!",          ",",          ":",         ";",
    ">",          "Big",        "Bigg",      "bf",
    "cal",        "sc",         "sf",        "tt",
    "Biggl",      "Biggr",      "Bigl",      "Bigm",
    "Bigr",       "Huge",       "Large",     "big",
    "bigg",       "biggl",      "biggr",     "bigl",
    "bigm",       "bigr",       "bigskip",   "bmit",
    "boldsymbol", "bold",       "centering", "displaystyle",
    "enspace",    "hfill",      "hline",     "hskip",
    "it",         "large",      "left",      "limits",
    "medskip",    "middle",     "noindent",  "nolimits",
    "nonumber",   "normalsize", "phantom",   "qquad",
    "quad",       "right",      "rm",        "scriptstyle",
    "small",      "smallskip",  "space",     "textstyle",
    "therefore",  "thinspace",  "tiny",      "vphantom",
};

constexpr std::string_view kShortWords[] = {
    "a.m", "all",  "am",   "an",   "any", "are",  "as",    "at",   "but",  "by",   "can",  "cat",
    "day", "dne",  "each", "even", "far", "few",  "five",  "for",  "four", "from", "has",  "he",
    "if",  "iff",  "in",   "is",   "it",  "its",  "let",   "no",   "none", "not",  "now",  "null",
    "odd", "of",   "off",  "on",   "one", "only", "other", "our",  "out",  "per",  "pm",   "pos",
    "red", "rs",   "she",  "six",  "so",  "sum",  "ten",   "that", "the",  "then", "they", "this",
    "to",  "true", "two",  "up",   "was", "way",  "we",    "when", "with", "yes",  "you",  "zero",
};

constexpr std::string_view kMatrices[] = {"Bmatrix", "Vmatrix",     "array",  "bmatrix",
                                          "cases",   "dcases",      "matrix", "pmatrix",
                                          "rcases",  "smallmatrix", "vmatrix"};

constexpr std::string_view kLeadingWords[] = {"共", "共有", "一共",   "一共有", "总共", "总共有",
                                              "答", "答案", "答案是", "答案为", "等于", "结果是"};
constexpr std::string_view kMeasureWords[] = {"个", "人", "种",   "天",   "次",   "岁",   "元",
                                              "本", "只", "棵",   "米",   "条",   "张",   "辆",
                                              "位", "名", "小时", "分钟", "厘米", "千米", "千克"};
constexpr std::string_view kNumerals[] = {"零", "一", "二", "三", "四",
                                          "五", "六", "七", "八", "九"};

template <size_t N>
constexpr bool Sorted(const std::string_view (&list)[N]) {
  for (size_t i = 1; i < N; ++i) {
    if (!(list[i - 1] < list[i])) return false;
  }
  return true;
}
static_assert(Sorted(kGreek) && Sorted(kShortWords) && Sorted(kMatrices));

}  // namespace

std::string_view FunctionName(std::string_view word) {
  const auto* found = std::lower_bound(
      std::begin(kFunctions), std::end(kFunctions), word,
      [](const Pair& pair, std::string_view wanted) { return pair.first < wanted; });
  if (found == std::end(kFunctions) || found->first != word) return {};
  return found->second;
}

std::string_view FunctionPrefix(std::string_view word) {
  for (std::string_view prefix : kPrefixes) {
    if (word.substr(0, prefix.size()) == prefix) return prefix;
  }
  return {};
}

bool IsGreek(std::string_view command) {
  return Contains(kGreek, command);
}
bool IsLayoutCommand(std::string_view command) {
  return std::find(std::begin(kLayout), std::end(kLayout), command) != std::end(kLayout);
}
bool IsShortWord(std::string_view lower) {
  return Contains(kShortWords, lower);
}
bool IsLeadingWord(std::string_view word) {
  return std::find(std::begin(kLeadingWords), std::end(kLeadingWords), word) !=
         std::end(kLeadingWords);
}
bool IsMeasureWord(std::string_view word) {
  return std::find(std::begin(kMeasureWords), std::end(kMeasureWords), word) !=
         std::end(kMeasureWords);
}

int ChineseNumber(std::string_view text, size_t* used) {
  size_t at = 0;
  const auto digit = [&] {
    if (text.substr(at, 3) == "两") return at += 3, 2;
    for (size_t value = 0; value < std::size(kNumerals); ++value) {
      if (text.substr(at, 3) == kNumerals[value]) return at += 3, static_cast<int>(value);
    }
    return -1;
  };
  const int first = digit();
  int number = first;
  if (text.substr(at, 3) == "十" && first != 0) {
    at += 3;
    const int last = digit();
    number = 10 * (first < 0 ? 1 : first) + std::max(last, 0);
  }
  *used = number < 0 ? 0 : at;
  return number;
}

int SmallNumber(std::string_view word) {
  static constexpr std::string_view kNumbers[] = {
      "zero",     "one",     "two",     "three",     "four",     "five",    "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  static constexpr std::string_view kTens[] = {"twenty", "thirty",  "forty",  "fifty",
                                               "sixty",  "seventy", "eighty", "ninety"};
  const std::string lower = AsciiLower(word);
  const auto* small = std::find(std::begin(kNumbers), std::end(kNumbers), lower);
  if (small != std::end(kNumbers)) return static_cast<int>(small - std::begin(kNumbers));
  const auto* ten = std::find(std::begin(kTens), std::end(kTens), lower);
  return ten != std::end(kTens) ? 20 + 10 * static_cast<int>(ten - std::begin(kTens)) : -1;
}

bool IsMatrixEnvironment(std::string_view name) {
  return Contains(kMatrices, name);
}

}  // namespace assay::math
