// The tokens file: who may use a server, and what tenants may have of it. A list in YAML, an entry
// a line:
//
//   - {name: trainer, role: user, tenant: research, sha256: 9f86d081884c7d65…, expires: 2027-01-31}
//   - {name: alice, role: admin, uids: [1000]}
//   - {tenant: research, weight: 2, max_queued: 500, cpu_s_per_hour: 7200}
//
// An entry with a name is a token, or the users who need none on a Unix socket; one without says
// what a tenant may have (base/work/tenant_limits.h).
//
// It holds SHA-256 hashes, never tokens: who reads it can't use the server. A token has 256 random
// bits, so that its hash needs neither salt nor slowness. Still only its owner and group may read
// it, and only its owner may write it.
//
// Reading is pure but for the file; thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "base/work/tenant_table.h"
#include "net/caller.h"

namespace assay {

// Compares in a time that depends on the lengths only.
struct SameText {
  bool operator()(std::string_view left, std::string_view right) const;
};

// By the SHA-256 of the token, in lower-case hexadecimal.
using TokenTable = std::unordered_map<std::string, std::shared_ptr<const Caller>,
                                      std::hash<std::string>, SameText>;

struct TokenFile {
  TokenTable table;
  std::map<uint32_t, std::shared_ptr<const Caller>> uids;
  TenantLimitsByName tenants;
};

// kInvalidArgument names the file, the line, the field and the remedy. Never quotes a token.
Result<TokenFile> ParseTokens(const std::string& text, const std::string& path);

// Tells one state of a file from the next.
struct FileState {
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t bytes = 0;
  int64_t changed_ns = 0;

  bool operator==(const FileState&) const = default;
};
// All zeros when there is none.
FileState StateOf(const std::string& path);

struct ReadTokens {
  TokenFile file;
  FileState state;  // of what was read
};
// The errors of ParseTokens, and: it can't be read, is no regular file, others may read it, or
// somebody else may write it.
Result<ReadTokens> ReadTokenFile(const std::string& path);

// Makes a token for such a caller, adds its hash to the file, which is made where there is none,
// and returns the token: this is the only time it is seen. kInvalidArgument: the file isn't one,
// or has the name already, or name or tenant aren't what such names may be.
Result<std::string> AddToken(const std::string& path, const Caller& caller);

}  // namespace assay
