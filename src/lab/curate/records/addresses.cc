#include "lab/curate/records/addresses.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace assay::curate {
namespace {

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

bool SaysWhereFrom(std::string_view parameter) {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  if (name.empty() || name.starts_with("utm_")) return true;
  constexpr std::array<std::string_view, 5> kNames = {"ref", "src", "lang", "locale", "source"};
  for (const std::string_view one : kNames) {
    if (name == one) return true;
  }
  return false;
}

// problemset/problem/1/A is contest/1/problem/A.
std::string CodeforcesPath(const std::string& path) {
  const std::vector<std::string_view> parts = SplitAt(path, '/');
  if (parts.size() == 5 && parts[1] == "problemset" && parts[2] == "problem") {
    return "/contest/" + std::string(parts[3]) + "/problem/" + std::string(parts[4]);
  }
  return path;
}

}  // namespace

std::string NormalAddress(std::string_view url) {
  url = TrimAsciiSpace(url);
  if (const size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(scheme + 3);
  }
  url = url.substr(0, url.find('#'));
  const size_t query = url.find('?');
  const std::string_view place = url.substr(0, query);
  const size_t slash = place.find('/');
  std::string host = AsciiLower(place.substr(0, slash));
  for (const std::string_view port : {":80", ":443"}) {
    if (host.ends_with(port)) host.resize(host.size() - port.size());
  }
  if (host.starts_with("www.")) host.erase(0, 4);
  std::string path(slash == std::string_view::npos ? "" : place.substr(slash));
  while (path.ends_with('/')) path.pop_back();
  if (host == "codeforces.com") path = CodeforcesPath(path);
  std::string normal = host + path;
  if (query != std::string_view::npos) {
    char before = '?';
    for (const std::string_view parameter : SplitAt(url.substr(query + 1), '&')) {
      if (SaysWhereFrom(parameter)) continue;
      normal += before;
      normal += parameter;
      before = '&';
    }
  }
  return normal;
}

}  // namespace assay::curate
