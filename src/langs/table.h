// One entry for each language: plain data, plus hooks where a kind of program needs more than a
// file. language.cc turns an entry and a submission into a Program; nothing else knows a language.
//
// Values; immutable once built.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "langs/language.h"

namespace assay {

// What a hook lays out for one program: its files, and what the placeholders of the entry's command
// lines stand for.
struct ProgramLayout {
  std::vector<ProgramFile> sources;
  std::vector<std::string> compiled;   // "{files}" of the compile command
  std::string main;                    // "{main}" of the run command
  std::vector<std::string> options;    // "{options}" of the run command
  std::vector<std::string> arguments;  // appended to the run command
};
// Fills the layout; kInvalidArgument names the field at fault.
using LayoutHook =
    std::function<Status(const Problem& problem, std::string_view code, ProgramLayout* layout)>;

struct LanguageEntry {
  std::string id = {};
  std::vector<std::string> aliases = {};  // compared without regard to case, as is the id
  double time_multiplier = 1;
  std::string source = {};                // file name of a whole program
  std::vector<std::string> compile = {};  // "{flags}" and "{files}" expand; empty: interpreted
  std::vector<std::string> default_flags = {};  // what "{flags}" is when the submission names none
  std::vector<std::string> link_flags = {};  // appended unless the flags choose their own linking
  std::vector<std::string> artifacts = {};
  std::vector<std::string> run = {};            // "{options}" and "{main}" expand
  std::map<std::string, std::string> env = {};  // added to the environment all languages share
  std::vector<std::string> version_argv = {};
  std::string install_hint = {};
  LayoutHook whole = nullptr;          // null: the code as `source`, which is also "{main}"
  LayoutHook judge = nullptr;          // of a special judge; null: as a whole program
  LayoutHook function_call = nullptr;  // null: not supported
  LayoutHook assertion = nullptr;      // null: not supported
  // Both or neither: asserts in two processes.
  LayoutHook assertion_tests = nullptr;
  LayoutHook assertion_calls = nullptr;
};

std::vector<LanguageEntry> BuildTable(const LanguageConfig& config);

// Home of the JDK: `java_home` when set, else two levels above the `javac` found on PATH. Empty
// when there is none.
std::string JavaHome(const LanguageConfig& config);

}  // namespace assay
