// ProblemGrowth: what growing the tests of one problem came to, with every new test and where it is
// from. Plain values; pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::grow {

struct GrowOptions {
  size_t pool = 1000;     // inputs that are tried
  size_t most = 40;       // tests that are kept
  size_t edges = 24;      // of them at most, that no faulty program fails
  size_t mutants = 60;    // variants of a reference
  double held_out = 0.3;  // share of them that tests aren't chosen by, but measured
  int margin = 3;         // votes by which an answer leads that not all references give
  size_t references = 5;  // that vote
  bool single = true;     // an answer of the only reference counts
  bool beyond = true;     // inputs unlike the given ones, where nobody objects (steps/vote.h)
  bool stress = false;    // search inputs on which accepted programs differ
  uint64_t seed = 0;
};

// What made an input, of its origin: "given 3, argument 1: emptied" is from "emptied".
std::string SourceOf(const std::string& origin);

// Variants with a fault, or wrong programs: how many the tests reject.
struct Strength {
  int64_t before = 0;
  int64_t after = 0;
  int64_t all = 0;
};

struct GrownTest {
  std::string input;                // for people: arguments as Python has them, or the text
  std::string expected;             // the same
  std::string origin;               // "test 3: argument 1 emptied", "random", …
  bool beyond = false;              // unlike the given inputs in sign, emptiness or order
  std::vector<std::string> agreed;  // references, by name
  int64_t kills = 0;                // faulty programs that it rejects
};

// Two accepted programs on one input.
struct Difference {
  std::string first, second;  // by name
  std::string input;
  std::string first_answer, second_answer;
  std::string origin;
};

// What became of the inputs that were tried.
struct Fates {
  int64_t tried = 0;
  int64_t crashed = 0;           // a reference did
  int64_t late = 0;              // a reference ran out of time
  int64_t no_data = 0;           // a reference answered with what is no plain data
  int64_t nondeterministic = 0;  // a reference answered otherwise when asked again
  int64_t disagreed = 0;         // references did, without the margin
  int64_t too_few = 0;           // references for an input unlike the given ones
  int64_t outside = 0;           // the problem's own validator refuses it
  int64_t agreed = 0;            // may become a test
};

struct MutantFate {
  std::string code;
  bool held_out = false;
  bool killed_before = false;
  bool killed_after = false;
};

struct ProblemGrowth {
  std::string id;
  std::string file;                     // without folders
  int64_t row = 0;                      // in its file, from 1
  int64_t index = 0;                    // of all rows, from 0
  std::string refused;                  // why the row is no problem
  std::string skipped;                  // why its tests aren't grown
  int64_t given = 0;                    // tests, or calls that given tests make
  std::vector<std::string> references;  // that vote, by name
  Fates fates;
  std::vector<GrownTest> tests;
  Strength chosen_by, held_out, wrong;
  std::vector<Difference> differences;
  std::vector<std::string> outvoted;  // references that an expected output contradicts
  std::vector<MutantFate> mutants;
  std::vector<std::string> not_judged;  // what our side failed to judge, and why
  std::string grown_row;                // JSON; empty: there is none
  double seconds = 0;

  bool done() const { return not_judged.empty(); }
};

// One line of JSON, everything in it.
std::string ToJson(const ProblemGrowth& growth);

}  // namespace assay::grow
