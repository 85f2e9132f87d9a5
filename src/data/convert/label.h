// What a trainer's label says a sample is judged by: a gold answer to a math problem, or the tests
// of a program. Trainers send whatever column of a data set the user named, so the label is looked
// at, and one that isn't understood is refused with what is.
//
// Understood, as JSON or as its text:
//   "42", 42                                       a gold answer
//   {"gold": …} or "answer", "ground_truth", …     whatever that is
//   {"problem": {…} or {"sha256": …}}              a problem of the native route
//   {"inputs": […], "outputs": […], "fn_name"?}    verl's test cases, and its other shapes
//   [{"input": …, "output": …}, …]                 cases of programs or calls
//   ["assert …", …]                                asserts in Python
//   {"tests": any of these, "fn_name"?}
// Objects may have "language", "time_limit_s", "memory_mb" and "limits". Texts may also be literals
// of Python or base64 of a packed pickle; one that is none of these is a gold answer.
//
// Internal to the room (ConvertLabel is for others). Pure; thread-safe.
#pragma once

#include <string>

#include "data/convert/converted.h"
#include "data/convert/dataset_row.h"

namespace assay {

// Fills `out`, or faults `row`, which also keeps what is decoded. `where` names the label.
void ReadLabel(DatasetRow& row, JsonValue label, const std::string& where, ConvertedRow* out);

}  // namespace assay
