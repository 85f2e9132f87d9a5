// Literals of Python as JSON: rows of some data sets keep a dictionary as its repr ("{'type':
// 'stdin_stdout', …}") in a column of texts. Reads what ast.literal_eval reads of texts, numbers,
// True, False, None, lists, tuples and dictionaries; nothing is evaluated. Sets, bytes and complex
// numbers have no place in a row and are refused.
//
// Linear in the text, nested at most kMaxLiteralDepth deep. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

inline constexpr int kMaxLiteralDepth = 128;

// Nothing: it is no such literal. Keys of dictionaries become texts as Python's json makes them.
std::optional<std::string> PythonLiteralToJson(std::string_view text);

}  // namespace assay
