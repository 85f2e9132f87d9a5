// The languages of HumanEval-X and MBXP as data: who runs a row, how its text is put together, and
// when it has passed. A new language is a row here. Constants; thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/shared/run_answer.h"

namespace assay::eval {

struct TextRow {
  std::string prompt;
  std::string declaration;  // HumanEval-X only
  std::string test;
  std::string entry_point;
};

struct TextSetLanguage {
  std::string name;      // in the rows: "js", "javascript"
  std::string language;  // ours; empty: nothing here can run its rows
  std::string why_not = {};
  std::vector<std::string> fences = {};
  // `text`: prompt and completion, or a chat's own definitions.
  std::function<std::string(const TextRow& row, const std::string& text)> program = {};
  RunRule official = {};
  RunRule assay = {};
  // What of the reference's programs is ours here, a sentence; empty: nothing.
  std::string stand_in = {};
  std::vector<std::string> official_flags = {};   // of the compiler
  std::map<std::string, std::string> files = {};  // beside the program
  // What is wrong with the rows' solutions, by task id; "*": with all others. Listed, not counted.
  std::map<std::string, std::string> errata = {};
};

const std::vector<TextSetLanguage>& HumanEvalXLanguages();
const std::vector<TextSetLanguage>& MbxpLanguages();

// A chat's own definitions, where the rows' tests want them otherwise: without a main program of
// their own, with the imports that the tests use.
std::string ChatText(const TextRow& row, const std::string& language, const std::string& code);

}  // namespace assay::eval
