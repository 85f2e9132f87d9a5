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
#include "base/fd.h"
#include "base/text.h"
#include "base/whole_file.h"

namespace assay {
namespace {

constexpr char kStage[] = "tokens";
constexpr int64_t kMostBytes = 16 << 20;
constexpr size_t kLongestName = 64;
constexpr size_t kHashDigits = 64;
// So that tools which look for leaked secrets know one, and people what it is for.
constexpr char kTokenPrefix[] = "assay_";
constexpr char kNameRule[] =
    "must have 1 to 64 of the characters A-Z a-z 0-9 . _ - @ + and begin with a letter or a digit";

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

bool IsAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Names stand in headers, logs and labels.
bool IsName(std::string_view text) {
  constexpr std::string_view kOthers = "._-@+";
  if (text.empty() || text.size() > kLongestName || !IsAlphanumeric(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return IsAlphanumeric(c) || kOthers.find(c) != kOthers.npos; });
}

bool IsHash(std::string_view text) {
  return text.size() == kHashDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// One entry of the list.
class EntryReader {
 public:
  EntryReader(const YAML::Node& node, const std::string& path) : node_(node), path_(path) {}

  Status Read() {
    if (!node_.IsMap()) {
      return Fault(node_, "must be a map: {name: …, role: …, sha256: …}");
    }
    for (const auto& pair : node_) {
      const std::string key = pair.first.Scalar();
      // Whatever stands there instead of a field's name may be a token: it isn't quoted.
      if (!pair.second.IsScalar()) {
        return Fault(pair.first, "name, role, tenant and sha256 are known, each a plain value");
      }
      const std::string& value = pair.second.Scalar();
      if (!seen_.insert(key).second) return Fault(pair.first, key + ": stands there twice");
      if (key == "name" || key == "tenant") {
        if (!IsName(value)) return Fault(pair.first, key + ": " + kNameRule);
        (key == "name" ? caller_.name : caller_.tenant) = value;
      } else if (key == "role") {
        const auto role = kRoleNames.Find(value);
        if (!role) return Fault(pair.first, "role: must be " + kRoleNames.Choices());
        caller_.role = *role;
      } else if (key == "sha256") {
        hash_ = AsciiLower(value);
        if (!IsHash(hash_)) {
          return Fault(pair.first,
                       "sha256: must be the SHA-256 of a token, 64 hexadecimal digits; `assay "
                       "token new` writes it");
        }
      } else {
        return Fault(pair.first, "there is no such field; name, role, tenant and sha256 are known");
      }
    }
    for (const char* needed : {"name", "role", "sha256"}) {
      if (seen_.count(needed) == 0) return Fault(node_, std::string(needed) + ": is missing");
    }
    if (caller_.tenant.empty()) caller_.tenant = caller_.name;
    return {};
  }

  Error Fault(const YAML::Node& where, const std::string& what) const {
    return Invalid(fmt::format("{}:{}: {}", path_, where.Mark().line + 1, what));
  }
  const YAML::Node& node() const { return node_; }
  const std::string& hash() const { return hash_; }
  const Caller& caller() const { return caller_; }

 private:
  const YAML::Node node_;
  const std::string& path_;
  std::set<std::string> seen_;
  Caller caller_;
  std::string hash_;
};

Result<TokenTable> TableOf(const YAML::Node& root, const std::string& path) {
  TokenTable table;
  if (root.IsNull()) return table;
  if (!root.IsSequence()) {
    return Invalid(path + ":1: must be a list of tokens; `assay token new` makes one");
  }
  std::set<std::string> names;
  for (const YAML::Node& node : root) {
    EntryReader entry(node, path);
    ASSAY_RETURN_IF_ERROR(entry.Read());
    if (!names.insert(entry.caller().name).second) {
      return entry.Fault(node, "name: another token has the name '" + entry.caller().name + "'");
    }
    if (!table.emplace(entry.hash(), std::make_shared<const Caller>(entry.caller())).second) {
      return entry.Fault(node, "sha256: another token is the same");
    }
  }
  return table;
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

Result<TokenTable> ParseTokens(const std::string& text, const std::string& path) {
  // yaml-cpp reports by exception; none leaves this function.
  try {
    return TableOf(YAML::Load(text), path);
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
  ASSAY_ASSIGN_OR_RETURN(TokenTable table, ParseTokens(text, path));
  return ReadTokens{std::move(table), StateOf(info)};
}

Result<std::string> AddToken(const std::string& path, const Caller& caller) {
  if (!IsName(caller.name)) return Invalid(std::string("--name: ") + kNameRule);
  if (!caller.tenant.empty() && !IsName(caller.tenant)) {
    return Invalid(std::string("--tenant: ") + kNameRule);
  }
  struct stat info = {};
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd fd, OpenPrivate(path, O_RDWR | O_CREAT | O_APPEND, &info));
  // Two who add at once would not see each other's names.
  if (::flock(fd.get(), LOCK_EX) != 0) return SystemError(kStage, errno, path);
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(fd.get(), path, kStage, kMostBytes));
  ASSAY_ASSIGN_OR_RETURN(const TokenTable table, ParseTokens(text, path));
  for (const auto& [hash, known] : table) {
    if (known->name == caller.name) {
      return Invalid(
          fmt::format("--name: {} has a token '{}' already: take another name, or delete "
                      "its line there",
                      path, caller.name));
    }
  }
  ASSAY_ASSIGN_OR_RETURN(std::string token, NewToken(kTokenPrefix));
  const std::string line = fmt::format(
      "{}- {{name: '{}', role: {}{}, sha256: '{}'}}\n",
      text.empty() || text.back() == '\n' ? "" : "\n", caller.name, kRoleNames.NameOf(caller.role),
      caller.tenant.empty() ? "" : ", tenant: '" + caller.tenant + "'", Sha256Hex(token));
  // What cannot be read back isn't written: the list may not be in the form of a line an entry.
  if (const auto whole = ParseTokens(text + line, path);
      !whole.ok() || whole->size() != table.size() + 1) {
    return Invalid(path +
                   ": has no form that a line can be added to: write an entry a line, each "
                   "with '- ' before it");
  }
  ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), line, path, kStage));
  if (::fsync(fd.get()) != 0) return SystemError(kStage, errno, path);
  return token;
}

}  // namespace assay
