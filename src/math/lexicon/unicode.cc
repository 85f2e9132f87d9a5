// A map: the table of characters and what LaTeX has for them (two thirds of the file), decoding,
// and the mending of texts that were escaped once too often; ToLatex at the end is the entry.

#include "math/lexicon/unicode.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace assay::math {
namespace {

struct Mapping {
  uint32_t code;
  const char* latex;
};

// Sorted by code point.
constexpr Mapping kMappings[] = {
    {0xA0, " "},
    {0xA2, "\\text{ cents}"},
    {0xA3, "\\pounds "},
    {0xA5, "\\yen "},
    {0xAC, "\\neg "},
    {0xB0, "^{\\circ}"},
    {0xB1, "\\pm "},
    {0xB2, "^{2}"},
    {0xB3, "^{3}"},
    {0xB4, "'"},
    {0xB7, "\\cdot "},
    {0xB9, "^{1}"},
    {0xBC, "\\frac{1}{4}"},
    {0xBD, "\\frac{1}{2}"},
    {0xBE, "\\frac{3}{4}"},
    {0xD7, "\\times "},
    {0xF7, "\\div "},
    {0x391, "A"},
    {0x392, "B"},
    {0x393, "\\Gamma "},
    {0x394, "\\Delta "},
    {0x398, "\\Theta "},
    {0x39B, "\\Lambda "},
    {0x39E, "\\Xi "},
    {0x3A0, "\\Pi "},
    {0x3A3, "\\Sigma "},
    {0x3A6, "\\Phi "},
    {0x3A8, "\\Psi "},
    {0x3A9, "\\Omega "},
    {0x3B1, "\\alpha "},
    {0x3B2, "\\beta "},
    {0x3B3, "\\gamma "},
    {0x3B4, "\\delta "},
    {0x3B5, "\\epsilon "},
    {0x3B6, "\\zeta "},
    {0x3B7, "\\eta "},
    {0x3B8, "\\theta "},
    {0x3B9, "\\iota "},
    {0x3BA, "\\kappa "},
    {0x3BB, "\\lambda "},
    {0x3BC, "\\mu "},
    {0x3BD, "\\nu "},
    {0x3BE, "\\xi "},
    {0x3C0, "\\pi "},
    {0x3C1, "\\rho "},
    {0x3C3, "\\sigma "},
    {0x3C4, "\\tau "},
    {0x3C5, "\\upsilon "},
    {0x3C6, "\\phi "},
    {0x3C7, "\\chi "},
    {0x3C8, "\\psi "},
    {0x3C9, "\\omega "},
    {0x3D5, "\\phi "},
    {0x2002, " "},
    {0x2003, " "},
    {0x2004, " "},
    {0x2005, " "},
    {0x2006, " "},
    {0x2007, " "},
    {0x2008, " "},
    {0x2009, " "},
    {0x200A, " "},
    {0x200B, ""},
    {0x200C, ""},
    {0x200D, ""},
    {0x200E, ""},
    {0x200F, ""},
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2012, "-"},
    {0x2013, "-"},
    {0x2014, "-"},
    {0x2015, "-"},
    {0x2016, "\\|"},
    {0x2018, "'"},
    {0x2019, "'"},
    {0x201C, "\""},
    {0x201D, "\""},
    {0x2026, "\\ldots "},
    {0x202F, " "},
    {0x2032, "'"},
    {0x2033, "''"},
    {0x2044, "/"},
    {0x2060, ""},
    {0x2061, ""},
    {0x2062, ""},
    {0x2070, "^{0}"},
    {0x2074, "^{4}"},
    {0x2075, "^{5}"},
    {0x2076, "^{6}"},
    {0x2077, "^{7}"},
    {0x2078, "^{8}"},
    {0x2079, "^{9}"},
    {0x207A, "^{+}"},
    {0x207B, "^{-}"},
    {0x207F, "^{n}"},
    {0x2080, "_{0}"},
    {0x2081, "_{1}"},
    {0x2082, "_{2}"},
    {0x2083, "_{3}"},
    {0x2084, "_{4}"},
    {0x2085, "_{5}"},
    {0x2086, "_{6}"},
    {0x2087, "_{7}"},
    {0x2088, "_{8}"},
    {0x2089, "_{9}"},
    {0x20AC, "\\euro "},
    {0x20B9, "\\rupee "},
    {0x2102, "\\mathbb{C}"},
    {0x2103, "^{\\circ}\\mathrm{C}"},
    {0x2109, "^{\\circ}\\mathrm{F}"},
    {0x2113, "l"},
    {0x2115, "\\mathbb{N}"},
    {0x211A, "\\mathbb{Q}"},
    {0x211D, "\\mathbb{R}"},
    {0x2124, "\\mathbb{Z}"},
    {0x2126, "\\Omega "},
    {0x2147, "e"},
    {0x2148, "i"},
    {0x2150, "\\frac{1}{7}"},
    {0x2153, "\\frac{1}{3}"},
    {0x2154, "\\frac{2}{3}"},
    {0x2155, "\\frac{1}{5}"},
    {0x2156, "\\frac{2}{5}"},
    {0x2157, "\\frac{3}{5}"},
    {0x2158, "\\frac{4}{5}"},
    {0x2159, "\\frac{1}{6}"},
    {0x215A, "\\frac{5}{6}"},
    {0x215B, "\\frac{1}{8}"},
    {0x215C, "\\frac{3}{8}"},
    {0x215D, "\\frac{5}{8}"},
    {0x215E, "\\frac{7}{8}"},
    {0x2190, "\\leftarrow "},
    {0x2192, "\\to "},
    {0x2194, "\\leftrightarrow "},
    {0x21D2, "\\Rightarrow "},
    {0x21D4, "\\Leftrightarrow "},
    {0x2200, "\\forall "},
    {0x2202, "\\partial "},
    {0x2203, "\\exists "},
    {0x2205, "\\emptyset "},
    {0x2208, "\\in "},
    {0x2209, "\\notin "},
    {0x220F, "\\prod "},
    {0x2211, "\\sum "},
    {0x2212, "-"},
    {0x2213, "\\mp "},
    {0x2215, "/"},
    {0x2216, "\\setminus "},
    {0x2217, "*"},
    {0x2218, "\\circ "},
    {0x2219, "\\cdot "},
    {0x221A, "\\sqrt "},
    {0x221B, "\\cbrt "},
    {0x221E, "\\infty "},
    {0x2220, "\\angle "},
    {0x2223, "\\mid "},
    {0x2225, "\\parallel "},
    {0x2227, "\\land "},
    {0x2228, "\\lor "},
    {0x2229, "\\cap "},
    {0x222A, "\\cup "},
    {0x222B, "\\int "},
    {0x2234, "\\therefore "},
    {0x2236, ":"},
    {0x223C, "\\sim "},
    {0x2245, "\\cong "},
    {0x2248, "\\approx "},
    {0x2260, "\\neq "},
    {0x2261, "\\equiv "},
    {0x2264, "\\leq "},
    {0x2265, "\\geq "},
    {0x2282, "\\subset "},
    {0x2286, "\\subseteq "},
    {0x22A5, "\\perp "},
    {0x22C5, "\\cdot "},
    {0x22EF, "\\cdots "},
    {0x2308, "\\lceil "},
    {0x2309, "\\rceil "},
    {0x230A, "\\lfloor "},
    {0x230B, "\\rfloor "},
    {0x2329, "\\langle "},
    {0x232A, "\\rangle "},
    {0x25A1, ""},
    {0x25B3, "\\triangle "},
    {0x25CB, "\\circ "},
    {0x27E8, "\\langle "},
    {0x27E9, "\\rangle "},
    {0x2A7D, "\\leq "},
    {0x2A7E, "\\geq "},
    {0x3000, " "},
    {0x3001, ","},
    {0x3002, "."},
    {0x3008, "\\langle "},
    {0x3009, "\\rangle "},
    {0x300A, "\""},
    {0x300B, "\""},
    {0x3010, "["},
    {0x3011, "]"},
    {0xFE63, "-"},
    {0xFEFF, ""},
    {0xFFE5, "\\yen "},
};

