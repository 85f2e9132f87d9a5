// A test file of pytest as the program of an assert problem. KodCode and its like import the
// candidate ("from solution import f") and leave the calling of the test functions to pytest; we
// take the imports out, so that what they name stands for the candidate, and call the functions
// ourselves. Then tests and candidate can run in two processes, as all asserts do.
//
// What only pytest itself can do (fixtures, its plugins) is refused, and never a failed test. Looks
// at lines; nothing is run. Linear in the text. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct PytestProgram {
  std::string code;                // the test file without its imports, and the calls
  std::vector<std::string> names;  // what it takes from the candidate
  std::string fault;               // why it can't be run so; empty: it can
};

PytestProgram PytestAsAsserts(std::string_view tests);

}  // namespace assay
