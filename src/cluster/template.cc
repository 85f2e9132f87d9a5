#include "cluster/template.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"

namespace assay {
namespace {

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string FillTemplate(std::string_view text, const TemplateValues& values) {
  std::string filled;
  while (!text.empty()) {
    const size_t mark = std::min(text.find('@'), text.size());
    filled += text.substr(0, mark);
    text.remove_prefix(mark);
    if (text.empty()) break;
    size_t end = 1;
    while (end < text.size() && IsNameCharacter(text[end])) ++end;
    if (end == 1 || end == text.size() || text[end] != '@') {
      filled += '@';
      text.remove_prefix(1);
      continue;
    }
    const std::string_view name = text.substr(1, end - 1);
    const auto value = std::find_if(values.begin(), values.end(),
                                    [&](const auto& each) { return each.first == name; });
    ASSAY_CHECK(value != values.end());
    filled += value->second;
    text.remove_prefix(end + 1);
  }
  return filled;
}

}  // namespace assay
