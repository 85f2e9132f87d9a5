#include "access/credentials.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "access/box_tokens.h"
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

// A name without a password.
bool NamesUser(std::string_view authorization) {
  constexpr std::string_view kBasic = "basic ";
  authorization = TrimAsciiSpace(authorization);
  if (!StartsWith(AsciiLower(authorization), kBasic)) return false;
  const std::string pair = Base64Decode(authorization.substr(kBasic.size())).value_or("");
  return !pair.empty() && pair.find(':') == pair.size() - 1;
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
  const bool has_box_token = !TrimAsciiSpace(request->Header("x-access-token")).empty();
  std::string box;
  std::erase_if(request->headers, [&](const auto& header) {
    const auto& [name, value] = header;
    if (name == "authorization") {
      if (has_box_token && NamesUser(value)) return false;
      add(TokenOfAuthorization(value));
    } else if (name == "x-api-key") {
      add(std::string(TrimAsciiSpace(value)));
    } else if (name == "x-access-token" || name == "e2b-traffic-access-token") {
      // Their clients send the same in both, or only one of them.
      if (box.empty()) box = TrimAsciiSpace(value);
    } else {
      return false;
    }
    return true;
  });
  if (!box.empty()) found = {std::move(box), false};
  return found;
}

bool CarriesBoxToken(const HttpRequest& request) {
  const auto is_one = [](std::string_view token) { return StartsWith(token, kBoxTokenPrefix); };
  if (is_one(TrimAsciiSpace(request.Header("x-access-token")))) return true;
  return is_one(TokenOfAuthorization(request.Header("authorization")));
}

}  // namespace assay
