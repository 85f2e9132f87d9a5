#include "access/credentials.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kPathPrefix = "/t/";

// The token of an Authorization header; empty when it is of a scheme that isn't ours.
std::string TokenOfAuthorization(std::string_view value) {
  value = TrimAsciiSpace(value);
  const size_t blank = value.find(' ');
  if (blank == value.npos) return {};
  const std::string scheme = AsciiLower(value.substr(0, blank));
  const std::string_view rest = TrimAsciiSpace(value.substr(blank));
  if (scheme == "bearer") return std::string(rest);
  if (scheme != "basic") return {};
  const std::string pair = Base64Decode(rest).value_or("");
  const size_t colon = pair.find(':');
  if (colon == pair.npos || colon + 1 == pair.size()) return pair.substr(0, colon);
  return pair.substr(colon + 1);
}

// "/t/TOKEN/run_code" -> TOKEN, and the path becomes "/run_code". A slash at its end goes, too: the
// redirection that takes it away elsewhere would lose the token.
std::string TakeTokenOfPath(std::string* path) {
  if (!StartsWith(*path, kPathPrefix)) return {};
  const size_t end = std::min(path->find('/', kPathPrefix.size()), path->size());
  std::string token = path->substr(kPathPrefix.size(), end - kPathPrefix.size());
  path->erase(0, end);
  // Of a base URL that ends in a slash.
  while (StartsWith(*path, "//")) path->erase(0, 1);
  while (!path->empty() && path->back() == '/') path->pop_back();
  if (path->empty()) *path = "/";
  return token;
}

}  // namespace

Credentials TakeCredentials(HttpRequest* request) {
  Credentials found;
  const auto add = [&found](std::string token) {
    if (token.empty()) return;
    if (!found.token.empty() && found.token != token) found.disagree = true;
    found.token = std::move(token);
  };
  add(TakeTokenOfPath(&request->path));
  std::erase_if(request->headers, [&](const auto& header) {
    const auto& [name, value] = header;
    if (name == "authorization") {
      add(TokenOfAuthorization(value));
    } else if (name == "x-api-key") {
      add(std::string(TrimAsciiSpace(value)));
    } else {
      return false;
    }
    return true;
  });
  return found;
}

}  // namespace assay
