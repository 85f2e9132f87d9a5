#include "api/shared/languages.h"

#include <algorithm>

#include "base/enum_names.h"

namespace assay {

ApiLanguages::ApiLanguages(const LanguageTable& table, std::vector<Toolchain> toolchains)
    : table_(table), toolchains_(std::move(toolchains)) {}

bool ApiLanguages::InContract(std::string_view name) const {
  if (IsContractName(name)) return true;
  const auto id = table_.Canonical(name);
  return id && *id == name;
}

ContractLanguage ApiLanguages::Contract(std::string_view name) const {
  ContractLanguage language = FindContractLanguage(name);
  language.asserts = language.asserts || table_.RunsAsserts(name);
  return language;
}

std::vector<std::string> ApiLanguages::Available() const {
  std::vector<std::string> ids = table_.Languages();
  for (const Toolchain& toolchain : toolchains_) {
    if (!toolchain.available)
      ids.erase(std::remove(ids.begin(), ids.end(), toolchain.language), ids.end());
  }
  return ids;
}

std::optional<std::string> ApiLanguages::Runnable(std::string_view name,
                                                  std::string* reason) const {
  const auto id = table_.Canonical(name);
  if (!id) {
    *reason = IsContractName(name) ? "no toolchain for the language '" + std::string(name) +
                                         "' is set up on this server"
                                   : "unknown language '" + std::string(name) +
                                         "': this server has " + QuotedChoices(Available());
    return std::nullopt;
  }
  for (const Toolchain& toolchain : toolchains_) {
    if (toolchain.language == *id && !toolchain.available) {
      *reason = "the toolchain of the language '" + std::string(name) +
                "' is missing on this server: " + toolchain.problem;
      return std::nullopt;
    }
  }
  return id;
}

}  // namespace assay
