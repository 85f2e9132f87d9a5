#include "shadow/relay/request_head.h"

#include "base/text.h"

namespace assay::shadow {
namespace {

bool IsTokenCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

}  // namespace

bool HeadCollector::Take(std::string_view* bytes) {
  for (size_t i = 0; i < bytes->size(); ++i) {
    const char c = (*bytes)[i];
    if (c == '\n') {
      if (line_empty_) {
        text_.append(bytes->substr(0, i + 1));
        bytes->remove_prefix(i + 1);
        return true;
      }
      line_empty_ = true;
    } else if (c != '\r') {
      line_empty_ = false;
    }
  }
  text_.append(*bytes);
  *bytes = {};
  return false;
}

void HeadCollector::Clear() {
  text_.clear();
  line_empty_ = true;
}

std::string WithPhraseSpace(std::string_view reply_head) {
  constexpr size_t kWithoutPhrase = std::string_view("HTTP/1.1 200").size();
  std::string head(reply_head);
  if (head.find('\r') == kWithoutPhrase) head.insert(kWithoutPhrase, 1, ' ');
  return head;
}

bool MayBeRequest(std::string_view beginning) {
  for (const char c : beginning) {
    if (c == ' ') return beginning.front() != ' ';
    if (!IsTokenCharacter(c)) return false;
  }
  return true;
}

std::string RewriteHead(std::string_view head, const HeadRules& rules) {
  std::string out;
  out.reserve(head.size() + rules.prefix.size() + (rules.host ? rules.host->size() : 0));
  bool first = true;
  while (!head.empty()) {
    const size_t feed = head.find('\n');
    const std::string_view line = head.substr(0, feed == head.npos ? feed : feed + 1);
    head.remove_prefix(line.size());
    if (first) {
      first = false;
      const size_t target = line.find(' ') + 1;
      const bool path = target > 0 && target < line.size() && line[target] == '/';
      out.append(line.substr(0, target))
          .append(path ? rules.prefix : "")
          .append(line.substr(target));
      continue;
    }
    const size_t colon = line.find(':');
    if (!rules.host || colon == line.npos || AsciiLower(line.substr(0, colon)) != "host") {
      out.append(line);
      continue;
    }
    const size_t end = line.find_last_not_of("\r\n") + 1;
    out.append(line.substr(0, colon)).append(": ").append(*rules.host).append(line.substr(end));
  }
  return out;
}

}  // namespace assay::shadow
