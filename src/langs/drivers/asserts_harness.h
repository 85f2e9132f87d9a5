// Runs assert tests and a program in two processes, as the engine drives them, for the drivers'
// tests.
#pragma once

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "langs/drivers/driver_harness.h"

namespace assay {

inline Problem Asserts(std::string_view test, std::string_view function = "") {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  problem.assert_code = std::string(test);
  problem.function_name = std::string(function);
  return problem;
}

inline DriverRun RunProgram(ProgramKind kind, const Problem& problem, std::string_view code,
                            std::string_view input) {
  const auto program = Table().MakeProgram("python", kind, code, problem, {});
  EXPECT_TRUE(program.ok());
  if (!program.ok()) return {};
  DriverHarness harness;
  harness.Build(*program);
  return harness.Run(input);
}

inline std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines.push_back(text.substr(0, end));
  }
  return lines;
}

inline std::string Tests(const Problem& problem, const AssertProgress& progress) {
  const DriverRun run = RunProgram(ProgramKind::kAssertTests, problem, "",
                                   Table().AssertTestsInput(problem, progress)->view());
  return run.reply + run.err;
}

// Status and message of the whole, as the engine would drive it.
inline std::string Judge(const Problem& problem, std::string_view code, int most_rounds = 8) {
  AssertProgress progress;
  std::string results;
  for (int round = 0; round < most_rounds; ++round) {
    const std::string reply = Tests(problem, progress);
    boost::system::error_code error;
    const auto parsed = boost::json::parse(reply, error);
    if (error || parsed.at("status") != "calls") return reply;
    progress.calls = std::string(parsed.at("calls").as_string());
    const DriverRun run = RunProgram(ProgramKind::kAssertCalls, problem, code, progress.calls);
    EXPECT_THAT(progress.calls, ::testing::Not(::testing::HasSubstr("secret")))
        << "an expectation reached the candidate";
    results = run.reply;
    progress.results = Lines(results);
    progress.clean = run.exit_code == 0;
  }
  return "too many rounds";
}

inline constexpr char kAllPassed[] = R"({"status":"passed")";

}  // namespace assay
