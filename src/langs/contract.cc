#include "langs/contract.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// The peers' enumeration, in their order; the last is ScaleBox's addition.
constexpr std::array<ContractLanguage, 30> kContract = {{
    {"python", 10, 1000, true},
    {"cpp", 10},
    {"nodejs"},
    {"go", 10},
    {"go_test"},
    {"java", 10},
    {"php"},
    {"csharp"},
    {"bash"},
    {"typescript"},
    {"sql"},
    {"rust"},
    {"cuda"},
    {"lua"},
    {"R"},
    {"perl"},
    {"D_ut"},
    {"ruby"},
    {"scala"},
    {"julia"},
    {"pytest", 20, 300, true},
    {"junit"},
    {"kotlin_script"},
    {"jest"},
    {"verilog"},
    {"python_gpu", 20, 300, true},
    {"lean"},
    {"swift"},
    {"racket"},
    {"javascript"},
}};

const ContractLanguage* Find(std::string_view name) {
  const auto found = std::find_if(kContract.begin(), kContract.end(),
                                  [&](const ContractLanguage& row) { return row.name == name; });
  return found == kContract.end() ? nullptr : found;
}

}  // namespace

bool IsContractName(std::string_view name) {
  return Find(name) != nullptr;
}

ContractLanguage FindContractLanguage(std::string_view name) {
  const ContractLanguage* found = Find(name);
  return found != nullptr ? *found : ContractLanguage{name};
}

std::string ContractNames() {
  std::string names;
  for (size_t i = 0; i < kContract.size(); ++i) {
    if (i > 0) names += i + 1 == kContract.size() ? " or " : ", ";
    names += "'" + std::string(kContract[i].name) + "'";
  }
  return names;
}

}  // namespace assay
