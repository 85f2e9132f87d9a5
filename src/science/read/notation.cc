#include "science/read/notation.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace assay::science {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kSuperscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶",
                                              "⁷", "⁸", "⁹", "⁺", "⁻", "ⁿ"};
constexpr std::string_view kSuperscriptValues = "0123456789+-n";
constexpr std::string_view kSubscripts[] = {"₀", "₁", "₂", "₃", "₄", "₅",
                                            "₆", "₇", "₈", "₉", "₊", "₋"};
constexpr std::string_view kSubscriptValues = "0123456789+-";

// Signs outside ASCII, and digraphs, that have a plain spelling.
constexpr Pair kSigns[] = {
    {"−", "-"},      {"–", "-"},        {"—", "-"},      {"‐", "-"},      {"‑", "-"},
    {"·", "*"},      {"⋅", "*"},        {"∙", "*"},      {"•", "*"},      {"×", "*"},
    {"✕", "*"},      {"∗", "*"},        {"÷", "/"},      {"∕", "/"},      {"⁄", "/"},
    {"\u03bc", "µ"}, {"\u2126", "Ω"},   {"\u212b", "Å"}, {"\u212a", "K"}, {"℃", "°C"},
    {"℉", "°F"},     {"º", "°"},        {"˚", "°"},      {"≃", "≈"},      {"≅", "≈"},
    {"∼", "≈"},      {"≒", "≈"},        {"∆", "Δ"},      {"→", "→"},      {"⟶", "→"},
    {"➝", "→"},      {"➞", "→"},        {"⇌", "→"},      {"⇋", "→"},      {"⇄", "→"},
    {"⟷", "→"},      {"↔", "→"},        {"⇒", "→"},      {"½", "(1/2)"},  {"¼", "(1/4)"},
    {"¾", "(3/4)"},  {"‰", "permille"}, {"√", "sqrt"},   {"ℓ", "L"},      {"∘", "°"},
    {"\u00a0", " "}, {"\u2009", " "},   {"\u202f", " "}, {"\u2002", " "}, {"\u2003", " "},
    {"\u2005", " "}, {"\u2006", " "},   {"\u2007", " "}, {"\u200a", " "}, {"\u200b", ""},
    {"\u2060", ""},  {"\ufeff", ""},    {"⟨", "("},      {"⟩", ")"},      {"’", "'"},
    {"<=>", "→"},    {"<->", "→"},      {"-->", "→"},    {"->", "→"},     {"=>", "→"},
    {"+/-", "±"},    {"**", ""},        {"`", ""},       {"$", ""},       {"\t", " "},
    {"\r", " "},     {"\n", " ; "},
};

// Commands without arguments.
constexpr Pair kCommands[] = {
    {"times", "*"},
    {"cdot", "*"},
    {"cdotp", "*"},
    {"ast", "*"},
    {"bullet", "*"},
    {"div", "/"},
    {"pm", "±"},
    {"approx", "≈"},
    {"sim", "≈"},
    {"simeq", "≈"},
    {"cong", "≈"},
    {"doteq", "≈"},
    {"to", "→"},
    {"rightarrow", "→"},
    {"longrightarrow", "→"},
    {"Rightarrow", "→"},
    {"rightleftharpoons", "→"},
    {"leftrightharpoons", "→"},
    {"leftrightarrow", "→"},
    {"longleftrightarrow", "→"},
    {"rightleftarrows", "→"},
    {"implies", "→"},
    {"uparrow", "↑"},
    {"downarrow", "↓"},
    {"mu", "µ"},
    {"upmu", "µ"},
    {"Omega", "Ω"},
    {"pi", "π"},
    {"Delta", "Δ"},
    {"AA", "Å"},
    {"angstrom", "Å"},
    {"circ", "°"},
    {"degree", "°"},
    {"textdegree", "°"},
    {"degreeCelsius", "°C"},
    {"celsius", "°C"},
    {"percent", "%"},
    {"ell", "L"},
    {"per", " per "},
    {"squared", "^2"},
    {"cubed", "^3"},
    {"square", " square "},
    {"cubic", " cubic "},
    {"left", ""},
    {"right", ""},
    {"bigl", ""},
    {"bigr", ""},
    {"big", ""},
    {"Big", ""},
    {"displaystyle", ""},
    {"textstyle", ""},
    {"limits", ""},
    {"rm", ""},
    {"bf", ""},
    {"it", ""},
    {"quad", " "},
    {"qquad", " "},
    {"thinspace", " "},
    {"enspace", " "},
    {"space", " "},
    {"neq", " != "},
    {"lbrack", "["},
    {"rbrack", "]"},
    {"Alpha", "A"},
    {"newline", " ; "},
};

// siunitx writes a prefix and its unit as two commands.
constexpr std::string_view kPrefixCommands[] = {"kilo", "milli", "micro", "nano",  "pico", "femto",
                                                "mega", "giga",  "tera",  "centi", "deci", "hecto"};

