// Reading programs of brace languages just well enough to find where a definition ends: C++, C#, D,
// Java, Rust, Scala, Swift. Comments and literals are blanked out, then braces are counted. A text
// that isn't well-formed finds nothing; it is then left as it is and its compiler says so.
//
// Pure functions in linear time, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assay::eval {

// The same text, as long, with comments and the insides of strings and character literals as
// blanks.
std::string MaskLiterals(std::string_view code);

// The place of the brace (or parenthesis) that closes the one at `open`; npos: it is never closed.
size_t MatchingClose(std::string_view mask, size_t open);

// From the beginning of its line to its closing brace, of the function `main`; nothing: there is
// none.
std::optional<std::pair<size_t, size_t>> FindMain(std::string_view mask);

// Where `word` stands as a whole word from `from` on; npos: nowhere.
size_t FindWord(std::string_view mask, std::string_view word, size_t from = 0);

// The body of the class or object that has `member` in it: the places of its two braces.
std::optional<std::pair<size_t, size_t>> FindClassWith(std::string_view mask,
                                                       std::string_view member);

}  // namespace assay::eval
