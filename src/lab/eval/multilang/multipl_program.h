// The programs that MultiPL-E judges, put together from a row and a model's answer.
//
// Completions are the reference's own: prompt, completion, tests. Chat answers hold a program of
// their own, which the reference says nothing about, and the tests of half of the languages begin
// with the brace that closes the prompt's function. `official` joins them as SandboxFusion does,
// which is what published chat numbers were made with: it cuts the answer at the row's stop tokens,
// and so loses an answer whose helper function comes first. (Only PHP's closing tag is taken off
// for both: behind it the tests would be printed instead of run, and everything would pass.)
// `assay` keeps all definitions, takes out the model's own main program, and puts the tests where
// they belong.
//
// Pure functions in linear time, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/multilang/multipl_languages.h"

namespace assay::eval {

struct MultiplRow {
  const MultiplLanguage* language = nullptr;  // of the table
  std::string prompt;
  std::string tests;
  std::vector<std::string> stops;
};

std::string CompletionProgram(const MultiplRow& row, std::string_view completion);
std::string PeerChatProgram(const MultiplRow& row, std::string_view code);
std::string OwnChatProgram(const MultiplRow& row, std::string_view code);

// Whether a block of an answer defines the prompt's function, rather than only calling it.
bool Defines(const MultiplRow& row, std::string_view code);

}  // namespace assay::eval
