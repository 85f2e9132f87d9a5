// One entry of the tokens file (token_file.h): a token, or what a tenant may have. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work/tenant_limits.h"
#include "net/caller.h"

namespace YAML {
class Node;
}

namespace assay {

struct TokenEntry {
  Caller caller;
  std::string hash;            // of its token; empty where only uids speak for it
  std::vector<uint32_t> uids;  // of those who need no token on a Unix socket
};
struct TenantEntry {
  std::string tenant;
  TenantLimits limits;
};

// What names of tokens and tenants may be: they stand in headers, logs and labels.
bool IsTokenName(std::string_view text);
inline constexpr char kTokenNameRule[] =
    "must have 1 to 64 of the characters A-Z a-z 0-9 . _ - @ + and begin with a letter or a digit";

// When a token ends: a day, or a second of it, in UTC, as seconds since 1970.
std::optional<int64_t> TokenTimeOf(const std::string& text);
std::string TokenTimeText(int64_t seconds);
// The same as people say it of a new one: also "30d", "12h" or "90m" from `now` on. Nothing: it is
// none of these, or over already.
std::optional<int64_t> TokenEndOf(const std::string& text, int64_t now);

// A fault of the file, with the line of `where`. Never quotes what may be a token.
Error TokenFileFault(const std::string& path, const YAML::Node& where, const std::string& what);

// Whether it is a tenant's: it has no name.
bool IsTenantEntry(const YAML::Node& node);
Result<TokenEntry> ReadTokenEntry(const YAML::Node& node, const std::string& path);
Result<TenantEntry> ReadTenantEntry(const YAML::Node& node, const std::string& path);

}  // namespace assay
