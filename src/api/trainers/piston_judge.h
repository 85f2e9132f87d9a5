// The rules of open-r1's packages for Piston: how a Codeforces submission is judged from what its
// program printed, and how a stage of a run looks in Piston's answers. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/run_result.h"
#include "text/json_writer.h"

namespace assay {

// How Piston names a language, and what of it we have.
struct PistonLanguage {
  std::string_view name;  // empty: none of the package's
  std::string_view id;    // ours
  std::vector<std::string> flags = {};
};
// A language of the Codeforces package: "c++17", "cf_python3", "GNU C++". Those compile as its own
// script does.
std::optional<PistonLanguage> CodeforcesLanguage(std::string_view name);

// What the package's grader_config says, a KEY=VALUE a line.
struct GraderConfig {
  std::optional<double> time_limit_s;
  std::optional<double> memory_limit_mb;
  bool files = false;  // INPUT_MODE=file: input.txt and output.txt instead of stdin and stdout
};
GraderConfig ParseGraderConfig(std::string_view text);

// Line ends of Unix.
std::string WithoutCarriageReturns(std::string_view text);
// Without empty lines, ending in a line end unless it is empty: how the package compares outputs.
std::string WithoutEmptyLines(std::string_view text);
// Whether two outputs are the same to the package: white space as one blank, yes and no in any
// case.
bool SameToCodeforces(std::string_view expected, std::string_view output);

// The stage of a run or compile in Piston's answer.
struct PistonStage {
  std::string out = {};
  std::string err = {};
  std::optional<int> code = std::nullopt;  // nothing: ended by a signal
  std::string signal = {};                 // empty: none
  std::string status = {};                 // "TO", "RE", "SG", "OL"; empty: well
  const RunResult* run = nullptr;
};
// What the OS saw.
PistonStage StageOf(const RunResult& run);
// What the package's script says once its program has ended badly; nothing: it ended well.
std::optional<PistonStage> FailureStage(const RunResult& run, const GraderConfig& config);
// Its word on the output.
PistonStage VerdictStage(const RunResult& run, bool accepted, std::string_view by, int code = 0);

// A member of an object.
void WriteStage(std::string_view name, const PistonStage& stage, JsonWriter* json);

}  // namespace assay
