// Lays out the programs around a candidate's code: for most kinds a driver of ours that loads the
// code, calls it with arguments from stdin and writes one JSON object to the reply descriptor. The
// drivers themselves are in drivers/, embedded; docs/internals/drivers.md has their protocol.
//
// No function-call driver ever receives an expected value: answers are compared outside the
// candidate's process. The hooks are pure and thread-safe.
#pragma once

#include "langs/entry/entry.h"

namespace assay {

// The Python drivers, byte-compiled by the configured interpreter: compiling one in every test
// costs 5 ms, a third of the whole run. All bear the same file name, so that a run of any can
// be forked from the same waiting interpreter.
struct PythonDrivers {
  BlobPtr calls_and_asserts;  // modes "call" and "assert"
  BlobPtr assert_calls;       // mode "calls": the candidate's side of separated asserts
  BlobPtr assert_tests;       // mode "tests": the other, which is three times as long
  std::string file_name;
};
// Runs the interpreter once.
PythonDrivers MakePythonDrivers(const std::string& python);
LayoutHook PythonHook(BlobPtr driver, std::string file_name, std::string mode);
// Mode "tests": the candidate's code is no part of the program.
LayoutHook PythonTestsHook(BlobPtr driver, std::string file_name);

Status LayoutCppCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutNodeCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
// Types are ignored, or checked by tsc.
Status LayoutTypescriptCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutTypeCheckedCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutRustCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
// For Mono.
Status LayoutCsharpCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutJavaCall(const Problem& problem, std::string_view code, ProgramLayout* layout);
// A whole program, in the file Java insists on.
Status LayoutJavaProgram(const Problem& problem, std::string_view code, ProgramLayout* layout);
// A module whose library programs may import, and what go needs to know of it.
struct GoModule {
  std::string mod;
  std::string sum;
  std::string library;  // how its import path begins
};
LayoutHook GoCallHook(const GoModule& module);

Status LayoutPythonJudge(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutNodeJudge(const Problem& problem, std::string_view code, ProgramLayout* layout);
Status LayoutJavaJudge(const Problem& problem, std::string_view code, ProgramLayout* layout);

}  // namespace assay
