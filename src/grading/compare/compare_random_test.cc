// The comparator against a second implementation: written for obviousness, with copies, std::regex
// and strtod, sharing no code with the real one. Random outputs are mutated the way outputs go
// wrong in practice, so that many pairs are equal only by a rule and many are nearly equal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <regex>
#include <sstream>

#include "grading/compare/compare.h"

namespace assay {
namespace {

using Lines = std::vector<std::string>;

Lines SplitLines(const std::string& text) {
  Lines lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

Lines SplitTokens(const std::string& line) {
  std::istringstream stream(line);
  Lines tokens;
  for (std::string token; stream >> token;) tokens.push_back(token);
  return tokens;
}

std::string Strip(std::string text) {
  static const std::string kSpaces = " \t\n\v\f\r\x1c\x1d\x1e\x1f";
  text.erase(0, std::min(text.find_first_not_of(kSpaces), text.size()));
  text.erase(text.find_last_not_of(kSpaces) + 1);
  return text;
}

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c < 0x80 ? std::tolower(c) : c); });
  return text;
}

bool IsNumeral(const std::string& token) {
  if (token.empty() || token.find_first_not_of("0123456789+-.eE") != std::string::npos) {
    return false;
  }
  char* end = nullptr;
  std::strtod(token.c_str(), &end);
  return *end == '\0';
}
bool IsWrittenAsFraction(const std::string& token) {
  return IsNumeral(token) && token.find_first_of(".eE") != std::string::npos;
}

enum class Tolerance { kNone, kNative, kPeer };

bool SameToken(const std::string& expected, const std::string& actual, Tolerance tolerance) {
  if (expected == actual) return true;
  if (tolerance == Tolerance::kPeer && Lower(expected) == Lower(actual)) return true;
  if (tolerance == Tolerance::kNone) return false;
  static const std::regex kWord("[+-]?(nan|inf|infinity)");
  if (std::regex_match(Lower(expected), kWord)) return Lower(expected) == Lower(actual);
  if (!IsWrittenAsFraction(expected) || !IsNumeral(actual)) return false;
  const double a = std::strtod(expected.c_str(), nullptr);
  const double b = std::strtod(actual.c_str(), nullptr);
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  if (tolerance == Tolerance::kPeer) {
    return std::fabs(a - b) / std::max(std::fabs(a), 1e-10) < 1e-5;
  }
  return std::fabs(a - b) <= 1e-9 || std::fabs(a - b) <= 1e-6 * std::fabs(a);
}

bool SameTokens(const Lines& expected, const Lines& actual, Tolerance tolerance) {
  if (expected.size() != actual.size()) return false;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!SameToken(expected[i], actual[i], tolerance)) return false;
  }
  return true;
}

Lines WithoutTrailingBlankLines(Lines lines) {
  while (!lines.empty() && SplitTokens(lines.back()).empty()) lines.pop_back();
  return lines;
}

Lines RightTrimmedLines(const std::string& text) {
  Lines lines = WithoutTrailingBlankLines(SplitLines(text));
  for (std::string& line : lines) line.erase(line.find_last_not_of(" \t\r\v\f") + 1);
  return lines;
}

bool SameTokensOnSameLines(const std::string& expected, const std::string& actual,
                           Tolerance tolerance) {
  const Lines a = WithoutTrailingBlankLines(SplitLines(expected));
  const Lines b = WithoutTrailingBlankLines(SplitLines(actual));
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!SameTokens(SplitTokens(a[i]), SplitTokens(b[i]), tolerance)) return false;
  }
  return true;
}

std::optional<double> PythonFloat(std::string text) {
  text = Lower(Strip(text));
  static const std::regex kFloat(
      R"([+-]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?)");
  static const std::regex kWord("[+-]?(nan|inf|infinity)");
  if (!std::regex_match(text, kFloat) && !std::regex_match(text, kWord)) return std::nullopt;
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  return std::strtod(text.c_str(), nullptr);
}

