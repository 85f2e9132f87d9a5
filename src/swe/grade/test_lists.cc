#include "swe/grade/test_lists.h"

namespace assay::swe {
namespace {

std::string Styled(const std::string& name, NameStyle style) {
  if (style == NameStyle::kSweBench) return name.substr(0, name.find(' '));
  const size_t file = name.find("::");
  if (style != NameStyle::kR2e || file == std::string::npos) return name;
  std::string dotted;
  for (size_t at = file + 2; at < name.size(); ++at) {
    if (name.compare(at, 2, "::") == 0) {
      dotted += '.';
      ++at;
    } else {
      dotted += name[at];
    }
  }
  return dotted;
}

}  // namespace

NameIndex::NameIndex(const TestReport& report, NameStyle style) {
  for (const TestRecord& each : report.records) {
    names_.emplace(each.name, &each);
    if (!each.alias.empty()) aliases_.emplace(each.alias, &each);
    if (style != NameStyle::kWhole) styled_.emplace(Styled(each.name, style), &each);
  }
}

std::vector<const TestRecord*> NameIndex::Find(const std::string& listed) const {
  std::vector<const TestRecord*> found;
  for (const Records* records : {&names_, &aliases_, &styled_}) {
    const auto [begin, end] = records->equal_range(listed);
    for (auto at = begin; at != end; ++at) found.push_back(at->second);
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace assay::swe
