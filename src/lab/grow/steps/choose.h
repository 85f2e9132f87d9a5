// Choose: the few tests that are worth keeping of many: those that faulty programs fail.
//
// Pure and deterministic; thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::grow {

struct Worth {
  std::vector<bool> kills;  // by program
  std::string source;       // where it is from, in a word or two
  std::string likeness;     // the same of inputs that are much alike (likeness.h)
  bool beyond = false;
  size_t size = 0;
};

struct ChooseOptions {
  size_t most = 0;
  size_t edges = 0;  // of them, that are kept for what they are alone
  int depth = 3;     // tests that a program should fail, where there are so many
};

// By index, in the order in which they were chosen. First one for each program that fails any, then
// a second and a third one: a program that wasn't tried fails where its like do. Then edges: of
// sources that have no test yet, and then of inputs that none is like.
std::vector<size_t> Choose(const std::vector<Worth>& tests, const ChooseOptions& options);

}  // namespace assay::grow
