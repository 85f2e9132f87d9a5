// What the operator may set for a language: a flag on the command line, a variable of the
// environment, a key of the YAML file. A language declares its options beside its entry; the table
// of options on the command line is made from them.
//
// Plain values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct LanguageOption {
  std::string_view name;      // "cxx-flags": --cxx-flags, ASSAY_CXX_FLAGS, cxx-flags:
  std::string_view fallback;  // the value when nobody sets one
  std::string_view help;
};

// The values that were set. An option that was not has its fallback.
class LanguageConfig {
 public:
  void Set(std::string_view option, std::string value);
  std::string Text(const LanguageOption& option) const;
  // The value's words, which blanks separate.
  std::vector<std::string> Words(const LanguageOption& option) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace assay
