#include "langs/shared_process.h"

#include <algorithm>
#include <string_view>

namespace assay {
namespace {

// As the tests' driver has them (drivers/python/10_text.py); a test compares the two.
constexpr std::string_view kWords[] = {
    "redirect_stdout", "redirect_stderr", "environ",           "sleep",
    "perf_counter",    "monotonic",       "setrecursionlimit", "getcontext",
    "localcontext",    "asdict",          "astuple",           "is_dataclass"};
constexpr std::string_view kNames[] = {
    "globals",     "locals",    "vars",       "eval",      "exec",       "compile",
    "inspect",     "importlib", "__import__", "patch",     "mock",       "monkeypatch",
    "capsys",      "input",     "asyncio",    "threading", "signal",     "gc",
    "tracemalloc", "dis",       "ast",        "await",     "async",      "global",
    "open",        "tempfile",  "warnings",   "shutil",    "issubclass", "pickle"};
constexpr std::string_view kAttributes[] = {
    "stdout",          "stderr",      "stdin",        "modules",   "getsource",  "__dict__",
    "__code__",        "__globals__", "__defaults__", "setattr",   "cache_info", "cache_clear",
    "__annotations__", "getenv",      "putenv",       "chdir",     "makedirs",   "mkdir",
    "listdir",         "write_text",  "write_bytes",  "read_text", "read_bytes", "__doc__",
    "__wrapped__",     "now",         "utcnow"};
constexpr std::string_view kModules[] = {"main", "__main__", "solution", "candidate"};

bool IsWordCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Where the string that begins at `at` ends; one that never ends, with the tests.
size_t StringEnd(std::string_view text, size_t at) {
  const std::string_view one = text.substr(at, 1);
  const bool is_long = text.substr(at + 1, 1) == one && text.substr(at + 2, 1) == one;
  const std::string_view end = text.substr(at, is_long ? 3 : 1);
  for (size_t i = at + end.size(); i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text.substr(i, end.size()) == end) {
      return i + end.size();
    } else if (text[i] == '\n' && !is_long) {
      return i;  // no Python at all
    }
  }
  return text.size();
}

template <size_t kSize>
bool IsOneOf(std::string_view word, const std::string_view (&words)[kSize]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace

std::string SharedProcessHint(const Problem& problem) {
  if (problem.mode != ProblemMode::kAssert) return {};
  const std::string_view text = problem.assert_code;
  std::string_view before;  // the word before this one
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (text[at] == '"' || text[at] == '\'') {
      at = StringEnd(text, at);
      continue;
    }
    if (!IsWordCharacter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const bool member = at > 0 && text[at - 1] == '.';
    if (IsOneOf(word, kWords) || (member ? IsOneOf(word, kAttributes) : IsOneOf(word, kNames))) {
      return "the tests use " + std::string(word);
    }
    if ((before == "import" || before == "from") && !member && IsOneOf(word, kModules)) {
      return "the tests import the program";
    }
    if ((before == "import" || before == "from") && !member && word == "time") {
      return "the tests use time";
    }
    before = word;
    at = end;
  }
  return {};
}

}  // namespace assay
