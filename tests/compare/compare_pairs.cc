// Judges pairs of outputs in bulk, for the differential tests of the comparisons.
//
//   compare_pairs MODE [PROFILE] < pairs > decisions
//
// A pair is the expected and the actual text, each a length (32 bits, little endian) and that many
// bytes. A decision is one character: A accepted, W wrong, P unreadable, F the expectation's fault.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "grading/compare/compare.h"

namespace {

bool ReadText(std::string* text) {
  uint32_t size;
  if (std::fread(&size, sizeof size, 1, stdin) != 1) return false;
  text->resize(size);
  return size == 0 || std::fread(text->data(), size, 1, stdin) == 1;
}

char Decision(assay::Match match) {
  switch (match) {
    case assay::Match::kEqual: return 'A';
    case assay::Match::kDifferent:
    case assay::Match::kLayoutDiffers: return 'W';
    case assay::Match::kUnreadable: return 'P';
    case assay::Match::kBadExpectation: return 'F';
  }
  return '?';
}

bool ParseRules(int argc, char** argv, assay::Comparison* rules) {
  if (argc < 2 || argc > 3) return false;
  if (const auto checker = assay::ParseTestlibChecker(argv[1])) {
    rules->mode = assay::CompareMode::kTestlib;
    rules->testlib = *checker;
  } else if (const auto mode = assay::ParseCompareMode(argv[1])) {
    rules->mode = *mode;
  } else {
    return false;
  }
  if (argc == 2) return true;
  const auto profile = assay::ParseProfile(argv[2]);
  if (profile) rules->profile = *profile;
  return profile.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  assay::Comparison rules;
  if (!ParseRules(argc, argv, &rules)) {
    std::fprintf(stderr, "usage: compare_pairs MODE [PROFILE] < pairs > decisions\n");
    return 2;
  }
  std::string expected, actual;
  while (ReadText(&expected)) {
    if (!ReadText(&actual)) {
      std::fprintf(stderr, "compare_pairs: half a pair at the end\n");
      return 2;
    }
    std::putchar(Decision(assay::Compare(rules, expected, actual).match));
  }
  return 0;
}
