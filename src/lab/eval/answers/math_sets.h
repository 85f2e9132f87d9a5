// The math benchmarks as data: what each set is called, where its columns are, whose rules its
// official number comes from, and how it is usually sampled. A new set is a row here.
#pragma once

#include <string_view>
#include <vector>

namespace assay::eval {

struct MathSet {
  std::string_view name;   // "aime24"
  std::string_view title;  // "AIME 2024"
  std::string_view wanted;
  // What files that hold several sets call this one in their column `dataset`; empty: every row.
  std::vector<std::string_view> datasets;
  std::string_view official;  // profile of /v1/math/verify
  bool letters = false;       // multiple choice: the answer is a letter
  int samples = 1;
};

const std::vector<MathSet>& MathSets();

}  // namespace assay::eval
