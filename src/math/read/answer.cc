#include "math/read/answer.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "math/lexicon/unicode.h"
#include "math/read/lexer.h"
#include "math/read/parser.h"
#include "math/read/parts.h"

namespace assay::math {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// The text without markup: "\textbf{(A)}" becomes "(A)".
std::string Unstyled(std::string_view latex) {
  static constexpr std::string_view kStyles[] = {
      "\\text", "\\textbf", "\\textit", "\\textrm",  "\\mathrm",       "\\mathbf", "\\mathit",
      "\\mbox", "\\boxed",  "\\fbox",   "\\left",    "\\right",        "\\bf",     "\\rm",
      "\\quad", "\\qquad",  "\\mathsf", "\\mathcal", "\\operatorname", "\\textsf", "\\textnormal"};
  std::string out;
  for (size_t at = 0; at < latex.size();) {
    const char c = latex[at];
    if (c == '\\') {
      size_t stop = at + 1;
      while (stop < latex.size() && IsLetter(latex[stop])) ++stop;
      const std::string_view name = latex.substr(at, stop - at);
      if (std::find(std::begin(kStyles), std::end(kStyles), name) != std::end(kStyles)) {
        at = stop;
        continue;
      }
      if (name == "\\dfrac" || name == "\\tfrac" || name == "\\cfrac") {
        out += "\\frac";
        at = stop;
        continue;
      }
      if (stop == at + 1) {  // \( \[ \, and the like
        out += stop < latex.size() && latex[stop] == '{' ? "{" : " ";
        at = stop + 1;
        continue;
      }
    }
    if (c != '$' && c != '{' && c != '}' && c != '*' && c != '~') out += c;
    if (c == '*' && at + 1 < latex.size() && latex[at + 1] != '*' &&
        (at == 0 || latex[at - 1] != '*')) {
      out += c;  // "**A**" is bold, "E*2" is a product
    }
    if (c == '~') out += ' ';
    // Braces go, but what they keep apart stays apart: \frac{1}{23} is no \frac{12}{3}.
    if (c == '}' && at + 1 < latex.size()) {
      const bool digits = IsDigit(latex[at + 1]) && !out.empty() && IsDigit(out.back());
      if (latex[at + 1] == '{' || digits) out += '/';
    }
    ++at;
  }
  return out;
}

// "an ellipse" names an ellipse; a letter alone stays.
std::string_view WithoutArticle(std::string_view text) {
  constexpr size_t kShortestNoun = 3;
  const std::string begin = AsciiLower(text.substr(0, 4));
  for (const std::string_view article : {"a ", "an ", "the "}) {
    if (!StartsWith(begin, article)) continue;
    const std::string_view rest = TrimAsciiSpace(text.substr(article.size()));
    size_t letters = 0;
    while (letters < rest.size() && IsLetter(rest[letters])) ++letters;
    if (letters >= kShortestNoun) return rest;
  }
  return text;
}

std::string Words(std::string_view plain, bool ignore_case) {
  plain = WithoutArticle(TrimAsciiSpace(plain));
  std::string words;
  bool apart = false;
  for (size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const bool point = c == '.' && i + 1 < plain.size() && IsDigit(plain[i + 1]);
    const bool minus = c == '-' && i + 1 < plain.size() && IsDigit(plain[i + 1]) &&
                       (i == 0 || !IsLetter(plain[i - 1]));
    const bool skip = c == ' ' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?' ||
                      c == '"' || c == '\'' || c == '`' || (c == '.' && !point) ||
                      (c == '-' && !minus && i + 1 < plain.size() && IsLetter(plain[i + 1]) &&
                       i > 0 && IsLetter(plain[i - 1]));
    // What kept two numbers apart still does: days 1, 23 are not days 12, 3.
    if (skip) {
      apart = true;
    } else {
      if (apart && IsDigit(c) && !words.empty() && IsDigit(words.back())) words += ' ';
      words += c;
      apart = false;
    }
  }
  return ignore_case ? AsciiLower(words) : words;
}

// One spelling for the phrases that say the same.
void ApplySynonyms(std::string* words) {
  static constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
      {"nosolutions", "nosolution"},
      {"norealsolution", "nosolution"},
      {"norealsolutions", "nosolution"},
      {"nosolutionexists", "nosolution"},
      {"nosolutionsexist", "nosolution"},
      {"therearenosolutions", "nosolution"},
      {"thereisnosolution", "nosolution"},
      {"emptyset", "nosolution"},
      {"theemptyset", "nosolution"},
      {"none", "nosolution"},
      {"dne", "doesnotexist"},
      {"limitdoesnotexist", "doesnotexist"},
      {"thelimitdoesnotexist", "doesnotexist"},
      {"notdefined", "undefined"},
      {"infinitelymanysolutions", "infinitelymany"},
      {"infinitesolutions", "infinitelymany"},
      {"infinitenumberofsolutions", "infinitelymany"},
      {"allreals", "allrealnumbers"},
      {"therealnumbers", "allrealnumbers"},
      {"everyrealnumber", "allrealnumbers"},
      {"anyrealnumber", "allrealnumbers"},
      {"allreal", "allrealnumbers"},
      {"divergent", "diverges"},
      {"convergent", "converges"},
      {"cannotbedetermined", "notenoughinformation"},
      {"impossible", "notpossible"},
  };
  for (const auto& [from, to] : kSynonyms) {
    if (*words == from) {
      *words = to;
      return;
    }
  }
}

