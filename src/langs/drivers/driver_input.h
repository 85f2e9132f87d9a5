// The bytes a driver reads from stdin for one test. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/blob.h"
#include "langs/entry/program.h"
#include "model/problem.h"

namespace assay {

// kFunctionCall: a JSON array of arguments; the test's own input, not copied, when it already is
// one, else that one value as the only argument. kAssert: {"nonce","setup","test","function"}.
// Other modes: the test's input.
BlobPtr MakeDriverInput(const Problem& problem, const TestCase& test, std::string_view nonce);

// {"setup","test","function","ops","results","clean"}, for the tests' side of separated asserts.
BlobPtr MakeAssertTestsInput(const Problem& problem, const AssertProgress& progress);

// The text as a JSON string; it should be UTF-8.
void AppendJsonString(std::string_view text, std::string* out);

}  // namespace assay
