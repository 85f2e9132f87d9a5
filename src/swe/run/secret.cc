#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>

#include "base/text.h"
#include "swe/run/controls.h"

namespace assay::swe {
namespace {

constexpr std::string_view kEveryday[] = {
    "after",   "again",    "amount",  "apart",  "basic",  "before",  "begin",  "below",
    "between", "blank",    "both",    "bound",  "broken", "build",   "cache",  "case",
    "change",  "check",    "clear",   "close",  "code",   "color",   "common", "copy",
    "count",   "cycle",    "data",    "date",   "deep",   "default", "delete", "depth",
    "direct",  "double",   "early",   "edge",   "empty",  "end",     "equal",  "error",
    "even",    "event",    "exact",   "extra",  "false",  "field",   "file",   "fill",
    "filter",  "final",    "find",    "first",  "fixed",  "flag",    "float",  "force",
    "format",  "front",    "full",    "given",  "global", "group",   "half",   "hash",
    "head",    "hidden",   "high",    "hold",   "index",  "initial", "inner",  "input",
    "insert",  "inside",   "items",   "join",   "keep",   "key",     "keys",   "kind",
    "label",   "large",    "last",    "late",   "left",   "length",  "level",  "limit",
    "line",    "lines",    "list",    "local",  "lock",   "long",    "loop",   "lower",
    "main",    "many",     "map",     "mark",   "match",  "merge",   "middle", "minimal",
    "missing", "mixed",    "mode",    "month",  "more",   "move",    "name",   "names",
    "near",    "negative", "nested",  "never",  "next",   "none",    "normal", "north",
    "null",    "number",   "offset",  "often",  "once",   "only",    "open",   "option",
    "order",   "other",    "outer",   "output", "over",   "pair",    "parent", "part",
    "parts",   "path",     "pending", "place",  "plain",  "point",   "prefix", "print",
    "quick",   "quote",    "random",  "range",  "rate",   "raw",     "read",   "real",
    "repeat",  "reset",    "rest",    "result", "return", "right",   "root",   "round",
    "row",     "rows",     "rule",    "same",   "scale",  "second",  "seen",   "self",
    "send",    "set",      "shape",   "shared", "short",  "sign",    "signed", "simple",
    "single",  "size",     "skip",    "slice",  "small",  "sort",    "source", "space",
    "spaces",  "split",    "stable",  "start",  "state",  "step",    "still",  "stop",
    "string",  "strict",   "style",   "sub",    "suffix", "sum",     "swap",   "table",
    "tail",    "take",     "text",    "time",   "tiny",   "title",   "token",  "total",
    "trim",    "triple",   "true",    "twice",  "type",   "under",   "unique", "unit",
    "unknown", "until",    "update",  "upper",  "user",   "valid",   "value",  "values",
    "view",    "wait",     "weight",  "whole",  "wide",   "width",   "with",   "word",
    "words",   "write",    "wrong",   "year",   "zero",   "zone"};
constexpr size_t kWords = 3;
constexpr size_t kShortest = 3;
constexpr size_t kLongest = 12;
// Of the lists' names; more make a secret no better.
constexpr size_t kMostNames = 512;

// "reads", "line", "ends" of "test_x.py::TestC::readsLine_ends[1]".
void AddWords(std::string_view name, std::set<std::string>* words) {
  std::string word;
  const auto add = [&] {
    if (word.size() >= kShortest && word.size() <= kLongest) words->insert(word);
    word.clear();
  };
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || c < 'a' || c > 'z') add();
    if (upper) word += static_cast<char>(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z') word += c;
  }
  add();
}

Result<size_t> Draw(size_t count) {
  // What is left over at the top of the range would make the first ones likelier.
  const uint64_t usable = UINT64_MAX - UINT64_MAX % count;
  while (true) {
    uint64_t bits = 0;
    if (::getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) {
      return SystemError("swe.run", errno, "there are no random bytes");
    }
    if (bits < usable) return static_cast<size_t>(bits % count);
  }
}

}  // namespace

Result<std::string> NewSecret(const TestLists& lists) {
  std::set<std::string> words(std::begin(kEveryday), std::end(kEveryday));
  for (const auto* list : {&lists.fail_to_pass, &lists.pass_to_pass}) {
    for (size_t i = 0; i < std::min(list->size(), kMostNames); ++i) AddWords((*list)[i], &words);
  }
  const std::vector<std::string> pool(words.begin(), words.end());
  std::string secret;
  for (size_t i = 0; i < kWords; ++i) {
    ASSAY_ASSIGN_OR_RETURN(const size_t at, Draw(pool.size()));
    secret += (secret.empty() ? "" : "_") + pool[at];
  }
  return secret;
}

}  // namespace assay::swe
