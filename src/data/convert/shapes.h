// How data sets write tests down, whatever else their rows have: pairs of texts in a list or in two
// lists, arguments a line each, outputs wrapped in a list of one. Every reader of such rows (the
// benchmarks, the routes, the converter) reads them here.
//
// Values are a row's own; a fault names where in the row. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/json_reader.h"

namespace assay {

struct RowTest {
  std::string input;     // text of stdin; of a function call a JSON list of arguments
  std::string expected;  // text of stdout; of a function call a JSON value
};

// What is wrong and where: "outputs[3]", "is missing".
struct ShapeFault {
  std::string field;
  std::string what;
};
using MaybeFault = std::optional<ShapeFault>;

// A JSON value as text: a string as it is, anything else as JSON.
std::string ValueText(JsonValue value);
// What a test says must come out: its "output", or "expected" as our own problems call it.
JsonValue ExpectedOf(JsonValue test);
// A value of APPS as stdin or stdout has it: the items of a list are lines.
std::string LinesText(JsonValue value);

// Whether tests must say what comes out, or a judge decides without.
enum class Outputs { kNeeded, kMayLack };

// Tests of programs: a list of {"input", "output" or "expected"}, texts or objects that have them
// as "stdin" and "stdout"; or an object of two lists, which is how Parquet has lists of messages.
// Appends.
MaybeFault ReadTextTests(JsonValue tests, const std::string& where, Outputs outputs,
                         std::vector<RowTest>* out);

// Two lists side by side: texts for programs, or values of function calls (`calls`).
MaybeFault ReadTwoLists(JsonValue inputs, JsonValue outputs, const std::string& inputs_where,
                        const std::string& outputs_where, bool calls, std::vector<RowTest>* out);

// A function call as rows have it: arguments as a list or as JSON values one a line, and the value
// as JSON or, beside lines, as its text.
MaybeFault ReadCall(JsonValue input, JsonValue output, const std::string& input_where,
                    const std::string& output_where, RowTest* out);

// JSON values one a line, as a JSON list; a line feed at the very end starts no further one.
// Nothing: a line is no JSON.
std::optional<std::string> JoinJsonLines(std::string_view text);

// The only item of a list of one, which some data sets have around an expected value; any other
// value as it is. JSON in and out.
std::string UnwrapSingle(const std::string& json);

// Asserts, a statement or several in each text, as one program.
MaybeFault ReadAsserts(JsonValue list, const std::string& where, std::string* program);

}  // namespace assay
