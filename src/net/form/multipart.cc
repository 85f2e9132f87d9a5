#include "net/form/multipart.h"

#include <algorithm>

#include "base/text.h"
#include "net/form/query.h"

namespace assay {
namespace {

// A parameter of a header: `form-data; name="file"; filename="a b.txt"`. Backslashes escape
// themselves and quotes; quotes and line ends come percent-encoded, too, from browsers.
std::optional<std::string> Parameter(std::string_view header, std::string_view wanted) {
  size_t at = header.find(';');
  while (at < header.size()) {
    ++at;
    const size_t equals = header.find('=', at);
    if (equals == header.npos) return std::nullopt;
    const std::string name = AsciiLower(TrimAsciiSpace(header.substr(at, equals - at)));
    std::string value;
    size_t i = equals + 1;
    if (i < header.size() && header[i] == '"') {
      for (++i; i < header.size() && header[i] != '"'; ++i) {
        if (header[i] == '\\' && i + 1 < header.size() &&
            (header[i + 1] == '"' || header[i + 1] == '\\')) {
          ++i;
        }
        value += header[i];
      }
      at = header.find(';', i);
    } else {
      at = header.find(';', i);
      value = TrimAsciiSpace(header.substr(i, std::min(at, header.size()) - i));
    }
    if (name == wanted) return value;
  }
  return std::nullopt;
}

std::string Unescaped(std::string filename) {
  for (const std::string_view escape : {"%22", "%0D", "%0A"}) {
    size_t at = 0;
    while ((at = filename.find(escape, at)) != filename.npos) {
      filename.replace(at, escape.size(), PercentDecode(escape));
      ++at;
    }
  }
  return filename;
}

// What the head of a part says of it; false when that isn't enough.
bool ReadHead(std::string_view head, MultipartPart* part) {
  bool named = false;
  while (!head.empty()) {
    const size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const size_t colon = line.find(':');
    if (colon == line.npos) return false;
    if (AsciiLower(line.substr(0, colon)) != "content-disposition") continue;
    const std::string_view value = line.substr(colon + 1);
    const auto name = Parameter(value, "name");
    if (!name) return false;
    named = true;
    part->name = *name;
    // "UTF-8''a%20b" is meant for what ASCII can't say.
    if (const auto extended = Parameter(value, "filename*")) {
      part->filename = PercentDecode(extended->substr(extended->rfind('\'') + 1));
    } else if (auto filename = Parameter(value, "filename")) {
      part->filename = Unescaped(*std::move(filename));
    }
  }
  return named;
}

}  // namespace

std::optional<std::vector<MultipartPart>> ParseMultipart(std::string_view content_type,
                                                         std::string_view body) {
  if (!StartsWith(AsciiLower(content_type), "multipart/form-data")) return std::nullopt;
  const auto boundary = Parameter(content_type, "boundary");
  if (!boundary || boundary->empty()) return std::nullopt;
  const std::string mark = "--" + *boundary;
  const std::string next = "\r\n" + mark;

  std::vector<MultipartPart> parts;
  size_t at = StartsWith(body, mark) ? 0 : body.find(next);
  if (at == body.npos) return std::nullopt;
  at += at == 0 ? mark.size() : next.size();
  while (!StartsWith(body.substr(at), "--")) {
    if (!StartsWith(body.substr(at), "\r\n") || parts.size() == kMaxMultipartParts) {
      return std::nullopt;
    }
    at += 2;
    const size_t head_end = body.find("\r\n\r\n", at);
    if (head_end == body.npos) return std::nullopt;
    MultipartPart part;
    if (!ReadHead(body.substr(at, head_end - at), &part)) return std::nullopt;
    const size_t begin = head_end + 4;
    // An empty part's end may begin with the line end of its head.
    const size_t end = body.find(next, begin - 2);
    if (end == body.npos) return std::nullopt;
    if (end > begin) part.content = body.substr(begin, end - begin);
    parts.push_back(std::move(part));
    at = end + next.size();
  }
  return parts;
}

}  // namespace assay
