#include "langs/entry/config.h"

#include <sstream>
#include <utility>

namespace assay {

void LanguageConfig::Set(std::string_view option, std::string value) {
  values_.insert_or_assign(std::string(option), std::move(value));
}

std::string LanguageConfig::Text(const LanguageOption& option) const {
  const auto found = values_.find(option.name);
  return found == values_.end() ? std::string(option.fallback) : found->second;
}

std::vector<std::string> LanguageConfig::Words(const LanguageOption& option) const {
  std::istringstream stream(Text(option));
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace assay