// Decodes one code point; malformed bytes come back as themselves with length 1.
uint32_t Decode(std::string_view text, size_t at, size_t* length) {
  const auto byte = static_cast<uint8_t>(text[at]);
  const size_t need = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
  *length = 1;
  if (need == 0 || at + need >= text.size()) return byte;
  uint32_t code = byte & (0x3F >> need);
  for (size_t i = 1; i <= need; ++i) {
    const auto next = static_cast<uint8_t>(text[at + i]);
    if ((next & 0xC0) != 0x80) return byte;
    code = (code << 6) | (next & 0x3F);
  }
  *length = need + 1;
  return code;
}

bool Follows(std::string_view text, size_t at, std::string_view expected) {
  return text.substr(at + 1, expected.size()) == expected;
}

// The LaTeX command whose first letter became a control character.
const char* EatenEscape(std::string_view text, size_t at) {
  switch (text[at]) {
    case '\f': return Follows(text, at, "rac") ? "\\f" : nullptr;
    case '\t':
      for (const char* rest : {"ext", "imes", "heta", "an", "frac", "herefore", "riangle"}) {
        if (Follows(text, at, rest)) return "\\t";
      }
      return nullptr;
    case '\b':
      for (const char* rest : {"oxed", "inom", "egin", "eta", "ar", "mod"}) {
        if (Follows(text, at, rest)) return "\\b";
      }
      return nullptr;
    case '\r':
      for (const char* rest : {"ight", "angle", "ho", "m{", "floor", "ceil"}) {
        if (Follows(text, at, rest)) return "\\r";
      }
      return nullptr;
    case '\n':
      for (const char* rest : {"eq ", "eq{", "eq-", "e 0", "otin"}) {
        if (Follows(text, at, rest)) return "\\n";
      }
      return nullptr;
    case '\v': return Follows(text, at, "ec") ? "\\v" : nullptr;
    case '\a': return Follows(text, at, "lpha") || Follows(text, at, "ngle") ? "\\a" : nullptr;
    default: return nullptr;
  }
}

