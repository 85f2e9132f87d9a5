#include "api/datasets/classes/table.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

bool Covers(std::string_view pattern, std::string_view id) {
  if (pattern.empty() || pattern.back() != '*') return pattern == id;
  return StartsWith(id, pattern.substr(0, pattern.size() - 1));
}

}  // namespace

const std::vector<DatasetClass>& DatasetClasses() {
  static const std::vector<DatasetClass> classes = {
      AiderClass(),         AutoEvalClass(),
      BigCodeBenchClass(),  CommonOjClass(),
      CruxEvalClass(),      MultiPleClass(),
      HumanEvalClass(),     EvoEvalClass(),
      LiveCodeBenchClass(), MbppClass(),
      MbxpClass(),          MhppClass(),
      MiniF2fClass(),       NaturalCodeBenchClass(),
      PalMathClass(),       RepobenchCClass(),
      RepobenchPClass(),    VerilogClass(),
  };
  return classes;
}

const DatasetClass* FindDatasetClass(std::string_view name) {
  for (const DatasetClass& known : DatasetClasses()) {
    if (known.name == name) return &known;
    const auto& aliases = known.aliases;
    if (std::find(aliases.begin(), aliases.end(), name) != aliases.end()) return &known;
  }
  return nullptr;
}

const DatasetClass* ClassOfDataset(std::string_view id) {
  const DatasetClass* found = nullptr;
  for (const DatasetClass& known : DatasetClasses()) {
    for (const std::string_view pattern : known.datasets) {
      if (pattern == id) return &known;
      if (found == nullptr && Covers(pattern, id)) found = &known;
    }
  }
  return found;
}

}  // namespace assay
