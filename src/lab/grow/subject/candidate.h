// Candidate: an input that may become a test. Plain values.
#pragma once

#include <string>

#include "lab/grow/values/shape.h"

namespace assay::grow {

struct Candidate {
  Arguments input;
  std::string origin;
  bool beyond = false;  // unlike the given inputs in sign, emptiness or order
  bool asked = false;   // unlike them in what the reference asks about (subject/bounds.h)
};

struct NewTest {
  Arguments input;
  DataValue expected;
  std::string origin;
};

}  // namespace assay::grow
