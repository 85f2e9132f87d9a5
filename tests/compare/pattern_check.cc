// The patterns of our testlib.h against std::regex: every text of up to seven letters of three, and
// texts as long as a participant likes, which must not exhaust a checker's time or memory.
#include <regex>

#include "testlib.h"

namespace {

// The library's dialect has no {,n}.
std::string ForRegex(std::string source) {
  const size_t at = source.find("{,");
  return at == std::string::npos ? source : source.replace(at, 2, "{0,");
}

bool SameOnShortTexts(const std::string& source) {
  const std::regex theirs(ForRegex(source));
  const pattern ours(source);
  std::vector<std::string> texts(1), longer;
  for (int length = 0; length <= 7; ++length) {
    longer.clear();
    for (const std::string& text : texts) {
      if (ours.matches(text) != std::regex_match(text, theirs)) {
        std::printf("%s and %s\n", source.c_str(), text.c_str());
        return false;
      }
      for (char c : {'a', 'b', 'c'}) longer.push_back(text + c);
    }
    texts.swap(longer);
  }
  return true;
}

std::string Repeated(const std::string& part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += part;
  return text;
}

}  // namespace

int main() {
  disableFinalizeGuard();
  for (const char* source :
       {"[a-c]{1,3}", "a*", "(ab|a)*c?", "[ab]{2,}b", "(a|b|c){0,2}", "((ab)?c){2,3}", "a{,2}b+",
        "(a*b*)*c", "([ab]|cc)+", "(a{2}){2}b?", "[^a]+", "(a|)b{3}", "abc|a(b|c)"}) {
    if (!SameOnShortTexts(source)) return 1;
  }
  const std::string letters = Repeated("x", 10000000), pairs = Repeated("ab", 5000000);
  if (!pattern("[a-z]*").matches(letters) || !pattern("([a-z]|[0-9])+").matches(letters)) return 2;
  if (!pattern("(ab)+").matches(pairs) || pattern("(ab)+").matches(letters)) return 3;
  if (pattern("[a-z]{1,5}").matches(letters) || pattern("(ab)+c").matches(pairs)) return 4;
}