// Joins "^{1}^{2}" (from superscript one and two) to "^{12}".
std::string MergeScripts(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool joins = at >= 4 && at + 3 < text.size() && (text[at] == '^' || text[at] == '_') &&
                       text[at + 1] == '{' && text[at + 3] == '}' && text[at - 1] == '}' &&
                       text[at - 3] == '{' && text[at - 4] == text[at];
    if (!joins) {
      out += text[at];
      continue;
    }
    out.back() = text[at + 2];
    out += '}';
    at += 3;
  }
  return out;
}

// A command whose backslash was doubled, as text escaped once too often has it: a row of a matrix
// that begins with a command reads "\\\\\\frac", never "\\\\frac".
bool DoubledBackslash(std::string_view text, size_t at) {
  if (text.substr(at, 2) != "\\\\" || (at > 0 && text[at - 1] == '\\')) return false;
  for (std::string_view name :
       {"left", "right",    "frac",  "dfrac", "tfrac", "sqrt",  "text",   "pi",
        "cdot", "times",    "boxed", "begin", "end",   "infty", "cup",    "cap",
        "leq",  "geq",      "le",    "ge",    "neq",   "pm",    "mathrm", "mathbf",
        "circ", "overline", "angle", "ldots", "theta"}) {
    if (!Follows(text, at + 1, name)) continue;
    const size_t next = at + 2 + name.size();
    const bool letter = next < text.size() && ((text[next] >= 'a' && text[next] <= 'z') ||
                                               (text[next] >= 'A' && text[next] <= 'Z'));
    if (!letter) return true;
  }
  return false;
}

}  // namespace

std::string ToLatex(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  bool merge = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\\' && DoubledBackslash(text, at)) {
      ++at;
      continue;
    }
    if (static_cast<uint8_t>(c) < 0x80) {
      const char* eaten = static_cast<uint8_t>(c) < 0x20 ? EatenEscape(text, at) : nullptr;
      if (eaten != nullptr) {
        out += eaten;
      } else {
        out += static_cast<uint8_t>(c) < 0x20 || c == 0x7F ? ' ' : c;
      }
      ++at;
      continue;
    }
    size_t length = 1;
    const uint32_t code = Decode(text, at, &length);
    if (code >= 0xFF01 && code <= 0xFF5E) {  // fullwidth forms of ASCII
      out += static_cast<char>(code - 0xFF01 + '!');
    } else {
      const auto* found = std::lower_bound(
          std::begin(kMappings), std::end(kMappings), code,
          [](const Mapping& mapping, uint32_t wanted) { return mapping.code < wanted; });
      if (found != std::end(kMappings) && found->code == code) {
        const bool mixed = code >= 0xBC && code <= 0xBE && !out.empty() && out.back() == ' ';
        if (mixed) out.pop_back();
        out += found->latex;
        merge = merge || (found->latex[0] == '^' || found->latex[0] == '_');
      } else {
        out.append(text, at, length);
      }
    }
    at += length;
  }
  return merge ? MergeScripts(out) : out;
}

}  // namespace assay::math