bool SameAsPeersSay(const std::string& expected, const std::string& actual, bool count) {
  const Lines a = SplitLines(Strip(expected));
  const Lines b = SplitLines(Strip(actual));
  if (count && a.size() != b.size()) return false;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const std::string left = Strip(Lower(a[i])), right = Strip(Lower(b[i]));
    if (left == right) continue;
    const auto x = PythonFloat(right), y = PythonFloat(left);
    if (!x || !y) return false;
    if (!(std::fabs(*x - *y) / std::max(std::fabs(*y), 1e-10) < 1e-5)) return false;
  }
  return true;
}

// White space and tokens in turn, white space first.
Lines SplitSpacesAndTokens(const std::string& text) {
  Lines parts(1);
  bool in_space = true;
  for (const char c : text) {
    if ((std::isspace(static_cast<unsigned char>(c)) != 0) != in_space) {
      parts.emplace_back();
      in_space = !in_space;
    }
    parts.back() += c;
  }
  if (in_space) parts.emplace_back();
  parts.emplace_back();
  return parts;
}

bool SameIcpcToken(const IcpcRules& rules, const std::string& expected, const std::string& actual) {
  if (expected == actual) return true;
  if ((rules.absolute_tolerance || rules.relative_tolerance) && IsNumeral(expected)) {
    if (!IsNumeral(actual)) return false;
    const double a = std::strtod(expected.c_str(), nullptr);
    const double b = std::strtod(actual.c_str(), nullptr);
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    if (rules.absolute_tolerance && std::fabs(a - b) <= *rules.absolute_tolerance) return true;
    return rules.relative_tolerance && std::fabs(a - b) <= *rules.relative_tolerance * std::fabs(a);
  }
  return !rules.case_sensitive && Lower(expected) == Lower(actual);
}

bool SameIcpc(const IcpcRules& rules, const std::string& expected, const std::string& actual) {
  if (rules.space_change_sensitive) {
    const Lines a = SplitSpacesAndTokens(expected), b = SplitSpacesAndTokens(actual);
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i += 2) {
      if (a[i] != b[i]) return false;
    }
  }
  const Lines a = SplitTokens(expected), b = SplitTokens(actual);
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!SameIcpcToken(rules, a[i], b[i])) return false;
  }
  return true;
}

