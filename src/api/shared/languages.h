// ApiLanguages: what the names of languages on the wire mean here, and what is known of
// their toolchains. Thread-safe; immutable but for what the board of self-tests says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "langs/contract.h"
#include "langs/language.h"
#include "langs/self_test_board.h"
#include "langs/testlib_source.h"

namespace assay {

class ApiLanguages {
 public:
  // `self_tests` (null: nobody runs them) outlives this.
  ApiLanguages(const LanguageTable& table, std::vector<Toolchain> toolchains,
               const SelfTestBoard* self_tests = nullptr);

  // Whether the compatible routes know the name: the peers' enumeration, and our own ids.
  bool InContract(std::string_view name) const;
  // The contract's defaults and rules for a name it knows, or for one of ours.
  ContractLanguage Contract(std::string_view name) const;

  // The id to run a name under, with nullopt and a reason when this server can't.
  std::optional<std::string> Runnable(std::string_view name, std::string* reason) const;
  bool Compiles(std::string_view id) const { return table_.Compiles(id); }
  const std::vector<Toolchain>& toolchains() const { return toolchains_; }
  const LanguageTable& table() const { return table_; }
  SelfTestResult SelfTestOf(std::string_view id) const;

 private:
  // Whether nothing may be judged in it yet.
  bool Unproven(std::string_view id) const;
  // Ids that this server has a toolchain for.
  std::vector<std::string> Available() const;

  const LanguageTable& table_;
  const std::vector<Toolchain> toolchains_;
  const SelfTestBoard* self_tests_;
};

}  // namespace assay
