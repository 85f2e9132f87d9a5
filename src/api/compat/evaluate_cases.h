// The test data of the ScaleBox routes, turned into a Problem. Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/problem.h"
#include "store/problem_store.h"
#include "text/json_reader.h"

namespace assay {

enum class EvaluateForm {
  kBatch,  // provided_data.test_cases is one object of parallel lists
  kList,   // provided_data.test or .test_cases is a list of cases
};

// The test data as sent, and what else decides how it is read.
struct CaseSource {
  JsonValue provided;
  EvaluateForm form;
  std::string language;      // as sent
  bool asserts = false;      // the language has assert mode
  bool names_numpy = false;  // the completion does
};

// What is wrong with data that has the right types; nothing: nothing.
using CaseFault = std::optional<std::string>;

// Fills the problem's tests, and of function calls what the answer repeats.
CaseFault ReadCases(const CaseSource& source, Problem* problem, std::vector<CallCase>* calls);

}  // namespace assay
