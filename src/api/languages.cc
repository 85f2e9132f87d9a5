#include "api/languages.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// The peers' enumeration, in their order; the last is ScaleBox's addition.
constexpr std::array<std::string_view, 30> kContract = {
    "python",  "cpp",        "nodejs", "go",         "go_test",       "java",
    "php",     "csharp",     "bash",   "typescript", "sql",           "rust",
    "cuda",    "lua",        "R",      "perl",       "D_ut",          "ruby",
    "scala",   "julia",      "pytest", "junit",      "kotlin_script", "jest",
    "verilog", "python_gpu", "lean",   "swift",      "racket",        "javascript"};

bool IsContractName(std::string_view name) {
  return std::find(kContract.begin(), kContract.end(), name) != kContract.end();
}

}  // namespace

ApiLanguages::ApiLanguages(const LanguageTable& table, std::vector<Toolchain> toolchains)
    : table_(table), toolchains_(std::move(toolchains)) {}

bool ApiLanguages::InContract(std::string_view name) const {
  if (IsContractName(name)) return true;
  const auto id = table_.Canonical(name);
  return id && *id == name;
}

std::string ApiLanguages::ContractNames() {
  std::string names;
  for (size_t i = 0; i < kContract.size(); ++i) {
    if (i > 0) names += i + 1 == kContract.size() ? " or " : ", ";
    names += "'" + std::string(kContract[i]) + "'";
  }
  return names;
}

std::optional<std::string> ApiLanguages::Runnable(std::string_view name,
                                                  std::string* reason) const {
  const auto id = table_.Canonical(name);
  if (!id) {
    *reason = IsContractName(name) ? "no toolchain for the language '" + std::string(name) +
                                         "' is set up on this server"
                                   : "unknown language '" + std::string(name) + "'";
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
