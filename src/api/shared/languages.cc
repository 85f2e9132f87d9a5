#include "api/shared/languages.h"

#include <algorithm>

#include "base/enum_names.h"

namespace assay {

ApiLanguages::ApiLanguages(const LanguageTable& table, std::vector<Toolchain> toolchains,
                           const SelfTestBoard* self_tests)
    : table_(table), toolchains_(std::move(toolchains)), self_tests_(self_tests) {}

SelfTestResult ApiLanguages::SelfTestOf(std::string_view id) const {
  return self_tests_ == nullptr ? SelfTestResult{} : self_tests_->Of(id);
}

bool ApiLanguages::Unproven(std::string_view id) const {
  const auto& entries = table_.entries();
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const LanguageEntry& each) { return each.id == id; });
  return entry != entries.end() && entry->proven_only &&
         SelfTestOf(id).state != SelfTestState::kPassed;
}

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
    if (!toolchain.available || Unproven(toolchain.language))
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
  if (Unproven(*id)) {
    *reason = "the language '" + std::string(name) +
              "' is not available on this server: its toolchain has not passed its self-test";
    return std::nullopt;
  }
  return id;
}

}  // namespace assay