void ReadChoice(std::string_view plain, Answer* answer) {
  std::string_view rest = TrimAsciiSpace(plain);
  for (std::string_view lead : {"option ", "choice ", "answer ", "answer: "}) {
    if (rest.size() > lead.size() && AsciiLower(rest.substr(0, lead.size())) == lead) {
      rest = TrimAsciiSpace(rest.substr(lead.size()));
    }
  }
  const bool paren = !rest.empty() && rest[0] == '(';
  if (paren) rest.remove_prefix(1);
  rest = TrimAsciiSpace(rest);
  if (rest.empty()) return;
  const char letter = rest[0];
  const bool upper = letter >= 'A' && letter <= 'J';
  const bool lower = letter >= 'a' && letter <= 'j';
  if (!upper && !lower) return;
  rest.remove_prefix(1);
  rest = TrimAsciiSpace(rest);
  bool marked = false;  // ")" or "." after the letter
  if (paren) {
    if (rest.empty() || rest[0] != ')') return;
    rest.remove_prefix(1);
    marked = true;
  } else if (!rest.empty() && (rest[0] == ')' || rest[0] == '.' || rest[0] == ':')) {
    rest.remove_prefix(1);
    marked = true;
  }
  rest = TrimAsciiSpace(rest);
  if (!marked && (letter == 'e' || letter == 'i')) return;  // constants
  while (!rest.empty() && (rest.back() == '.' || rest.back() == ' ')) rest.remove_suffix(1);
  if (!rest.empty() && (!marked || lower || rest[0] == ',')) return;
  answer->choice = upper ? letter : static_cast<char>(letter - 'a' + 'A');
  answer->choice_alone = rest.empty();
  answer->choice_rest = rest;
}

// "AC", "A, C", "(A) and (C)": a set of letters, none twice.
void ReadChoices(std::string_view plain, Answer* answer) {
  uint32_t mask = 0;
  int letters = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    if (plain.substr(i, 3) == "and" && letters > 0) {
      i += 2;
      continue;
    }
    if (c == ' ' || c == ',' || c == ';' || c == '(' || c == ')' || c == '.' || c == '&') continue;
    if (c < 'A' || c > 'H') return;
    const uint32_t bit = 1u << (c - 'A');
    if ((mask & bit) != 0) return;
    mask |= bit;
    ++letters;
  }
  if (letters > 0) answer->choices = mask;
}

// Whether the words after "yes," take it back: "yes and no", "yes, but not always".
bool SaysOtherwise(std::string_view rest, int truth) {
  std::string word;
  for (size_t i = 0; i <= rest.size(); ++i) {
    if (i < rest.size() && IsLetter(rest[i])) {
      word += rest[i];
      continue;
    }
    word = AsciiLower(word);
    const bool opposite = truth == 1 ? word == "no" || word == "false" || word == "not"
                                     : word == "yes" || word == "true";
    if (opposite) return true;
    word.clear();
  }
  return false;
}

void ReadTruth(std::string_view plain, const std::string& words, Answer* answer) {
  for (const auto& [word, truth] :
       {std::pair<std::string_view, int>{"yes", 1}, {"true", 1}, {"no", 0}, {"false", 0}}) {
    if (words == word) {
      answer->truth = truth;
      answer->truth_alone = true;
      return;
    }
    const std::string head = AsciiLower(TrimAsciiSpace(plain).substr(0, word.size() + 1));
    if (head.size() == word.size() + 1 && StartsWith(head, word) &&
        (head.back() == '.' || head.back() == ',' || head.back() == ';')) {
      if (SaysOtherwise(TrimAsciiSpace(plain).substr(word.size()), truth)) return;
      answer->truth = truth;
      return;
    }
  }
}

