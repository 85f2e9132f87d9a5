#include <vector>

#include "api/kernels/observation_route.h"
#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay {
namespace {

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// All texts between the two marks.
std::vector<std::string_view> Between(std::string_view text, std::string_view begin,
                                      std::string_view end) {
  std::vector<std::string_view> found;
  for (size_t at = text.find(begin); at != text.npos;) {
    const size_t from = at + begin.size();
    const size_t to = text.find(end, from);
    if (to == text.npos) break;
    found.push_back(text.substr(from, to - from));
    at = text.find(begin, to + end.size());
  }
  return found;
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

}  // namespace

std::optional<std::string> CodeOfAction(const std::string& action) {
  std::vector<std::string_view> blocks = Between(action, "<python>", "</python>");
  if (blocks.empty()) blocks = Between(action, "```python", "```");
  if (blocks.empty()) blocks = Between(action, "```\npython", "```");
  std::string code;
  for (const std::string_view block : blocks) {
    if (!code.empty()) code += "\n";
    code += TrimAsciiSpace(block);
  }
  if (!blocks.empty()) return code;
  const auto calls = Between(action, "<tool_call>", "</tool_call>");
  if (calls.empty()) return std::nullopt;
  JsonError error;
  const auto call = JsonDocument::Parse(calls.front(), &error);
  if (!call || TrimAsciiSpace(TextAt(call->root(), "name")) != kKernelLanguage) return std::nullopt;
  code = TrimAsciiSpace(TextAt(call->root().Find("arguments"), "code"));
  if (code.empty()) return std::nullopt;
  return code;
}

std::string ObservationText(const std::string& action, const std::string& shown) {
  const std::string fenced = "\n```output\n" + shown + "\n```\n";
  const std::string tagged = "\n<output>\n" + shown + "\n</output>\n";
  if (EndsWith(action, "```output")) return "\n" + shown + "\n```\n";
  if (EndsWith(action, "</tool_call>")) return shown;
  if (EndsWith(action, "<output>")) return "\n" + shown + "\n</output>\n";
  if (Contains(action, "</python>")) return tagged;
  if (EndsWith(TrimAsciiSpace(action), "```") || Contains(action, "```python")) {
    if (Count(action, "```") % 2 == 0) return fenced;
    return "output\n" + shown + "\n```\n";
  }
  return "\n" + shown + "\n";
}

}  // namespace assay
