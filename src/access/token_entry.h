// One entry of the tokens file (token_file.h): a token, or what a tenant may have. Pure.
#pragma once

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

// A fault of the file, with the line of `where`. Never quotes what may be a token.
Error TokenFileFault(const std::string& path, const YAML::Node& where, const std::string& what);

// Whether it is a tenant's: it has no name.
bool IsTenantEntry(const YAML::Node& node);
Result<TokenEntry> ReadTokenEntry(const YAML::Node& node, const std::string& path);
Result<TenantEntry> ReadTenantEntry(const YAML::Node& node, const std::string& path);

}  // namespace assay
