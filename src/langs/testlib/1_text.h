// testlib.h: the interface that checkers, interactors, validators and generators are written
// against, as its public documentation describes it, implemented anew by the Assay project and free
// of the original's code. Sources written for the original compile and judge with it.
//
// What differs: generators draw other random numbers than the original's from the same arguments;
// scorers and the logs of validators are left out.
#ifndef ASSAY_TESTLIB_H_
#define ASSAY_TESTLIB_H_
#define _TESTLIB_H_

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define VERSION "assay"
#define LF ((char)10)
#define CR ((char)13)
#define TAB ((char)9)
#define SPACE ((char)' ')
#define EOFC (255)
#define I64 "%lld"
#define U64 "%llu"

#ifndef NORETURN
#define NORETURN __attribute__((noreturn))
#endif
#define ASSAY_TESTLIB_PRINTF(f, a) __attribute__((format(printf, f, a)))

enum TResult {
  _ok = 0,
  _wa = 1,
  _pe = 2,
  _fail = 3,
  _dirt = 4,
  _points = 5,
  _unexpected_eof = 8,
  _partially = 16
};
#define _pc(share) (TResult(_partially + (share)))

enum TMode { _input, _output, _answer };
enum TTestlibMode { _unknown, _checker, _validator, _generator, _interactor, _scorer };

// ---- text ----------------------------------------------------------------------------------

namespace testlib_impl {

inline std::string VFormat(const char* text, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, text, again);
  va_end(again);
  if (size <= 0) return "";
  std::string result(static_cast<size_t>(size) + 1, '\0');
  std::vsnprintf(&result[0], result.size(), text, arguments);
  result.resize(static_cast<size_t>(size));
  return result;
}

// Ends with what judges take for a fault of the judge itself.
NORETURN inline void Die(const std::string& message) {
  std::cout.flush();
  std::fflush(nullptr);
  std::fprintf(stderr, "FAIL %s\n", message.c_str());
  std::fflush(stderr);
  ::_exit(_fail);
}

}  // namespace testlib_impl

#define ASSAY_TESTLIB_FORMAT(result, text)                   \
  std::string result;                                        \
  {                                                          \
    va_list assay_arguments;                                 \
    va_start(assay_arguments, text);                         \
    result = testlib_impl::VFormat((text), assay_arguments); \
    va_end(assay_arguments);                                 \
  }

ASSAY_TESTLIB_PRINTF(1, 2) inline std::string format(const char* text, ...) {
  ASSAY_TESTLIB_FORMAT(result, text)
  return result;
}
// A template of the text, too, so that literals go to the other one.
template <typename Text, typename... Arguments>
typename std::enable_if<std::is_same<Text, std::string>::value, std::string>::type format(
    const Text& text, Arguments... arguments) {
  std::string result(
      static_cast<size_t>(std::max(0, std::snprintf(nullptr, 0, text.c_str(), arguments...))) + 1,
      '\0');
  std::snprintf(&result[0], result.size(), text.c_str(), arguments...);
  result.pop_back();
  return result;
}

NORETURN inline void __testlib_fail(const std::string& message) {
  testlib_impl::Die(message);
}

inline bool isBlanks(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
inline bool isEof(int c) {
  return c == EOF || c == EOFC;
}
inline bool isEoln(char c) {
  return c == '\n' || c == '\r';
}

inline std::string trim(const std::string& text) {
  size_t from = 0, to = text.size();
  while (from < to && isBlanks(text[from])) ++from;
  while (to > from && isBlanks(text[to - 1])) --to;
  return text.substr(from, to - from);
}

inline std::string upperCase(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}
inline std::string lowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// Long texts are cut in their middle.
inline std::string compress(const std::string& text) {
  const size_t most = 64;
  if (text.size() <= most) return text;
  return text.substr(0, most / 2 - 1) + "..." + text.substr(text.size() - (most / 2 - 2));
}

// The parts between separators; empty ones count.
inline std::vector<std::string> split(const std::string& text, const std::string& separators) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (separators.find(c) != std::string::npos) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}
inline std::vector<std::string> split(const std::string& text, char separator) {
  return split(text, std::string(1, separator));
}
// As split, without the empty parts.
inline std::vector<std::string> tokenize(const std::string& text, const std::string& separators) {
  std::vector<std::string> parts = split(text, separators);
  parts.erase(std::remove(parts.begin(), parts.end(), std::string()), parts.end());
  return parts;
}
inline std::vector<std::string> tokenize(const std::string& text, char separator) {
  return tokenize(text, std::string(1, separator));
}

template <typename Iterator>
std::string join(Iterator first, Iterator last, std::string separator) {
  std::ostringstream out;
  for (Iterator at = first; at != last; ++at) {
    if (at != first) out << separator;
    out << *at;
  }
  return out.str();
}
template <typename Iterator>
std::string join(Iterator first, Iterator last, char separator = ' ') {
  return join(first, last, std::string(1, separator));
}
template <typename Collection>
std::string join(const Collection& collection, std::string separator) {
  return join(collection.begin(), collection.end(), separator);
}
template <typename Collection>
std::string join(const Collection& collection, char separator = ' ') {
  return join(collection.begin(), collection.end(), std::string(1, separator));
}

template <typename T>
std::string vtos(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}
inline std::string vtos(bool value) {
  return value ? "true" : "false";
}
template <typename T>
std::string toString(const T& value) {
  return vtos(value);
}
template <typename T>
std::string toHumanReadableString(const T& value) {
  return vtos(value);
}

inline std::string englishEnding(int number) {
  const int tens = number / 10 % 10;
  if (tens == 1) return "th";
  switch (number % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
  }
}

inline char lowerCase(char c) {
  return lowerCase(std::string(1, c))[0];
}
inline char upperCase(char c) {
  return upperCase(std::string(1, c))[0];
}

// ---- numbers -------------------------------------------------------------------------------

inline bool __testlib_isNaN(double value) {
  return value != value;
}
inline bool __testlib_isInfinite(double value) {
  return std::isinf(value);
}
inline double __testlib_abs(double value) {
  return std::fabs(value);
}

template <typename T>
T __testlib_min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <typename T>
T __testlib_max(const T& a, const T& b) {
  return a < b ? b : a;
}

// Whether `result` is within `error` of `expected`, absolutely or relatively.
inline bool doubleCompare(double expected, double result, double error) {
  const double infinite = 1e300;  // from here on
  error += 1e-15;
  if (std::isnan(expected)) return std::isnan(result);
  if (std::fabs(expected) > infinite)
    return std::fabs(result) > infinite && (expected > 0) == (result > 0);
  if (!(std::fabs(result) <= infinite)) return false;
  if (std::fabs(result - expected) <= error) return true;
  const double one = expected * (1.0 - error), other = expected * (1.0 + error);
  return result >= std::min(one, other) && result <= std::max(one, other);
}

// The smaller of the absolute and the relative error.
inline double doubleDelta(double expected, double result) {
  const double absolute = std::fabs(result - expected);
  if (std::fabs(expected) <= 1e-9) return absolute;
  return std::min(absolute, std::fabs(absolute / expected));
}
