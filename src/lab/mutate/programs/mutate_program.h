// MutateProgram: variants of a right program with one small fault each, as programmers make them.
// The share of them that a problem's tests reject says how strong the tests are. Some variants are
// no worse than the original, so that nobody rejects them, and some of C++ don't compile.
//
// Pure and deterministic: the same text, seed and bound give the same mutants everywhere.
// Thread-safe; time linear in the text for each operator, and in the mutants' texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/mutate/programs/program_text.h"

namespace assay::mutate {

struct Mutant {
  std::string_view operator_name;
  int line = 0;        // of the original, from 1
  std::string before;  // the stretch that was changed
  std::string after;
  std::string source;  // the whole program
};

struct MutationOptions {
  uint64_t seed = 0;
  size_t most = 0;  // mutants; 0: all
};

// No two are alike, and none is the original. With a bound each operator that finds a place has its
// turn before one has a second; which places they are follows from the seed. In the order of the
// text.
std::vector<Mutant> MutateProgram(Language language, std::string_view source,
                                  const MutationOptions& options = {});

// "python", "cpp", "c" and their aliases; nothing: no operator knows the language.
std::optional<Language> MutableLanguage(std::string_view name);
// Of those that the language has, in the order of their table.
std::vector<std::string_view> OperatorNames(Language language);

}  // namespace assay::mutate
