// What the peers' wire contract says about languages, by the names of its enumeration: thirty, of
// which this server may have fewer, and with them facts that are the contract's and not a
// language's own. Constants.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// What a request means that names no language, for a program or for a special judge.
inline constexpr std::string_view kDefaultLanguage = "python";

struct ContractLanguage {
  std::string_view name;
  // The defaults of the evaluate routes.
  double run_timeout_s = 20;
  double total_timeout_s = 300;
  bool asserts = false;  // whether they take asserts for it
};

bool IsContractName(std::string_view name);
// The name's row; of another name what holds for most.
ContractLanguage FindContractLanguage(std::string_view name);
// "'python', 'cpp', … or 'javascript'"
std::string ContractNames();

}  // namespace assay
