#include "api/shared/origin_headers.h"

#include <charconv>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongestLabel = 1024;

std::optional<std::string> Label(const HttpRequest& request, std::string_view name) {
  const std::string_view text = TrimAsciiSpace(request.Header(name));
  if (text.empty()) return std::nullopt;
  return ReplaceInvalidUtf8(text.substr(0, kLongestLabel));
}

}  // namespace

Origin OriginOfHeaders(const HttpRequest& request) {
  Origin origin;
  origin.route = request.path;
  origin.trace = request.trace;
  origin.run = Label(request, "x-assay-run");
  origin.group = Label(request, "x-assay-group");
  origin.sample = Label(request, "x-assay-sample");
  origin.tenant = Label(request, "x-assay-tenant");
  if (const auto step = Label(request, "x-assay-step")) {
    int64_t number = 0;
    const char* end = step->data() + step->size();
    const auto [at, error] = std::from_chars(step->data(), end, number);
    if (error == std::errc{} && at == end) origin.step = number;
  }
  return origin;
}

std::string KeyOfTries(const HttpRequest& request) {
  std::string key = request.path + '?' + request.query + ' ' + Sha256Hex(request.body);
  for (const char* label : {"run", "step", "group", "sample", "tenant"}) {
    // A length before each, so that no two lists of labels read alike.
    const std::string_view text = request.Header(std::string("x-assay-") + label);
    key += ' ' + std::to_string(text.size()) + ':';
    key += text;
  }
  return key;
}

}  // namespace assay
