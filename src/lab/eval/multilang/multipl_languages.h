// The languages of MultiPL-E as data: what the rows call them, which of our languages runs them,
// the reference commands' time limits, how a program is put together from a model's own
// definitions, and what beside exit code 0 the reference asks for. A new language is a row here.
//
// Constants; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/shared/run_answer.h"

namespace assay::eval {

// How tests join a model's own definitions.
enum class TestsJoin {
  kAppended,  // they stand on their own
  kFunction,  // they begin with the brace that closes the prompt's function
  kClass,     // they begin with it, have the main method, and close the prompt's class
};

struct MultiplLanguage {
  std::vector<std::string> names;        // in the rows: {"go_test.go", "go"}
  std::string language;                  // ours
  std::string official_language = {};    // where the reference's is another one; else empty
  std::vector<std::string> fences;       // in lower case
  std::vector<std::string> peer_fences;  // as SandboxFusion spells them
  TestsJoin join = TestsJoin::kAppended;
  // The tests call what the prompt imports (C#'s Debug, assert of C++, Java's collections), which
  // an answer of its own need not.
  bool tests_need_imports = false;
  // SandboxFusion's assembly of a chat answer: whether it is cut at the stop tokens, what it puts
  // before, and where it cuts a main program off.
  bool peer_stops = false;
  std::string peer_prelude = {};
  std::string peer_main = {};
  // Java: the reference's file bears no type's name, so that a public one doesn't compile.
  bool peer_file_is_no_types = false;
  std::vector<std::string> official_flags = {};  // of the compiler; empty: its defaults
  double compile_s = 0;  // of the reference commands, on the wall; 0: nothing is compiled
  double run_s = 15;
  RunRule official;  // the reference's rule
  RunRule assay;     // the part of it that a right program needs
};

const std::vector<MultiplLanguage>& MultiplLanguages();
// Null: rows of a language that nobody here knows.
const MultiplLanguage* FindMultiplLanguage(std::string_view name);

}  // namespace assay::eval
