// RubricFile: rubrics in a file of YAML or JSON, as members of a request of /v1/score.
//
// Reads a file; pure besides.
#pragma once

#include <string>

#include "base/result.h"
#include "text/json_reader.h"

namespace assay::lab {

struct RubricFile {
  // Members of a JSON object, without its braces and the items: "rubrics", and where the file has
  // them "routes", "problems" and "deadline_s".
  std::string members;
  // Some function or an advantage compares the completions of a group.
  bool compares = false;
  // Some function runs tests in a sandbox, so that whoever judges needs sandboxes.
  bool runs_tests = false;
};

// The file is a rubric ("functions" …) or the head of a request ("rubrics" …). What a rubric says
// is for the server to judge. kInvalidArgument names the file and the member.
Result<RubricFile> ReadRubricFile(const std::string& path);

// Whether a rubric ("functions" …) has a function, or an advantage, that compares the completions
// of a group.
bool ComparesGroup(JsonValue rubric);
// Whether it has a function that runs the tests of a patch.
bool RunsTests(JsonValue rubric);

}  // namespace assay::lab
