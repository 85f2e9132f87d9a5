// For the tests of this folder: runs a program on the host, without any isolation, as a box would.
// Only trusted sample code goes through it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "langs/entry/host_command.h"
#include "langs/language.h"

namespace assay {

struct DriverRun {
  int exit_code = -1;
  std::string reply;
  std::string out;
  std::string err;
};

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline void WriteFile(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class DriverHarness {
 public:
  DriverHarness() {
    char name[] = "/tmp/assay-langs-XXXXXX";
    directory_ = ::mkdtemp(name);
  }
  ~DriverHarness() { std::filesystem::remove_all(directory_); }
  DriverHarness(const DriverHarness&) = delete;
  DriverHarness& operator=(const DriverHarness&) = delete;

  // Places and compiles; fails the test when the compiler does.
  void Build(const Program& program) {
    program_ = program;
    for (const ProgramFile& file : program.sources) {
      WriteFile(directory_ / file.path, file.contents->view());
    }
    if (program.compile_argv.empty()) return;
    const DriverRun compile = Execute(program.compile_argv);
    ASSERT_EQ(compile.exit_code, 0) << compile.err << compile.out;
    if (program.sources_at_run) return;
    for (const ProgramFile& file : program.sources) {
      std::filesystem::remove(directory_ / file.path);
    }
  }

  DriverRun Run(std::string_view input) {
    WriteFile(directory_ / "in", input);
    return Execute(program_.run_argv);
  }

 private:
  DriverRun Execute(const std::vector<std::string>& program_argv) {
    std::vector<std::string> argv = {
        "/bin/sh",
        "-c",
        "cd \"$1\" && touch in && shift && exec \"$@\" <in >out 2>err 3>reply",
        "sh",
        directory_,
        "/usr/bin/env",
        "-i"};
    for (const auto& [name, value] : program_.env) argv.push_back(name + "=" + value);
    argv.insert(argv.end(), program_argv.begin(), program_argv.end());
    DriverRun run;
    run.exit_code = RunHostCommand(argv).exit_code;
    run.reply = ReadFile(directory_ / "reply");
    run.out = ReadFile(directory_ / "out");
    run.err = ReadFile(directory_ / "err");
    return run;
  }

  std::filesystem::path directory_;
  Program program_;
};

inline const LanguageTable& Table() {
  static const LanguageTable table{LanguageConfig{}};
  return table;
}

// One call of `function` in one program.
inline DriverRun Call(std::string_view language, std::string_view code, std::string_view function,
                      std::string_view input) {
  Problem problem;
  problem.mode = ProblemMode::kFunctionCall;
  problem.function_name = std::string(function);
  const auto program = Table().MakeProgram(language, ProgramKind::kFunctionCall, code, problem, {});
  EXPECT_TRUE(program.ok());
  if (!program.ok()) return {};
  DriverHarness harness;
  harness.Build(*program);
  return harness.Run(input);
}

inline std::string Ok(std::string_view value) {
  return "{\"status\":\"ok\",\"value\":" + std::string(value) + "}";
}

}  // namespace assay
