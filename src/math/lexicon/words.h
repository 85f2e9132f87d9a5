// Dictionaries of the lexer: names of functions, constants, greek letters and plain words.
// Constant data; thread-safe.
#pragma once

#include <string_view>

namespace assay::math {

// sin, arcsin, log, gcd, …; returns the canonical name ("asin" -> "arcsin"), empty when unknown.
std::string_view FunctionName(std::string_view word);
// The functions that plain text writes without a space before the argument: "sinx", "ln2".
std::string_view FunctionPrefix(std::string_view word);
bool IsGreek(std::string_view command);
// Commands without meaning: \left, \displaystyle, \quad, …
bool IsLayoutCommand(std::string_view command);
// Short words of English that would otherwise read as products of letters.
bool IsShortWord(std::string_view lower);
// Words of Chinese that announce a value: "共", "答案是".
bool IsLeadingWord(std::string_view word);
// What follows a number written in characters: "个", "种", "元".
bool IsMeasureWord(std::string_view word);
// A number up to 99 in characters at the beginning of the text; *used is 0 when there is none.
int ChineseNumber(std::string_view text, size_t* used);
// What a word of English counts, below twenty, or of the tens up to ninety; or -1.
int SmallNumber(std::string_view word);
// The environment is a matrix.
bool IsMatrixEnvironment(std::string_view name);

}  // namespace assay::math