bool Reference(const Comparison& comparison, const std::string& expected,
               const std::string& actual) {
  switch (comparison.mode) {
    case CompareMode::kExact: return expected == actual;
    case CompareMode::kLines: return RightTrimmedLines(expected) == RightTrimmedLines(actual);
    case CompareMode::kTokens: return SplitTokens(expected) == SplitTokens(actual);
    case CompareMode::kFloat:
      return SameTokens(SplitTokens(expected), SplitTokens(actual), Tolerance::kNative);
    case CompareMode::kUnorderedLines: {
      Lines a = RightTrimmedLines(expected), b = RightTrimmedLines(actual);
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      return a == b;
    }
    case CompareMode::kYesNo: {
      const Lines a = SplitTokens(Lower(expected)), b = SplitTokens(Lower(actual));
      return !a.empty() && !b.empty() && (a[0] == "yes" || a[0] == "no") && a[0] == b[0];
    }
    case CompareMode::kIcpc: return SameIcpc(comparison.icpc, expected, actual);
    case CompareMode::kTestlib: return false;  // see tests/compare
    case CompareMode::kDefault: break;
  }
  switch (comparison.profile) {
    case Profile::kAssay: return SameTokensOnSameLines(expected, actual, Tolerance::kNative);
    case Profile::kCompat:
      return SameTokensOnSameLines(Strip(expected), Strip(actual), Tolerance::kPeer);
    case Profile::kScaleBox: return SameAsPeersSay(expected, actual, false);
    case Profile::kSandboxFusion: return SameAsPeersSay(expected, actual, true);
    case Profile::kLiveCodeBench:
    case Profile::kVerlPrime: return false;  // see tests/compare
  }
  return false;
}

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  size_t Below(size_t bound) { return random_() % bound; }
  bool OneIn(size_t n) { return Below(n) == 0; }

  std::string Text() {
    std::string text;
    for (size_t line = Below(5); line > 0; --line) {
      for (size_t token = Below(4); token > 0; --token) {
        text += Token();
        if (token > 1) text += OneIn(8) ? "  " : " ";
      }
      text += OneIn(12) ? "\r\n" : "\n";
    }
    if (OneIn(3) && !text.empty()) text.pop_back();
    return text;
  }

  std::string YesOrNo() {
    static const char* const kWords[] = {"yes", "Yes", "NO", "no", "YES", "maybe"};
    return kWords[Below(std::size(kWords))];
  }

  std::string Mutated(std::string text) {
    for (size_t times = Below(4); times > 0; --times) MutateOnce(&text);
    return text;
  }

 private:
  std::string Token() {
    static const char* const kWords[] = {"yes",  "NO",       "YES",  "no",   "nan", "NaN", "inf",
                                         "-inf", "Infinity", "abc",  "Abc",  "é",   "0x1", "1_0",
                                         "007",  "1.",       ".5",   "1e5",  "-0",  "0.0", "1e400",
                                         "-.5",  "1e-400",   "1.e1", "+3.0", "+7",  "1e",  "."};
    switch (Below(4)) {
      case 0: return kWords[Below(std::size(kWords))];
      case 1: return std::to_string(static_cast<int64_t>(Below(2000)) - 1000);
      case 2: return std::to_string(random_()) + std::to_string(random_());
      default: {
        char buffer[64];
        const double value = (static_cast<double>(Below(2000001)) - 1e6) / 1000;
        static const char* const kFormats[] = {"%.3f", "%g", "%.1f", "%.9f", "%e", "%.12f"};
        std::snprintf(buffer, sizeof buffer, kFormats[Below(6)], value);
        return buffer;
      }
    }
  }

  // A number somewhere in the text is replaced by one that is very near, near, or an integer off.
  void NudgeNumber(std::string* text) {
    const size_t digit = text->find_first_of("0123456789", Below(text->size()));
    if (digit == std::string::npos) return;
    size_t start = digit;
    while (start > 0 && !std::isspace(static_cast<unsigned char>((*text)[start - 1]))) --start;
    size_t end = digit;
    while (end < text->size() && !std::isspace(static_cast<unsigned char>((*text)[end]))) ++end;
    const double value = std::strtod(text->c_str() + start, nullptr);
    static const double kNoise[] = {0, 1e-12, 9e-7, 1.1e-6, 9e-6, 1.1e-5, 1e-3};
    const double sign = OneIn(2) ? 1 : -1;
    char buffer[400];
    if (OneIn(3)) {
      std::snprintf(buffer, sizeof buffer, "%.0f", value + sign);
    } else {
      static const char* const kFormats[] = {"%.17g", "%.6f", "%.15e", "%.1f", "%.0f"};
      std::snprintf(buffer, sizeof buffer, kFormats[Below(5)],
                    value * (1 + sign * kNoise[Below(7)]));
    }
    text->replace(start, end - start, buffer);
  }

  void MutateOnce(std::string* text) {
    static const char* const kInserts[] = {" ",  "  ", "\t",   "\n", "\n\n", "\r", "\f", "0",
                                           ".0", "1",  "\x1c", "_",  "e1",   "+",  "-",  "."};
    const size_t at = Below(text->size() + 1);
    if (text->empty() || OneIn(5)) {
      text->insert(at, kInserts[Below(std::size(kInserts))]);
      return;
    }
    const size_t in = Below(text->size());
    switch (Below(8)) {
      case 0: std::swap((*text)[in], (*text)[Below(text->size())]); break;
      case 1: text->erase(in, 1); break;
      case 2:
      case 3: NudgeNumber(text); break;
      case 4:
        (*text)[in] = static_cast<char>((*text)[in] ^ (std::isalpha((*text)[in] & 127) ? 32 : 0));
        break;
      case 5: {  // join or part lines
        const size_t space = text->find_first_of(" \n", in);
        if (space != std::string::npos) (*text)[space] = (*text)[space] == ' ' ? '\n' : ' ';
        break;
      }
      case 6: text->append(OneIn(2) ? "\n" : "  \r\n\n"); break;
      case 7: {  // move the first line to the end
        const size_t end = text->find('\n');
        if (end != std::string::npos) *text = text->substr(end + 1) + text->substr(0, end + 1);
        break;
      }
    }
  }

  std::mt19937_64 random_;
};

