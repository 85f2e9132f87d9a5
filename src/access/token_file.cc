#include "access/token_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "access/new_token.h"
#include "access/token_entry.h"
#include "base/fd.h"
#include "base/text.h"
#include "base/whole_file.h"

namespace assay {
namespace {

constexpr char kStage[] = "tokens";
constexpr int64_t kMostBytes = 16 << 20;
// So that tools which look for leaked secrets know one, and people what it is for.
constexpr char kTokenPrefix[] = "assay_";

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

Status AddEntry(const YAML::Node& node, const std::string& path, std::set<std::string>* names,
                TokenFile* file) {
  if (IsTenantEntry(node)) {
    ASSAY_ASSIGN_OR_RETURN(TenantEntry entry, ReadTenantEntry(node, path));
    if (file->tenants.emplace(entry.tenant, entry.limits).second) return {};
    return TokenFileFault(path, node, "tenant: '" + entry.tenant + "' has an entry already");
  }
  ASSAY_ASSIGN_OR_RETURN(TokenEntry entry, ReadTokenEntry(node, path));
  const auto caller = std::make_shared<const Caller>(entry.caller);
  if (!names->insert(caller->name).second) {
    return TokenFileFault(path, node, "name: another token has the name '" + caller->name + "'");
  }
  if (!entry.hash.empty() && !file->table.emplace(entry.hash, caller).second) {
    return TokenFileFault(path, node, "sha256: another token is the same");
  }
  for (const uint32_t uid : entry.uids) {
    if (file->uids.emplace(uid, caller).second) continue;
    return TokenFileFault(path, node, fmt::format("uids: {} is another entry's, too", uid));
  }
  return {};
}

Result<TokenFile> FileOf(const YAML::Node& root, const std::string& path) {
  TokenFile file;
  if (root.IsNull()) return file;
  if (!root.IsSequence()) {
    return Invalid(path + ":1: must be a list of tokens; `assay token new` makes one");
  }
  std::set<std::string> names;
  for (const YAML::Node& node : root) ASSAY_RETURN_IF_ERROR(AddEntry(node, path, &names, &file));
  return file;
}

FileState StateOf(const struct stat& info) {
  constexpr int64_t kSecond = 1'000'000'000;
  return {info.st_dev, info.st_ino, info.st_size,
          info.st_ctim.tv_sec * kSecond + info.st_ctim.tv_nsec};
}

// An open tokens file that nobody else can read or write.
Result<UniqueFd> OpenPrivate(const std::string& path, int flags, struct stat* info) {
  // A pipe would block, and couldn't be read again.
  UniqueFd fd(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!fd || ::fstat(fd.get(), info) != 0) {
    return Error{ErrorCode::kInvalidArgument, kStage, errno, path + ": cannot be opened"};
  }
  if (!S_ISREG(info->st_mode)) return Invalid(path + ": is no regular file");
  if ((info->st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    return Invalid(fmt::format(
        "{}: others than its owner may read or write it (mode {:04o}): chmod g-w,o-rwx {}", path,
        info->st_mode & 07777, path));
  }
  return fd;
}

}  // namespace

bool SameText::operator()(std::string_view left, std::string_view right) const {
  if (left.size() != right.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    difference |= static_cast<unsigned char>(left[i] ^ right[i]);
  }
  return difference == 0;
}

Result<TokenFile> ParseTokens(const std::string& text, const std::string& path) {
  // yaml-cpp reports by exception; none leaves this function.
  try {
    return FileOf(YAML::Load(text), path);
  } catch (const YAML::Exception& error) {
    return Invalid(fmt::format("{}:{}: {}", path, error.mark.line + 1, error.msg));
  }
}

FileState StateOf(const std::string& path) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 ? StateOf(info) : FileState();
}

Result<ReadTokens> ReadTokenFile(const std::string& path) {
  struct stat info = {};
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd fd, OpenPrivate(path, O_RDONLY, &info));
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(fd.get(), path, kStage, kMostBytes));
  ASSAY_ASSIGN_OR_RETURN(TokenFile file, ParseTokens(text, path));
  return ReadTokens{std::move(file), StateOf(info)};
}

Result<std::string> AddToken(const std::string& path, const Caller& caller) {
  if (!IsTokenName(caller.name)) return Invalid(std::string("--name: ") + kTokenNameRule);
  if (!caller.tenant.empty() && !IsTokenName(caller.tenant)) {
    return Invalid(std::string("--tenant: ") + kTokenNameRule);
  }
  struct stat info = {};
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd fd, OpenPrivate(path, O_RDWR | O_CREAT | O_APPEND, &info));
  // Two who add at once would not see each other's names.
  if (::flock(fd.get(), LOCK_EX) != 0) return SystemError(kStage, errno, path);
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(fd.get(), path, kStage, kMostBytes));
  ASSAY_ASSIGN_OR_RETURN(const TokenFile file, ParseTokens(text, path));
  for (const auto& [hash, known] : file.table) {
    if (known->name == caller.name) {
      return Invalid(
          fmt::format("--name: {} has a token '{}' already: take another name, or delete "
                      "its line there",
                      path, caller.name));
    }
  }
  ASSAY_ASSIGN_OR_RETURN(std::string token, NewToken(kTokenPrefix));
  const std::string line = fmt::format(
      "{}- {{name: '{}', role: {}{}{}, sha256: '{}'}}\n",
      text.empty() || text.back() == '\n' ? "" : "\n", caller.name, kRoleNames.NameOf(caller.role),
      caller.tenant.empty() ? "" : ", tenant: '" + caller.tenant + "'",
      caller.expires ? ", expires: '" + TokenTimeText(*caller.expires) + "'" : "",
      Sha256Hex(token));
  // What cannot be read back isn't written: the list may not be in the form of a line an entry.
  if (const auto whole = ParseTokens(text + line, path);
      !whole.ok() || whole->table.size() != file.table.size() + 1) {
    return Invalid(path +
                   ": has no form that a line can be added to: write an entry a line, each "
                   "with '- ' before it");
  }
  ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), line, path, kStage));
  if (::fsync(fd.get()) != 0) return SystemError(kStage, errno, path);
  return token;
}

}  // namespace assay