// Commands whose argument is only typeset.
constexpr std::string_view kWrappers[] = {
    "mathrm",     "text",   "textrm",     "textbf", "textit",    "mathbf",     "mathit",
    "mathsf",     "texttt", "mathtt",     "textsf", "bm",        "boldsymbol", "ce",
    "pu",         "unit",   "si",         "num",    "boxed",     "fbox",       "operatorname",
    "mbox",       "hbox",   "textnormal", "rm",     "underline", "emph",       "bf",
    "mathnormal", "cf",     "ang",        "vec",    "hat",
};

// Commands whose argument says nothing.
constexpr std::string_view kSilent[] = {"hspace", "vspace", "phantom",     "hphantom",
                                        "begin",  "end",    "mspace",      "label",
                                        "tag",    "color",  "xrightarrow", "xrightleftharpoons"};

template <typename Table>
const Pair* FindFirst(const Table& table, std::string_view key) {
  for (const Pair& row : table) {
    if (row.first == key) return &row;
  }
  return nullptr;
}

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Spelling {
 public:
  explicit Spelling(std::string_view text)
      : text_(text), aligned_(text.find("\\begin{") != std::string_view::npos) {}

  std::string Run() {
    while (at_ < text_.size()) Step();
    return std::move(out_);
  }

 private:
  // What the end of an open brace writes, and whether another argument comes after it.
  struct Group {
    std::string_view close;
    std::string_view second_close = {};
    bool has_second = false;
    bool wrapper = false;
  };

  void Step() {
    const char c = text_[at_];
    if (IsLetter(c) || IsDigit(c) || c == ' ') {
      out_ += c;
      ++at_;
      return;
    }
    if (c == '\\') return Command();
    if (c == '{') return Open({});
    if (c == '}') return Close();
    if (c == '^' || c == '_') return Script(c);
    if (c == '~') return Tilde();
    if (c == '&' && aligned_) {
      ++at_;
      return;
    }
    if (Runs(kSuperscripts, kSuperscriptValues, '^') || Runs(kSubscripts, kSubscriptValues, '_')) {
      return;
    }
    if (IsPower()) {
      out_ += '^';
      at_ += 2;
      return;
    }
    for (const auto& [from, to] : kSigns) {
      if (!HasAt(text_, at_, from)) continue;
      if (to == "sqrt" && IsDigit(At(text_, at_ + from.size()))) return Root(at_ + from.size());
      // "2½"
      const bool mixed = HasAt(to, 0, "(1/") || HasAt(to, 0, "(3/");
      if (mixed && !out_.empty() && IsDigit(out_.back())) {
        out_.append(" ").append(to.substr(1, to.size() - 2));
      } else {
        out_ += to;
      }
      at_ += from.size();
      return;
    }
    out_ += c;
    ++at_;
  }

  // Python's "10**5", not the end of Markdown's "**5**".
  bool IsPower() const {
    if (!HasAt(text_, at_, "**") || at_ == 0 || !IsDigit(text_[at_ - 1])) return false;
    const char next = At(text_, at_ + 2);
    return IsDigit(next) || next == '(' || (next == '-' && IsDigit(At(text_, at_ + 3)));
  }

  // "√2"
  void Root(size_t digits) {
    at_ = digits;
    while (IsDigit(At(text_, at_)) || (At(text_, at_) == '.' && IsDigit(At(text_, at_ + 1)))) ++at_;
    out_.append("sqrt(").append(text_.substr(digits, at_ - digits)).append(")");
  }

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  void Open(Group group) {
    ++at_;
    groups_.push_back(group);
  }

  void Close() {
    ++at_;
    if (groups_.empty()) return;
    const Group group = groups_.back();
    groups_.pop_back();
    out_ += group.close;
    if (group.has_second) {
      SkipBlanks();
      Argument({.close = group.second_close});
    } else if (group.wrapper && (IsLetter(At(text_, at_)) || At(text_, at_) == '\\') &&
               !IsPrefixOfOhm()) {
      out_ += ' ';
    }
  }

  // "\\text{k}\\Omega"
  bool IsPrefixOfOhm() const {
    if (!HasAt(text_, at_, "\\Omega") && !HasAt(text_, at_, "\\ohm")) return false;
    const size_t size = out_.size();
    return size > 0 && std::string_view("kMGTmn").find(out_.back()) != std::string_view::npos &&
           (size == 1 || !IsLetter(out_[size - 2]));
  }

  // The argument of a command: a group, or one character.
  void Argument(Group group) {
    if (At(text_, at_) == '{') return Open(group);
    if (at_ < text_.size() && text_[at_] != '\\' && text_[at_] != '}') out_ += text_[at_++];
    out_ += group.close;
    if (!group.has_second) return;
    if (At(text_, at_) == '{') return Open({.close = group.second_close});
    if (at_ < text_.size() && text_[at_] != '\\' && text_[at_] != '}') out_ += text_[at_++];
    out_ += group.second_close;
  }

  void Script(char c) {
    ++at_;
    SkipBlanks();
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view circle : {"{\\circ}", "\\circ", "{\\degree}", "{o}", "°", "{°}"}) {
      if (c == '^' && rest.substr(0, circle.size()) == circle) {
        at_ += circle.size();
        out_ += "°";
        return;
      }
    }
    if (At(text_, at_) == '{') {
      out_ += c;
      out_ += '(';
      return Open({.close = ")"});
    }
    out_ += c;
  }

  // A space that does not break, unless it means "about".
  void Tilde() {
    const bool begins = at_ == 0 || IsBlank(text_[at_ - 1]) || text_[at_ - 1] == '$';
    ++at_;
    size_t next = at_;
    while (next < text_.size() && (IsBlank(text_[next]) || text_[next] == '$')) ++next;
    const bool number = IsDigit(At(text_, next)) || At(text_, next) == '-';
    out_ += begins && number ? "≈" : " ";
  }

  template <size_t kSize>
  bool Runs(const std::string_view (&signs)[kSize], std::string_view values, char script) {
    bool any = false;
    for (bool more = true; more;) {
      more = false;
      for (size_t i = 0; i < kSize && !more; ++i) {
        if (!HasAt(text_, at_, signs[i])) continue;
        if (!any) out_.append(1, script).append("(");
        any = more = true;
        out_ += values[i];
        at_ += signs[i].size();
      }
    }
    if (any) out_ += ')';
    return any;
  }

  void Command() {
    // A JSON or Python escape too many doubles the backslash.
    size_t name = at_ + 1;
    if (At(text_, name) == '\\' && IsLetter(At(text_, name + 1))) ++name;
    const size_t end = WordEnd(text_, name);
    if (end == name) return Symbol();
    const std::string_view command = text_.substr(name, end - name);
    at_ = end;
    if (std::find(std::begin(kWrappers), std::end(kWrappers), command) != std::end(kWrappers)) {
      SkipBlanks();
      if (At(text_, at_) == '{') Open({.close = "", .wrapper = true});
      return;
    }
    if (command == "frac" || command == "dfrac" || command == "tfrac" || command == "cfrac") {
      SkipBlanks();
      out_ += '(';
      return Argument({.close = ")/(", .second_close = ")", .has_second = true});
    }
    if (command == "SI" || command == "qty") {
      SkipBlanks();
      if (At(text_, at_) == '{') Open({.close = " ", .second_close = "", .has_second = true});
      return;
    }
    // Å in pieces: "\\mathring{\\mathrm{A}}", "\\r{A}".
    for (const std::string_view ring : {"{\\mathrm{A}}", "{\\text{A}}", "{A}", " A"}) {
      if ((command != "mathring" && command != "r") || !HasAt(text_, at_, ring)) continue;
      out_ += "Å";
      at_ += ring.size();
      return;
    }
    if (command == "sqrt") {
      SkipBlanks();
      out_ += At(text_, at_) == '[' ? "root" : "sqrt(";
      if (out_.back() == '(') Argument({.close = ")"});
      return;
    }
    if (std::find(std::begin(kSilent), std::end(kSilent), command) != std::end(kSilent)) {
      out_ += command[0] == 'x' ? "→" : " ";
      return SkipGroup();
    }
    // No letter or number with a line above it is the letter or number.
    if (command == "overline" || (command == "bar" && At(text_, at_) == '{')) {
      SkipBlanks();
      out_ += "bar(";
      return Argument({.close = ")"});
    }
    if (const Pair* row = FindFirst(kCommands, command)) {
      out_ += row->second;
      joins_ = false;
      // "\\mu m", "\\mu\\text{m}": a prefix.
      if (command == "mu" || command == "upmu") SkipBlanks();
      return;
    }
    const bool prefix = std::find(std::begin(kPrefixCommands), std::end(kPrefixCommands),
                                  command) != std::end(kPrefixCommands);
    if (!joins_) out_ += ' ';
    out_ += command;
    joins_ = prefix;
    if (!prefix) out_ += ' ';
  }

  // A backslash before something that is no letter.
  void Symbol() {
    const char c = At(text_, at_ + 1);
    at_ = std::min(at_ + 2, text_.size());
    switch (c) {
      case '%': out_ += '%'; break;
      case '\\': out_ += " ; "; break;
      case ',':
      case ';':
      case ':':
      case ' ':
      case '>': out_ += ' '; break;
      default: break;  // \! \( \) \[ \] \$ \{ \} …
    }
  }

  // The braces of an argument that says nothing.
  void SkipGroup() {
    SkipBlanks();
    if (At(text_, at_) != '{') return;
    size_t depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}' && --depth == 0) break;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  bool aligned_;  // "&" is no word but a column
  size_t at_ = 0;
  bool joins_ = false;  // the last command was a prefix
  std::string out_;
  std::vector<Group> groups_;
};

}  // namespace

std::string Plain(std::string_view text) {
  return Spelling(text).Run();
}

}  // namespace assay::science