std::string Name(const Comparison& comparison) {
  std::string name =
      std::string(ToString(comparison.mode)) + "_" + std::string(ToString(comparison.profile));
  if (comparison.icpc.case_sensitive) name += "_case";
  if (comparison.icpc.space_change_sensitive) name += "_space";
  if (comparison.icpc.absolute_tolerance) name += "_absolute";
  if (comparison.icpc.relative_tolerance) name += "_relative";
  return name;
}

Comparison Icpc(IcpcRules rules) {
  Comparison comparison{CompareMode::kIcpc};
  comparison.icpc = rules;
  return comparison;
}

class CompareRandom : public testing::TestWithParam<Comparison> {};

TEST_P(CompareRandom, AgreesWithTheReference) {
  // The reference takes a millisecond a pair in a build without optimisation; `make check-compare`
  // has a million of each.
#ifdef __OPTIMIZE__
  constexpr int kPairs = 200'000;
#else
  constexpr int kPairs = 5'000;
#endif
  Generator generator(20240607);
  int equal = 0;
  for (int i = 0; i < kPairs; ++i) {
    std::string expected = generator.Text();
    if (GetParam().mode == CompareMode::kYesNo) expected = generator.YesOrNo() + " " + expected;
    const std::string actual = generator.Mutated(expected);
    const CompareResult result = Compare(GetParam(), expected, actual);
    ASSERT_EQ(result.equal(), Reference(GetParam(), expected, actual))
        << "expected " << testing::PrintToString(expected) << "\nactual   "
        << testing::PrintToString(actual) << "\n"
        << result.ToString();
    ASSERT_EQ(result.equal(), result.ToString().empty());
    equal += result.equal();
  }
  // Both answers must be common, or the test shows nothing.
  EXPECT_GT(equal, kPairs / 20);
  EXPECT_LT(equal, kPairs * 19 / 20);
}

INSTANTIATE_TEST_SUITE_P(
    Modes, CompareRandom,
    testing::Values(
        Comparison{CompareMode::kDefault, Profile::kAssay},
        Comparison{CompareMode::kDefault, Profile::kCompat},
        Comparison{CompareMode::kDefault, Profile::kScaleBox},
        Comparison{CompareMode::kDefault, Profile::kSandboxFusion}, Comparison{CompareMode::kExact},
        Comparison{CompareMode::kLines}, Comparison{CompareMode::kTokens},
        Comparison{CompareMode::kFloat}, Comparison{CompareMode::kYesNo},
        Comparison{CompareMode::kUnorderedLines}, Icpc({}), Icpc({.case_sensitive = true}),
        Icpc({.space_change_sensitive = true}),
        Icpc({.absolute_tolerance = 1e-6, .relative_tolerance = 1e-6}),
        Icpc({.case_sensitive = true, .relative_tolerance = 1e-5}),
        Icpc({.case_sensitive = true, .space_change_sensitive = true, .absolute_tolerance = 1e-3})),
    [](const auto& param_info) { return Name(param_info.param); });

}  // namespace
}  // namespace assay
