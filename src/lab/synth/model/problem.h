// SynthProblem: what is known of a problem whose judge is sought: what it says, tests with
// reference outputs, and solutions known to be right or wrong. And Judge: what may decide about an
// output. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::synth {

struct SynthTest {
  std::string id;
  std::string input;
  std::string expected;  // the reference's output
};

struct Solution {
  std::string name;
  bool right = true;  // what is known of it
  std::string language;
  std::string code;
  std::map<std::string, std::string> files;  // beside it, by path
  std::vector<std::string> compile_flags;
  // One for each test where they are known, and nothing is run then; null: there is none.
  std::vector<std::optional<std::string>> outputs;
};

// A comparison or a checker, as `problem` of POST /v1/verify has them.
struct Judge {
  std::string name;        // "tokens", "model:1": for people
  std::string comparison;  // JSON; empty: the default one
  std::string checker;     // JSON; empty: none

  bool IsProgram() const { return !checker.empty(); }
};

struct SynthProblem {
  std::string id;
  std::string statement;  // empty: not known
  std::vector<SynthTest> tests;
  std::vector<Solution> solutions;
  double cpu_time_s = 10;  // of a solution on a test
  int64_t memory_mb = 1024;
  // The judge that the row came with.
  std::optional<Judge> given;
};

}  // namespace assay::synth
