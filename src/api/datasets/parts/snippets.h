// Putting a completion among the tests of a row, as SandboxFusion's data sets do it. Pure functions
// in linear time, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Where a row's test text wants the program; without such a place the tests come after it.
inline constexpr std::string_view kInsertHere = "#<INSERT>";
// `code` in its place among `tests`. When it comes before them, it ends at `if __name__ ==`.
std::string AmongTests(std::string code, std::string_view tests);

// Cuts a completion at the first of each stop token. A lone blank line is none; one that is a
// regular expression ("re:…") is not looked at.
void CutAtStopTokens(const std::vector<std::string>& tokens, std::string* code);
// As above for a whole program: a token that is a closing brace cuts at its last place, so that
// what the model wrote before its last function stays.
void CutWholeAtStopTokens(const std::vector<std::string>& tokens, std::string* code);
// Of a Python function that continues its prompt: the first line that is not indented ends it.
void CutAtTopLevel(std::string* code);
// Keeps a continuation up to the end of its function, for languages that have a word for it.
void KeepToEnd(std::string_view language, std::string* code);

// The imports of a language that data sets take for granted; "" for most.
std::string_view Preamble(std::string_view language);
// One package clause and one list of imports, wherever they stood.
std::string MergeGoFile(std::string_view code);

// One Java source of several and the tests, for a runner that takes one file: imports first, no
// type public. A type of the tests' name is theirs.
std::string JoinJavaSources(const std::vector<std::string>& code, std::string_view tests);

}  // namespace assay