// Longer texts are not looked at as words.
constexpr size_t kMostWordBytes = 4000;

// Whether there is a letter outside the names of commands. A formula without one says nothing in
// words and is no choice either: most answers are such, so nobody looks for words in them.
bool IsSpelled(std::string_view latex) {
  for (size_t at = 0; at < latex.size(); ++at) {
    if (IsLetter(latex[at]) || static_cast<uint8_t>(latex[at]) >= 0x80) return true;
    if (latex[at] != '\\') continue;
    while (at + 1 < latex.size() && IsLetter(latex[at + 1])) ++at;
  }
  return false;
}

const Node* ParseWith(const std::string& latex, const LexOptions& lexing, Arena* arena,
                      Budget* budget, bool* ambiguous, bool* words, bool* math) {
  LexResult lexed = Lex(latex, lexing, budget);
  *ambiguous = lexed.ambiguous_commas;
  for (const Token& token : lexed.tokens) {
    if (token.type == Tok::kWord) *words = true;
    if (token.type == Tok::kNumber || token.type == Tok::kRelation || token.type == Tok::kCommand ||
        token.type == Tok::kFunction) {
      *math = true;
    }
  }
  if (!lexed.ok || lexed.tokens.size() <= 1) return nullptr;
  std::vector<std::vector<Token>> parts = SplitParts(lexed.tokens);
  if (parts.empty()) return Parser(std::move(lexed.tokens), arena, budget).Parse();
  // A tuple that is never an interval.
  Node* tuple = arena->New(Kind::kBracket);
  tuple->open = '<';
  tuple->close = '>';
  for (std::vector<Token>& part : parts) {
    const Node* value = Parser(std::move(part), arena, budget).Parse();
    if (value == nullptr) return nullptr;
    tuple->kids.push_back(value);
  }
  return tuple;
}

}  // namespace

Answer ReadAnswer(std::string_view text, const VerifyOptions& options, Arena* arena,
                  Budget* budget) {
  Answer answer;
  text = TrimAsciiSpace(text);
  answer.source = text;
  if (static_cast<int64_t>(text.size()) > options.max_input_bytes) {
    answer.error = "too_long";
    return answer;
  }
  if (!budget->Charge(static_cast<int64_t>(text.size()) / 4 + 1)) {
    answer.error = "budget_spent";
    return answer;
  }
  const std::string latex = ToLatex(text);
  bool ambiguous = false;
  bool words = false;
  bool math = false;
  LexOptions lexing;
  answer.root = ParseWith(latex, lexing, arena, budget, &ambiguous, &words, &math);
  if (ambiguous && !budget->spent()) {
    bool ignored = false;
    lexing.comma_is_separator = true;
    answer.list_reading = ParseWith(latex, lexing, arena, budget, &ignored, &ignored, &ignored);
  }
  if ((answer.root == nullptr || IsSpelled(latex)) && latex.size() <= kMostWordBytes) {
    const std::string plain = Unstyled(latex);
    answer.words = Words(plain, options.ignore_text_case);
    ReadTruth(plain, AsciiLower(answer.words), &answer);
    ApplySynonyms(&answer.words);
    if (plain.size() <= 400) {
      ReadChoice(plain, &answer);
      ReadChoices(plain, &answer);
    }
  }
  if (answer.words == "allrealnumbers") {
    Node* reals = arena->New(Kind::kNumberSet);
    reals->name = "R";
    answer.root = reals;
  } else if (answer.words == "nosolution") {
    answer.root = arena->New(Kind::kEmptySet);
  }
  if (budget->spent()) {
    answer.error = "budget_spent";
    return answer;
  }
  answer.ok = true;
  if (answer.root != nullptr) {
    answer.normal = Render(answer.root, 4096);
  } else if (words && !answer.words.empty()) {
    answer.prose = true;
    answer.prose_has_math = math;
    answer.normal = answer.words;
  } else if (answer.choice != 0) {
    answer.normal = std::string(1, answer.choice);
  } else {
    answer.ok = false;
    answer.error = text.empty() ? "empty" : "not_understood";
  }
  return answer;
}

std::string PlainWords(const Answer& answer, const VerifyOptions& options) {
  if (!answer.words.empty()) return answer.words;
  const std::string latex = ToLatex(answer.source);
  if (latex.size() > kMostWordBytes) return {};
  std::string words = Words(Unstyled(latex), options.ignore_text_case);
  ApplySynonyms(&words);
  return words;
}

}  // namespace assay::math
