// What readers of several formats need: ids, prompts, limits in words, tests in the shapes that
// more than one data set has. Each faults the row where it isn't understood. Internal to the room;
// pure, thread-safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "data/convert/converted.h"
#include "data/convert/dataset_row.h"

namespace assay {

// Most sets are of one language and don't say so, and checkers beside their tests of another.
inline constexpr char kRowLanguage[] = "python";
inline constexpr char kRowJudgeLanguage[] = "cpp";

// Whether the row has one of these columns, and not null.
bool HasAny(JsonValue row, std::initializer_list<std::string_view> names);
// The first of them that is a text or a number, as text; empty: none is.
std::string FirstText(JsonValue row, std::initializer_list<std::string_view> names);
// Whether a column is a list, and its first item of that type.
bool IsListOf(JsonValue value, JsonType type);

// Takes the id and the prompt from the first of these columns. A text becomes a user's message; a
// list of messages stays what it is.
void TakeId(JsonValue row, std::initializer_list<std::string_view> names, ConvertedRow* out);
void TakePrompt(JsonValue row, std::initializer_list<std::string_view> names, ConvertedRow* out);

// "2 seconds", "2.0", "500 ms", {"seconds": 2, "nanos": 0}; without a word in `unit` seconds. 0:
// nothing of the kind, or no limit that a run may have.
double SecondsOf(JsonValue value, double unit = 1);
// "256 megabytes", "1 GB"; a number is mebibytes, unless it is too large for that. 0 likewise.
int64_t MebibytesOf(JsonValue value);

void Fault(DatasetRow& row, const MaybeFault& fault);

// {"inputs": […], "outputs": […], "fn_name": …}, or with "input" and "output": APPS' columns.
// `function_name`, here and below: of what has it elsewhere.
void ReadColumns(DatasetRow& row, JsonValue columns, const std::string& where,
                 const std::string& function_name, ConvertedRow* out);
// [{"type": …, "input": …, "output": …, "fn_name": …}, …].
void ReadCases(DatasetRow& row, JsonValue cases, const std::string& where,
               const std::string& function_name, ConvertedRow* out);
// A list of asserts, a list of cases, or columns: whatever it looks like.
void ReadAnyTests(DatasetRow& row, JsonValue tests, const std::string& where,
                  const std::string& function_name, ConvertedRow* out);
// Whether ReadAnyTests may understand it.
bool LooksLikeTests(JsonValue value);

void ReadAssertProgram(DatasetRow& row, JsonValue list, const std::string& where,
                       ConvertedRow* out);

}  // namespace assay
